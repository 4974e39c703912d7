/** Measured costs of one person, one call and one row; the unit is in the name. */
export type Costs = {
  /** The cost of a query when so many people are signed in that nothing is cached for them. */
  readonly bffQueryMicros: number
  readonly harbourQueryMicros: number
  readonly harbourRefreshMicros: number
  readonly bffPageMs: number
  readonly harbourPageMs: number
  readonly bffConnectMs: number
  readonly harbourConnectMs: number
  readonly pageBytes: number
  /** The bytes of a person's session, connection and lists. */
  readonly redisBytes: number
  readonly grantBytes: number
  readonly familyBytes: number
  readonly dayOfUseBytes: number
  readonly harbourSessionBytes: number
}

/** Assumptions that cannot be measured before the product has users: replace them with your own. */
export const ASSUMED = {
  /** The share of connected people who visit on one day. */
  shareOfDay: 0.2,
  visitsPerDay: 2,
  /** The number of queries in addition to the home page. */
  queriesPerVisit: 4,
  bytesPerAnswer: 8_000,
  /** The share of a day's visits in its busiest hour. */
  shareOfBusiestHour: 0.12,
  /** The number of days for which a person stays connected. */
  daysConnected: 365,
  /** The highest share of a core's time that should be used. */
  busy: 0.5,
  coresPerProcess: 1,
  /** The stored last answers of each connection: at most 16 KB. */
  lastReadBytes: 8_000,
  /** The number of days for which usage of a grant is stored; Harbour's sweeper deletes older days. */
  daysOfUseKept: 400,
  bytesPerShard: 25e9,
  databaseConnectionsPerProcess: 10,
} as const

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** Computes the load of the busiest hour for `people` connected people. */
export function estimate(costs: Costs, people: number) {
  const a = ASSUMED
  const visitsPerSecond = (people * a.shareOfDay * a.visitsPerDay * a.shareOfBusiestHour) / HOUR_SECONDS
  const queriesPerSecond = visitsPerSecond * a.queriesPerVisit
  // Access tokens live for two hours, so each visit begins with an expired one.
  const refreshesPerSecond = visitsPerSecond
  const connectsPerSecond = (people / a.daysConnected / DAY_SECONDS) * (a.shareOfBusiestHour * 24)
  const bffCores =
    (visitsPerSecond * costs.bffPageMs) / 1e3 +
    (queriesPerSecond * costs.bffQueryMicros) / 1e6 +
    (connectsPerSecond * costs.bffConnectMs) / 1e3
  const harbourCores =
    (visitsPerSecond * costs.harbourPageMs) / 1e3 +
    (queriesPerSecond * costs.harbourQueryMicros) / 1e6 +
    (refreshesPerSecond * costs.harbourRefreshMicros) / 1e6 +
    (connectsPerSecond * costs.harbourConnectMs) / 1e3
  const processes = (cores: number) => Math.max(2, Math.ceil(cores / a.busy / a.coresPerProcess))
  const redisBytes = people * (costs.redisBytes + a.lastReadBytes)
  const days = Math.min(a.daysOfUseKept, a.daysConnected) * a.shareOfDay
  const rowBytes =
    costs.grantBytes + costs.familyBytes + costs.dayOfUseBytes * days + costs.harbourSessionBytes
  return {
    ...{ visitsPerSecond, queriesPerSecond, refreshesPerSecond, connectsPerSecond },
    bffProcesses: processes(bffCores),
    harbourProcesses: processes(harbourCores),
    redisBytes,
    shards: Math.max(1, Math.ceil(redisBytes / a.bytesPerShard)),
    databaseBytes: people * rowBytes,
    databaseConnections: processes(harbourCores) * a.databaseConnectionsPerProcess,
    egressBitsPerSecond: (visitsPerSecond * costs.pageBytes + queriesPerSecond * a.bytesPerAnswer) * 8,
  }
}
