// npm run soak: people use the whole product while each of its parts is killed at least twice; then every promise is checked.
import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '@counterfoil/testkit/seeded-random'
import { formatRows, keepPage } from './report/page.ts'
import { check } from './soak/check.ts'
import type { Kill } from './soak/kill-log.ts'
import { createPerson, type Tally } from './soak/person.ts'
import type { StoreKind } from './soak/redis-parts.ts'
import { startWorld } from './soak/world.ts'

const people = Number(process.env['SOAK_PEOPLE'] ?? 24)
/** The minimum duration. Each part is killed once per round, and there are at least two rounds. */
const minMinutes = Number(process.env['SOAK_MINUTES'] ?? 0)
const seed = Number(process.env['SOAK_SEED'] ?? 1)
/** A pattern of the names of parts that are killed. */
const killed = new RegExp(process.env['SOAK_PARTS'] ?? '')
const kinds = (process.env['SOAK_STORES'] ?? 'cluster,sentinel').split(',') as StoreKind[]
const STORES: Readonly<Record<StoreKind, string>> = {
  cluster: 'Redis Cluster: three primaries, three replicas',
  sentinel: 'Redis with Sentinel: a primary, a replica, three sentinels',
}

type SoakResult = Awaited<ReturnType<typeof runSoak>>

const ROUNDS = 2
/** The pause between the return of one part and the kill of the next, in which all parts are used. */
const CALM_MS = 2_000

/** Runs people against the whole product while its parts are killed one after the other, then checks the result. */
async function runSoak(kind: StoreKind) {
  const world = await startWorld(kind, people)
  // The PostgreSQL servers are not child processes, so they would keep running.
  const stop = (): void => void world.close().finally(() => process.exit(1))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    const { tally, counts, problems } = createTally()
    const random = createSeededRandom(seed)
    const { appUrl, providerUrl } = world
    const persons = world.customers.map((customer) =>
      createPerson({ appUrl, providerUrl, customer, tally, random }),
    )
    const startedAtMs = Date.now()
    let isOver = false
    const living = Promise.all(
      persons.map(async (person) => {
        while (!isOver) await person.live()
      }),
    )
    await sleep(CALM_MS)
    const kills: Kill[] = []
    let rounds = 0
    for (; rounds < ROUNDS || Date.now() - startedAtMs < minMinutes * 60_000; rounds += 1) {
      for (const part of world.parts.filter(({ name }) => killed.test(name))) {
        const atMs = Date.now()
        await part.kill()
        await part.restore()
        kills.push({ part: part.name, atMs, restoredAtMs: Date.now() })
        console.log(`${kind}, round ${rounds + 1}: ${part.name} was away for ${Date.now() - atMs} ms`)
        await sleep(CALM_MS)
      }
    }
    isOver = true
    await living
    console.log(`${kind}: checking what is left`)
    const findings = await check(world, persons, { kills, tally })
    const tookMinutes = Math.round((Date.now() - startedAtMs) / 6_000) / 10
    return { kind, rounds, kills, findings, counts, problems, minutes: tookMinutes }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    await world.close()
  }
}

/** Counts each outcome by the kind of request, and each problem. */
function createTally() {
  const counts = new Map<string, Map<string, number>>()
  const problems = new Map<string, number>()
  const add = (to: Map<string, number>, what: string) => to.set(what, (to.get(what) ?? 0) + 1)
  const tally: Tally = {
    count: (what, outcome) => void counts.set(what, add(counts.get(what) ?? new Map(), outcome)),
    problem: (text) => void add(problems, text),
  }
  return { tally, counts, problems }
}

function describeRun({ kind, minutes, rounds, kills, findings, counts, problems }: SoakResult): string {
  const longestMs = new Map<string, number>()
  for (const { part, atMs, restoredAtMs } of kills)
    longestMs.set(part, Math.max(longestMs.get(part) ?? 0, restoredAtMs - atMs))
  const held = (about: RegExp): string => {
    const times = [...problems].reduce((sum, [problem, count]) => sum + (about.test(problem) ? count : 0), 0)
    return times === 0 ? 'yes' : `**no, ${times} times**`
  }
  const list = (outcomes: ReadonlyMap<string, number>): string =>
    [...outcomes]
      .toSorted(([, one], [, other]) => other - one)
      .map(([outcome, times]) => `${times.toLocaleString('en')} ${outcome.replaceAll('|', '/')}`)
      .join(', ')
  return `## ${STORES[kind]}

${kills.length} kills in ${rounds} rounds, ${minutes} minutes. Away, from the kill until all that depends on it was in order again, at most:
${[...longestMs].map(([part, awayMs]) => `${part} ${(awayMs / 1000).toFixed(1)} s`).join(', ')}.

| promised | held |
|---|---|
| a connection that was reported to its person answers, or is refreshed and answers | ${held(/^(lost|query|a person|session)/)}; ${findings.promised} at the end |
| no token lives without a connection, and each connection has one family of them | ${held(/^tokens/)}; ${findings.liveFamilies} live |
| no refresh token is used twice | ${held(/refreshed twice|replay/)}; ${findings.refreshes} uses, ${findings.repeatedRefreshes} of them repeated after a kill |
| what was entered is in the books once, and the books add up | ${held(/^(books|write)/)}; ${findings.entered} entries confirmed, ${findings.unsure} open, of which ${findings.unsureThatAreThere} are there |

| asked | answers |
|---|---|
${formatRows([...counts].map(([what, outcomes]) => [what, list(outcomes)]))}

${problems.size === 0 ? 'No problem.' : 'Problems:'}
${[...problems].map(([problem, times]) => `- ${times} × ${problem.replaceAll('\n', ' ')}\n`).join('')}`
}

const results: SoakResult[] = []
for (const kind of kinds) {
  const result = await runSoak(kind).catch((error: unknown) => {
    console.error(`${kind}: the run did not reach its end.`, error)
  })
  if (result !== undefined) results.push(result)
}
const page = `# Every part killed while people use it

Node ${process.version}. ${people} people connect, read, enter money and disconnect, each as a browser does, through nginx with its defaults: three processes of the BFF, two of
the provider, PostgreSQL with a standby that confirms each commit, and Redis. Access tokens live for 20 s, refresh tokens rotate. Each part is killed by SIGKILL, one
after the other, in two rounds at least; the standby is promoted in the place of PostgreSQL. Repeat it with \`npm run soak\`; \`SOAK_MINUTES=600\` goes on for ten hours.

${results.map(describeRun).join('\n')}
A promise is what an answer said: a 5xx promises nothing, and the person tries again. With one replica of each primary nothing new is confirmed from the loss of either until its return:
that is the 503 of those who write, connect and disconnect; reading goes on as soon as there is a primary. *Open*: a change whose process died before it could say what came of it; its key
is held for 15 s, and whoever asks in that time waits. Tokens of attempts that nobody finished die within eleven minutes; a process with a clock that is ahead does here what is due by then.
`
const isComplete = results.length === kinds.length
// Only the results of a whole run are stored: all parts, both kinds of store.
if (isComplete && process.env['SOAK_PARTS'] === undefined && process.env['SOAK_STORES'] === undefined)
  await keepPage('soak', page)
else console.log(page)
// An open socket must not delay the exit.
process.exit(isComplete && results.every(({ problems }) => problems.size === 0) ? 0 : 1)
