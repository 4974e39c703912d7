import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
import type { Clock } from '@counterfoil/service/values/clock'
import type { DatabaseConnection, Dialect } from 'kysely'
import type { StatementBudgets } from './statement-budget.ts'

/** The longest time for which heavy users give way to others; then they wait like everybody, so that nobody waits for ever. */
const LONGEST_COURTESY_MS = 2_000

/** The person whose call needs a connection; undefined for work that no call waits for. */
type Person = string | undefined
type Waiter = { readonly person: Person; readonly sinceMs: number; readonly begin: () => void }

type Options = {
  readonly connections: number
  /** The longest wait; undefined for no limit. */
  readonly longestWaitMs?: number
  readonly use: StatementUse
  readonly clock: Clock
  /** Calls `begin` when the next waiter may begin: at once, or after the events that arrived meanwhile. */
  readonly next?: (begin: () => void) => void
}

/** Returns a function that wraps a dialect of one database, so that people take turns. All dialects share one count of use. */
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
    // The turns already separate the users of a shared connection.
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

/** Creates the queue for the connections of one pool. */
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

  /** Begins all waiters that may begin: first the light users, each group in order of arrival. */
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
     * Waits for a connection. Nobody may hold all of several connections, and a heavy user has one at a time and lets others go
     * first, see {@link StatementUse}.
     *
     * @returns A function that ends the turn
     * @throws Error if no connection became free in `longestWaitMs`
     */
    take(person: Person): Promise<() => void> {
      // Waiters may not begin yet, or are about to be called.
      if (!isNextCalled && places.mayEnter(person, isHeavy(person))) return Promise.resolve(begin(person))
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(waiter), 1)
          // The driver's own message, by which a full pool is recognised.
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

/** Counts the connections that each person holds. */
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

/** The database time that a person may use at once before others go first. */
const FREE_MS = 1_000
/** The share of the passing time by which the remembered use shrinks. */
const FORGIVEN_SHARE = 1 / 10
/** The maximum remembered use, so that everybody counts as light again 20 s after the last statement. */
const MAX_REMEMBERED_MS = 3_000
const MAX_PEOPLE = 10_000

/** The recent connection time of each person, in the memory of this process. */
type StatementUse = ReturnType<typeof createStatementUse>

export function createStatementUse(clock: Clock) {
  const uses = createBoundedMap<string, { readonly usedMs: number; readonly atMs: number }>(MAX_PEOPLE)
  const usedMs = (person: string): number => {
    const use = uses.get(person)
    return use === undefined ? 0 : Math.max(0, use.usedMs - (clock() - use.atMs) * FORGIVEN_SHARE)
  }
  return {
    add: (person: string, ms: number): void =>
      uses.set(person, { usedMs: Math.min(MAX_REMEMBERED_MS, usedMs(person) + ms), atMs: clock() }),
    /** Returns true for a person who recently used more than a second, less a tenth of the time since then. */
    isHeavy: (person: string): boolean => usedMs(person) > FREE_MS,
  }
}
