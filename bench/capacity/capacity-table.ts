import { ASSUMED, estimate, type Costs } from './estimate.ts'

/** Returns the tables of docs/capacity.md. */
export function capacityTables(costs: Costs): string {
  return [...costTable(costs), '', ...assumptionTable(), '', ...needTable(costs)].join('\n')
}

function costTable(costs: Costs): readonly string[] {
  const lines: readonly (readonly [name: string, what: string, value: string, where: string])[] = [
    ['P', 'home page with its figures, BFF', ms(costs.bffPageMs), 'person-cost'],
    ['p', 'the same, Harbour', ms(costs.harbourPageMs), 'person-cost'],
    ['Q', 'query, BFF, 100,000 people signed in', micros(costs.bffQueryMicros), 'bff-graphql'],
    [
      'q',
      'query, Harbour: 45 invoices with their items',
      micros(costs.harbourQueryMicros),
      'provider-graphql',
    ],
    ['r', 'refresh, Harbour', micros(costs.harbourRefreshMicros), 'provider-tokens'],
    ['C', 'connect and disconnect, BFF', ms(costs.bffConnectMs), 'person-cost'],
    ['c', 'the same, Harbour', ms(costs.harbourConnectMs), 'person-cost'],
    ['B', 'bytes of the page, compressed', whole(costs.pageBytes), 'person-cost'],
    ['R', 'bytes of a person in Redis', whole(costs.redisBytes), 'bff-graphql'],
    [
      'G',
      'bytes of a grant and its tokens in PostgreSQL',
      whole(costs.grantBytes + costs.familyBytes),
      'person-cost',
    ],
    ['U', 'bytes of a day of use, on average while kept', whole(costs.dayOfUseBytes), 'person-cost'],
    ['S', 'bytes of a browser that is signed in at Harbour', whole(costs.harbourSessionBytes), 'person-cost'],
  ]
  return [
    '| | measured | | where |',
    '|---|---|--:|---|',
    ...lines.map(
      ([name, what, value, where]) =>
        `| ${name} | ${what} | ${value} | [${where}](../bench/results/${where}.md) |`,
    ),
  ]
}

function assumptionTable(): readonly string[] {
  const a = ASSUMED
  return [
    '| assumed | |',
    '|---|--:|',
    `| of those who are connected come on a day | ${a.shareOfDay * 100} % |`,
    `| visits of each on that day (v, in a second of the busiest hour, which has ${a.shareOfBusiestHour * 100} % of a day) | ${a.visitsPerDay} |`,
    `| queries of a visit beside the home page | ${a.queriesPerVisit} |`,
    `| bytes of an answer, compressed | ${whole(a.bytesPerAnswer)} |`,
    `| days that somebody stays connected | ${a.daysConnected} |`,
    `| of a core, used at most | ${a.busy * 100} % |`,
    `| what was read last, kept in Redis for each (at most 16 KB) | ${whole(a.lastReadBytes)} bytes |`,
    `| days of use that Harbour keeps | ${a.daysOfUseKept} |`,
    `| bytes of one primary of Redis | ${whole(a.bytesPerShard)} |`,
  ]
}

const PEOPLE = [1e6, 1e8] as const

function needTable(costs: Costs): readonly string[] {
  const [some, many] = PEOPLE.map((people) => estimate(costs, people))
  if (some === undefined || many === undefined) throw new Error('nobody')
  type Need = typeof some
  const line = (what: string, formula: string, valueOf: (need: Need) => string) =>
    `| ${what} | ${formula} | ${valueOf(some)} | ${valueOf(many)} |`
  const perSecond = (value: number) => (value < 10 ? value.toFixed(1) : whole(value))
  return [
    `| in the busiest hour | how | ${PEOPLE.map(whole).join(' people | ')} people |`,
    '|---|---|--:|--:|',
    line('visits a second', 'v', (need) => perSecond(need.visitsPerSecond)),
    line('queries a second', '4 v', (need) => perSecond(need.queriesPerSecond)),
    line('refreshes a second', 'v, one each', (need) => perSecond(need.refreshesPerSecond)),
    line('connects a second', 'n, of people ÷ 365 days', (need) => perSecond(need.connectsPerSecond)),
    line('BFF processes, a core each', '(v P + 4 v Q + n C) ÷ 50 %', (need) => whole(need.bffProcesses)),
    line('Harbour processes, a core each', '(v p + 4 v q + v r + n c) ÷ 50 %', (need) =>
      whole(need.harbourProcesses),
    ),
    line('Redis memory, without replicas', 'people × (R + last read)', (need) => bytes(need.redisBytes)),
    line('Redis primaries', 'memory ÷ 25 GB', (need) => whole(need.shards)),
    line('PostgreSQL: access that was given', 'people × (G + U × days + S)', (need) =>
      bytes(need.databaseBytes),
    ),
    line('connections to PostgreSQL', '10 of each process', (need) => whole(need.databaseConnections)),
    line('egress', '(v B + 4 v × answer) × 8', (need) => bits(need.egressBitsPerSecond)),
  ]
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const ms = (value: number) => `${value.toFixed(1)} ms`
const micros = (value: number) => `${whole(value)} µs`
const bytes = (value: number) =>
  value < 1e12 ? `${whole(value / 1e9)} GB` : `${(value / 1e12).toFixed(1)} TB`
const bits = (value: number) =>
  value < 1e9 ? `${(value / 1e6).toFixed(1)} Mbit/s` : `${(value / 1e9).toFixed(1)} Gbit/s`
