/** Measured costs of one person, one call and one row; the unit is in the name. */
export type Costs = {
  /** Of a query, with so many people signed in that nothing is remembered of them. */
  readonly bffQueryMicros: number
  readonly harbourQueryMicros: number
  readonly harbourRefreshMicros: number
  readonly bffPageMs: number
  readonly harbourPageMs: number
  readonly bffConnectMs: number
  readonly harbourConnectMs: number
  readonly pageBytes: number
  /** Session, connection and lists. */
  readonly redisBytes: number
  readonly grantBytes: number
  readonly familyBytes: number
  readonly dayOfUseBytes: number
  readonly harbourSessionBytes: number
}

/** Assumptions that cannot be measured before the product has users: replace them with your own. */
export const ASSUMED = {
  /** Share of connected people on one day. */
  shareOfDay: 0.2,
  visitsPerDay: 2,
  /** Beside the home page. */
  queriesPerVisit: 4,
  bytesPerAnswer: 8_000,
  /** Of a day, in its busiest hour. */
  shareOfBusiestHour: 0.12,
  /** How long somebody stays connected. */
  daysConnected: 365,
  /** How busy a core may be. */
  busy: 0.5,
  coresPerProcess: 1,
  /** What was read last, kept for each connection: at most 16 KB. */
  lastReadBytes: 8_000,
  /** A day of use of a grant is kept for so long; Harbour's sweeper decides it. */
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
  // Access tokens live for two hours: who comes back finds an old one.
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
