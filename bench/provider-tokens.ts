// Code exchange, refresh and check of a Bearer token: ours beside two well-known libraries, with one PostgreSQL, in one run.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@counterfoil/testkit/postgres'
import {
  IS_PINNED,
  measureInTurn,
  measureLoad,
  pinLoad,
  SUBJECT_CPUS,
  type LoadMeasure,
} from './load/side-by-side.ts'
import { startSubject, type Subject } from './load/subject.ts'
import type { Prepared } from './provider/variant.ts'
import { formatRows, keepPage, MACHINE } from './report/page.ts'

const CONNECTIONS = 32
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 4)
const ROUND_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2)
/** The number of codes. Each can be used once, so there are enough for eight thousand exchanges a second. */
const CODES = Number(process.env['BENCH_CODES'] ?? 128_000)
const TOKENS = 2_000

const ALL_WAYS = [
  { name: 'ours', label: "Counterfoil's provider", codes: CODES },
  // oidc-provider exchanges fewer codes and takes longest to create them.
  { name: 'oidc-provider', label: 'oidc-provider', codes: Math.floor(CODES / 3) },
  { name: 'oauth2-server', label: '@node-oauth/oauth2-server in Express', codes: CODES },
] as const
const ALL_STEPS = {
  exchange: { label: 'code exchange', seconds: ROUND_SECONDS * 0.75 },
  refresh: { label: 'refresh', seconds: ROUND_SECONDS },
  introspection: { label: 'look at a Bearer token', seconds: ROUND_SECONDS },
} as const
type Step = keyof typeof ALL_STEPS
/** `BENCH_ONLY=ours,oauth2-server,refresh` measures a part; its results are not stored. */
const ONLY = process.env['BENCH_ONLY']?.split(',')
const WAYS = ALL_WAYS.filter(({ name }) => ONLY?.includes(name) ?? true)
const STEPS = (Object.keys(ALL_STEPS) as Step[]).filter((step) => ONLY?.includes(step) ?? true)

pinLoad()

function get(path: string, token: string): Buffer {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`]
  return Buffer.from([...lines, 'Accept: application/json', '', ''].join('\r\n'))
}

function post(path: string, form: Readonly<Record<string, string>>): Buffer {
  const body = new URLSearchParams(form).toString()
  const lines = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Accept: application/json']
  const content = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`]
  return Buffer.from([...lines, ...content, '', body].join('\r\n'))
}

/** Returns the requests of each step. No code is sent twice, even in a later round. */
function createRequests(prepared: Prepared): Record<Step, (index: number) => Buffer> {
  const { codes, refreshTokens, accessTokens, tokenPath, introspection } = prepared
  const credentials = { client_id: prepared.clientId, client_secret: prepared.clientSecret }
  const form = { ...credentials, redirect_uri: prepared.redirectUri }
  let spent = 0
  return {
    exchange() {
      const code = codes[spent++]
      if (code === undefined) throw new Error('all codes are spent: set BENCH_CODES higher')
      return post(tokenPath, { ...form, grant_type: 'authorization_code', code })
    },
    refresh(index) {
      const token = refreshTokens[index % refreshTokens.length] ?? ''
      return post(tokenPath, { ...form, grant_type: 'refresh_token', refresh_token: token })
    },
    introspection(index) {
      const token = accessTokens[index % accessTokens.length] ?? ''
      return introspection.kind === 'bearer'
        ? get(introspection.path, token)
        : post(introspection.path, { ...credentials, token })
    },
  }
}

const postgres = await startPostgres()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
type Running = (typeof WAYS)[number] & {
  readonly subject: Subject
  readonly requests: ReturnType<typeof createRequests>
}
const running: Running[] = []
for (const way of WAYS) {
  const { url } = await postgres.createDatabase()
  const preparedFile = join(folder, `${way.name}.json`)
  console.log(`${way.name}: making ${way.codes} codes and ${TOKENS} tokens`)
  const subject = await startSubject(`provider/variant-${way.name}.ts`, {
    cpus: SUBJECT_CPUS,
    env: {
      DATABASE_URL: url,
      PREPARED_FILE: preparedFile,
      CODES: String(way.codes),
      TOKENS: String(TOKENS),
    },
  })
  const prepared = JSON.parse(await readFile(preparedFile, 'utf8')) as Prepared
  running.push({ ...way, subject, requests: createRequests(prepared) })
}

