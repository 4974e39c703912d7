import type { DatabaseConnection, Dialect } from 'kysely'
import { createFairTurns, type FairTurns } from './fair-turns.ts'
import type { StatementBudgets } from './statement-budget.ts'
import { createStatementUse } from './statement-use.ts'

const clock = () => performance.now()

/** Returns what makes the dialects of one database take connections in turns; what a person uses of one counts for all. */
export function createFairDialects({ person }: StatementBudgets) {
  const use = createStatementUse(clock)
  return (
    dialect: Dialect,
    options: Omit<Parameters<typeof createFairTurns>[0], 'use' | 'clock'>,
  ): { readonly dialect: Dialect } & Pick<FairTurns, 'countWaiting'> => {
    const turns = createFairTurns({ ...options, use, clock })
    const createDriver = () => {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      const release = driver.releaseConnection.bind(driver)
      const ends = new WeakMap<DatabaseConnection, () => void>()
      return Object.assign(driver, {
        async acquireConnection() {
          const end = await turns.take(person())
          try {
            const connection = await acquire()
            ends.set(connection, end)
            return connection
          } catch (error) {
            end()
            throw error
          }
        },
        async releaseConnection(connection: DatabaseConnection) {
          await release(connection)
          ends.get(connection)?.()
        },
      })
    }
    // The turns keep those who share one connection apart.
    const createAdapter = () =>
      Object.defineProperty(dialect.createAdapter(), 'supportsMultipleConnections', { value: true })
    const fair: Dialect = {
      createAdapter,
      createDriver,
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    }
    return { dialect: fair, countWaiting: turns.countWaiting }
  }
}
