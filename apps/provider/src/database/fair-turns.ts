import type { Clock } from '@counterfoil/service/values/clock'
import type { DatabaseConnection, Dialect } from 'kysely'
import type { StatementBudgets } from './statement-budget.ts'
import { createStatementUse, type StatementUse } from './statement-use.ts'

/** Longer, and a heavy person waits among everybody else: nobody waits for ever. */
const LONGEST_COURTESY_MS = 2_000

/** Undefined for work that no call waits for. */
type Person = string | undefined
type Waiter = { readonly person: Person; readonly sinceMs: number; readonly begin: () => void }

type Options = {
  readonly connections: number
  /** Undefined for as long as it takes. */
  readonly longestWaitMs?: number
  readonly use: StatementUse
  readonly clock: Clock
  /** Calls what it is given when it is the next one's turn: at once, or after the events that came meanwhile. */
  readonly next?: (begin: () => void) => void
}

/** Returns what makes the dialects of one database take connections in turns; what a person uses of one counts for all. */
export function createFairDialects({ person }: StatementBudgets) {
  const clock = () => performance.now()
  const use = createStatementUse(clock)
  return (dialect: Dialect, options: Omit<Parameters<typeof createFairTurns>[0], 'use' | 'clock'>) => {
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

/** Turns at the connections of one pool. */
export function createFairTurns(options: Options) {
  const { connections, longestWaitMs, use, clock, next = (begin) => begin() } = options
  const places = createPlaces(connections)
  const waiting: Waiter[] = []
  let isNextCalled = false
  const isHeavy = (person: Person) => person !== undefined && use.isHeavy(person)

  function begin(person: Person): () => void {
    const startedAtMs = clock()
    const leave = places.enter(person, isHeavy(person))
    return () => {
      leave()
      if (person !== undefined) use.add(person, clock() - startedAtMs)
      if (waiting.length === 0 || isNextCalled) return
      isNextCalled = true
      next(beginAll)
    }
  }

  /** Begins all that may: first those who used little, each group in the order they came. */
  function beginAll(): void {
    isNextCalled = false
    const heavy: Waiter[] = []
    for (const waiter of [...waiting]) {
      const goesLast = isHeavy(waiter.person) && clock() - waiter.sinceMs < LONGEST_COURTESY_MS
      if (goesLast) heavy.push(waiter)
      else beginOne(waiter)
    }
    heavy.forEach(beginOne)
  }

  function beginOne(waiter: Waiter): void {
    if (!places.mayEnter(waiter.person, isHeavy(waiter.person))) return
    waiting.splice(waiting.indexOf(waiter), 1)
    waiter.begin()
  }

  return {
    /**
     * Waits for a connection. Nobody has the last free one beside others of their own, and a person who used much lately has one at a
     * time and lets others go first, see {@link StatementUse}.
     *
     * @returns What ends the turn
     * @throws Error when no connection became free in `longestWaitMs`
     */
    take(person: Person): Promise<() => void> {
      // Those who wait may not begin yet, or are about to be called.
      if (!isNextCalled && places.mayEnter(person, isHeavy(person))) return Promise.resolve(begin(person))
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(waiter), 1)
          // The driver's own words, by which a full pool is known.
          reject(new Error('timeout exceeded when trying to connect'))
        }
        const timer = longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs)
        const waiter: Waiter = {
          person,
          sinceMs: clock(),
          begin: () => {
            clearTimeout(timer)
            resolve(begin(person))
          },
        }
        waiting.push(waiter)
      })
    },
    countWaiting: (): number => waiting.length,
  }
}

/** Counts who has how many of the connections. */
function createPlaces(connections: number) {
  const held = new Map<Person, number>()
  let busy = 0
  let busyHeavy = 0
  return {
    mayEnter(person: Person, heavy: boolean): boolean {
      if (busy >= connections || person === undefined) return busy < connections
      const own = held.get(person) ?? 0
      if (heavy) return own === 0 && busyHeavy < Math.max(1, Math.floor(connections / 2))
      return own < Math.max(1, connections - 1)
    },
    enter(person: Person, heavy: boolean): () => void {
      const change = (by: 1 | -1) => {
        busy += by
        if (heavy) busyHeavy += by
        const own = (held.get(person) ?? 0) + by
        if (own > 0) held.set(person, own)
        else held.delete(person)
      }
      change(1)
      return () => change(-1)
    },
  }
}