const results: { readonly step: Step; readonly measured: readonly (Running & LoadMeasure)[] }[] = []
for (const step of STEPS) {
  const measure = ({ subject, requests }: Running) =>
    measureLoad(subject, {
      connections: CONNECTIONS,
      seconds: ALL_STEPS[step].seconds,
      nextRequest: requests[step],
    })
  for (const way of running) await measure(way)
  results.push({ step, measured: await measureInTurn(step, running, { rounds: ROUNDS, measure }) })
}
for (const { subject } of running) await subject.stop()
await postgres.close()
await rm(folder, { recursive: true, force: true })

const oursIn = (measured: readonly (Running & LoadMeasure)[]) => measured.find(({ name }) => name === 'ours')
const page = `# Codes and tokens, side by side

${MACHINE}. ${IS_PINNED ? 'Each server has one core for itself; PostgreSQL and the load share the other.' : 'Measured while other work used the machine, so that no server had a core for itself.'}
All were measured in one run, in turn, ${ROUNDS} rounds of ${ROUND_SECONDS} s each, beginning with another one each time; of each value the best round counts: other work on the machine can only make it worse.
Where a server got less than its whole core, the clock says more about the machine than about the server; what it answers in a second of processor time does not depend on that. Repeat it with \`npm run bench -- provider-tokens\`.

| step | server | requests per second of its core | processor time per request | requests/s by the clock | share of the core it got | p50 | p99 | memory |
|---|---|--:|--:|--:|--:|--:|--:|--:|
${formatRows(
  results.flatMap(({ step, measured }) =>
    measured.map((way) => [
      ...[
        ALL_STEPS[step].label,
        way.label,
        (1e6 / way.cpuMicros).toFixed(0),
        `${way.cpuMicros.toFixed(0)} µs`,
      ],
      ...[way.perSecond.toFixed(0), `${(way.coreShare * 100).toFixed(0)} %`],
      ...[`${way.p50Ms.toFixed(1)} ms`, `${way.p99Ms.toFixed(1)} ms`, `${way.memoryMb.toFixed(0)} MB`],
    ]),
  ),
)}

| step | ahead of | on one core | by the clock |
|---|---|--:|--:|
${formatRows(
  results.flatMap(({ step, measured }) => {
    const ours = oursIn(measured)
    if (ours === undefined) return []
    return measured
      .filter((way) => way !== ours)
      .map((way) => [
        ...[ALL_STEPS[step].label, way.label],
        `${(way.cpuMicros / ours.cpuMicros).toFixed(2)} ×`,
        `${(ours.perSecond / way.perSecond).toFixed(2)} ×`,
      ])
  }),
)}

What is equal: the grant (authorization code, credentials in the body, opaque tokens, the refresh token stays, a refresh ends the access token before it, only digests are stored),
the database server, ten connections each, prepared statements, no request log.

What is not: ours does the rest of its work too: it notes each call for the application's developers and counts the use of the grant, keeps metrics and limits, and checks that the
person still belongs to the business and that its plan is active. The others' models are the shortest that hold the same promises. A Bearer token is asked about where each has a
place for it: at oidc-provider at its introspection endpoint, which checks the caller's credentials; at the other two in a route that answers the same members.
`
const refreshes = results.find(({ step }) => step === 'refresh')?.measured ?? []
if (ONLY === undefined)
  await keepPage('provider-tokens', page, {
    harbourRefreshMicros: oursIn(refreshes)?.cpuMicros ?? Number.NaN,
  })
else console.log(page)
