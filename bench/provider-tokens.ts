// Code exchange, refresh and the look at a Bearer token: ours beside two well-known libraries, one PostgreSQL, one run.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { percentile, runClosedLoop } from './bff/load-generator.ts'
import { startSubject, type Subject } from './bff/subject.ts'
import { keepPage } from './keep-page.ts'
import { buildTokenReport, type MeasuredStep, type Step, type Way } from './provider/report.ts'
import type { Prepared } from './provider/variant.ts'

const SUBJECT_CORE = '1'
const LOAD_CORE = '0'
const CONNECTIONS = 32
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 4)
const ROUND_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2)
/** Codes are spent: their rounds are shorter, and there are enough of them for eight thousand exchanges a second. */
const EXCHANGE_SECONDS = ROUND_SECONDS * 0.75
const CODES = Number(process.env['BENCH_CODES'] ?? 128_000)
const TOKENS = 2_000

// Database and load share one core; the measured process has the other for itself.
if (process.env['BENCH_PINNED'] !== '1' && cpus().length > 1) {
  const { status } = spawnSync('taskset', ['-c', LOAD_CORE, process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, BENCH_PINNED: '1' },
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

const ALL_WAYS: readonly Way[] = [
  { name: 'ours', label: "Counterfoil's provider", script: 'variant-ours.ts' },
  { name: 'oidc-provider', label: 'oidc-provider', script: 'variant-oidc-provider.ts' },
  {
    name: 'oauth2-server',
    label: '@node-oauth/oauth2-server in Express',
    script: 'variant-oauth2-server.ts',
  },
]
const ALL_STEPS: readonly Step[] = ['exchange', 'refresh', 'introspection']
/** `BENCH_ONLY=ours,oauth2-server,refresh` measures a part; its results are not kept. */
const ONLY = process.env['BENCH_ONLY']?.split(',')
const WAYS = ALL_WAYS.filter(({ name }) => ONLY?.includes(name) ?? true)
const STEPS = ALL_STEPS.filter((step) => ONLY?.includes(step) ?? true)

function requestOf(
  method: 'GET' | 'POST',
  path: string,
  headers: readonly string[],
  body?: URLSearchParams,
): Buffer {
  const text = body?.toString() ?? ''
  const form =
    body === undefined
      ? []
      : ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${text.length}`]
  return Buffer.from(
    [
      `${method} ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Accept: application/json',
      ...headers,
      ...form,
      '',
      text,
    ].join('\r\n'),
  )
}

/** The requests of one step. A code is never sent twice, also not in a later round. */
function createRequests(prepared: Prepared): Record<Step, (index: number) => Buffer> {
  const {
    clientId,
    clientSecret,
    redirectUri,
    codes,
    refreshTokens,
    accessTokens,
    tokenPath,
    introspection,
  } = prepared
  const credentials = { client_id: clientId, client_secret: clientSecret }
  let spent = 0
  return {
    exchange: () => {
      const code = codes[spent++]
      if (code === undefined) throw new Error('all codes are spent: set BENCH_CODES higher')
      const body = { ...credentials, grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      return requestOf('POST', tokenPath, [], new URLSearchParams(body))
    },
    refresh: (index) => {
      const refreshToken = refreshTokens[index % refreshTokens.length] ?? ''
      const body = {
        ...credentials,
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        redirect_uri: redirectUri,
      }
      return requestOf('POST', tokenPath, [], new URLSearchParams(body))
    },
    introspection: (index) => {
      const token = accessTokens[index % accessTokens.length] ?? ''
      if (introspection.kind === 'bearer')
        return requestOf('GET', introspection.path, [`Authorization: Bearer ${token}`])
      return requestOf('POST', introspection.path, [], new URLSearchParams({ ...credentials, token }))
    },
  }
}

async function measure(
  subject: Subject,
  way: Way,
  step: Step,
  next: (index: number) => Buffer,
  seconds: number,
): Promise<MeasuredStep> {
  const cpuBefore = subject.cpuSeconds()
  const load = await runClosedLoop({
    ports: [subject.port],
    connections: CONNECTIONS,
    seconds,
    nextRequest: next,
  })
  const cpuSeconds = subject.cpuSeconds() - cpuBefore
  return {
    way: way.name,
    step,
    requestsPerSecond: load.requests / load.seconds,
    cpuMicrosPerRequest: (cpuSeconds / load.requests) * 1e6,
    coreShare: cpuSeconds / load.seconds,
    p50Ms: percentile(load.latenciesMs, 0.5),
    p99Ms: percentile(load.latenciesMs, 0.99),
    errors: load.errors,
    memoryMb: subject.memoryMb(),
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`)
const postgres = await startPostgres()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
const running: {
  readonly way: Way
  readonly subject: Subject
  readonly requests: Record<Step, (index: number) => Buffer>
}[] = []
for (const way of WAYS) {
  const { url } = await postgres.createDatabase()
  const preparedFile = join(folder, `${way.name}.json`)
  // It exchanges fewer and takes longest to make them.
  const codes = way.name === 'oidc-provider' ? CODES / 3 : CODES
  say(`${way.name}: making ${codes.toFixed(0)} codes and ${TOKENS} tokens`)
  const subject = await startSubject({
    script: join('../provider', way.script),
    cpus: SUBJECT_CORE,
    env: { DATABASE_URL: url, PREPARED_FILE: preparedFile, CODES: codes.toFixed(0), TOKENS: String(TOKENS) },
  })
  const prepared = JSON.parse(await readFile(preparedFile, 'utf8')) as Prepared
  running.push({ way, subject, requests: createRequests(prepared) })
}

const secondsOf = (step: Step) => (step === 'exchange' ? EXCHANGE_SECONDS : ROUND_SECONDS)
const measured: MeasuredStep[] = []
for (const step of STEPS) {
  for (const { way, subject, requests } of running)
    await measure(subject, way, step, requests[step], secondsOf(step))
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Each round begins with another one.
    const turn = round % running.length
    for (const { way, subject, requests } of [...running.slice(turn), ...running.slice(0, turn)]) {
      const result = await measure(subject, way, step, requests[step], secondsOf(step))
      measured.push(result)
      say(
        `${step.padEnd(13)} round ${round} ${way.name.padEnd(13)} ${result.requestsPerSecond.toFixed(0).padStart(6)}/s  ` +
          `${result.cpuMicrosPerRequest.toFixed(0).padStart(5)} µs cpu  p99 ${result.p99Ms.toFixed(1)} ms  errors ${result.errors}`,
      )
    }
  }
}
for (const { subject } of running) await subject.stop()
await postgres.close()
await rm(folder, { recursive: true, force: true })

const report = buildTokenReport({
  ways: WAYS,
  steps: STEPS,
  measured,
  rounds: ROUNDS,
  seconds: ROUND_SECONDS,
  cores: cpus(),
})
if (ONLY === undefined) await keepPage('provider-tokens', report.markdown, report.costs)
else say(report.markdown)
if (measured.some(({ errors }) => errors > 0))
  throw new Error('some answers were not 200: the numbers do not count')
