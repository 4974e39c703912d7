// npm run bench -- person-cost: the cost of one person who connects, opens the home page and disconnects, and the rows left in
// PostgreSQL.
import { randomBytes } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { startBffProcess } from '@counterfoil/testkit/bff-process'
import { createBrowserAgent, formTo, type BrowserAgent } from '@counterfoil/testkit/browser-agent'
import { startChild } from '@counterfoil/testkit/child'
import { freePorts } from '@counterfoil/testkit/free-port'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { startRedis } from '@counterfoil/testkit/redis'
import { until } from '@counterfoil/testkit/until'
import { counterfoilApplication } from '@counterfoil/tools/start/counterfoil-application'
import { buildWeb } from '@counterfoil/tools/release/web-build'
import { request } from 'undici'
import { measureRows } from './capacity/row-bytes.ts'
import { cpuSecondsOf } from './load/subject.ts'
import { bffSettings, withProvider } from './product/settings.ts'
import { formatRows, keepPage } from './report/page.ts'

const ROOT = join(import.meta.dirname, '..')
const CONNECTS = 40
/** The number of page loads before the measurement: a new process runs code that has not been optimized yet. */
const FIRST_LOADS = 100
const LOADS = 1_000
const WARM_UP = 10
/** Returns settings without a limit: nobody opens so many pages in a minute, and pages with refused figures would be measured. */
const noLimit = (start: string, ...ends: readonly string[]) =>
  Object.fromEntries(ends.map((end) => [start + end, '10000000']))

const [load = 0] = loadavg()
await buildWeb()
const postgres = await startPostgres()
const redis = await startRedis()
const { url: databaseUrl } = await postgres.createDatabase()
const [providerPort = 0, appPort = 0] = await freePorts(2)
const [providerUrl, appUrl] = [`http://127.0.0.1:${providerPort}`, `http://localhost:${appPort}`]
const providerEnv = {
  ...{ PROVIDER_PORT: String(providerPort), PROVIDER_PUBLIC_URL: providerUrl, DATABASE_URL: databaseUrl },
  ...{ PROVIDER_SECRET: randomBytes(32).toString('base64url'), PROVIDER_ADMIN_SOCKET: 'none' },
  ...{ PROVIDER_SEED: 'demo', PROVIDER_SEED_PUBLIC: 'true', PROVIDER_LOG_LEVEL: 'error' },
  ...noLimit('PROVIDER_GRAPHQL_', 'CALLS_PER_MINUTE_PER_TOKEN', 'CALLS_PER_MINUTE_PER_APPLICATION'),
  ...{
    PROVIDER_GRAPHQL_POINTS_PER_MINUTE_PER_TOKEN: '100000000',
    ...noLimit('PROVIDER_', 'REQUESTS_PER_MINUTE'),
  },
}
const application = (await withProvider(providerEnv, (running) =>
  running.admin([...counterfoilApplication(appUrl)]),
)) as Parameters<typeof bffSettings>[0]['application']
const provider = startChild(process.execPath, [join(ROOT, 'apps/provider/src/main.ts')], {
  env: { PATH: process.env['PATH'], ...providerEnv },
})
await until('Harbour is ready', async () => (await fetch(`${providerUrl}/health/ready`)).ok)
const bff = await startBffProcess(
  {
    ...bffSettings({ appUrl, providerUrl, application }),
    REDIS_URL: redis.url,
    ...{ BFF_CONNECT_STARTS_PER_TEN_MINUTES: '100000', ...noLimit('BFF_GRAPHQL_PER_MINUTE_PER_SESSION', '') },
    ...noLimit('BFF_PROVIDER_GRAPHQL_PER_MINUTE', '', '_PER_CONNECTION'),
    BFF_REDIS_COMMAND_TIMEOUT_MS: '5000',
    BFF_WEB_DIR: join(ROOT, 'apps/web/dist'),
  },
  // Background work is off, because tests run it twenty times as often as production.
  { port: appPort, pages: 'built', workers: 'off' },
)

/** Returns the processor time of both services per call of `once`. */
async function measure(times: number, once: () => Promise<unknown>) {
  const pids = [bff.pid, provider.process.pid ?? 0]
  for (let at = 0; at < WARM_UP; at += 1) await once()
  const before = pids.map(cpuSecondsOf)
  for (let at = 0; at < times; at += 1) await once()
  // Work after the answer belongs to its cost.
  await sleep(1_000)
  const [bffMs = 0, providerMs = 0] = pids.map(
    (pid, index) => ((cpuSecondsOf(pid) - (before[index] ?? 0)) * 1_000) / times,
  )
  return { bffMs, providerMs }
}

const agent = createBrowserAgent()
async function connect(browser: BrowserAgent): Promise<void> {
  let page = await browser.visit(`${appUrl}/`)
  page = await browser.submit(page, formTo(page, '/connect/start'))
  if (page.body.includes('name="password"')) {
    const account = { email: 'single@harbour.example', password: 'harbour-demo' }
    page = await browser.submit(page, formTo(page, '/sign-in'), account)
  }
  if (page.url.startsWith(providerUrl))
    await browser.submit(page, formTo(page, '/answer'), { answer: 'allow' })
}
const headers = { 'x-counterfoil-request': '1', 'sec-fetch-site': 'same-origin', origin: appUrl }
async function disconnect(): Promise<void> {
  const { connections } = (await agent.send('GET', `${appUrl}/api/session`, { headers })).json<{
    connections: { id: string; state: string }[]
  }>()
  const living = connections.find(({ state }) => state === 'connected')
  await agent.send('POST', `${appUrl}/api/connections/${living?.id}/disconnect`, { headers })
}

await connect(agent)
const connecting = await measure(CONNECTS, async () => {
  await disconnect()
  await connect(agent)
})
let bytes = 0
// The page of the business; the app's root redirects to it.
const { url: home } = await agent.visit(`${appUrl}/`)
async function look(): Promise<void> {
  const { body } = await request(home, {
    headers: {
      ...{ cookie: agent.cookies(appUrl), accept: 'text/html', 'accept-encoding': 'zstd' },
      ...{ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    },
  })
  const page = await body.arrayBuffer()
  bytes = page.byteLength
  if (!zstdDecompressSync(page).includes('class="picture-answer"'))
    throw new Error('a page came without figures')
}
const firstLooking = await measure(FIRST_LOADS, look)
const looking = await measure(LOADS, look)
await bff.stop()
await provider.stop()
const rows = await measureRows(databaseUrl)
await redis.close()
await postgres.close()
const page = `# What a person costs

Node ${process.version}. Processor time as the kernel counts it, of one process of each service, one person at a time, and always the same one; ${CONNECTS} connects, ${FIRST_LOADS} and ${LOADS.toLocaleString('en')} pages; the load of the ${availableParallelism()} processors was ${load.toFixed(1)} before it began.
Repeat it with \`npm run bench -- person-cost\`.

| what | BFF | Harbour |
|---|--:|--:|
| disconnects, and connects again in a browser that is signed in at Harbour | ${connecting.bffMs.toFixed(1)} ms | ${connecting.providerMs.toFixed(1)} ms |
| loads the home page with its figures, fourteen months of books: the first ${FIRST_LOADS} since both began | ${firstLooking.bffMs.toFixed(1)} ms | ${firstLooking.providerMs.toFixed(1)} ms |
| the same, afterwards | ${looking.bffMs.toFixed(1)} ms | ${looking.providerMs.toFixed(1)} ms |

The page is ${bytes.toLocaleString('en')} bytes, compressed with zstd, without scripts and styles. Goals for it: 5 ms and 4 ms${looking.bffMs > 5 || looking.providerMs > 4 ? ', not both met' : ''}.

The BFF waits 20 ms for the figures; if they take longer, as on a busy machine or with a slow provider, it renders the heading first, about 0.7 ms more.

| table | bytes of a row, with its indexes |
|---|--:|
${formatRows(Object.entries(rows).map(([table, size]) => [`\`${table}\``, size]))}
`
const rowBytes = (table: string) => rows[table] ?? Number.NaN
await keepPage('person-cost', page, {
  ...{ bffPageMs: looking.bffMs, harbourPageMs: looking.providerMs, pageBytes: bytes },
  ...{ bffConnectMs: connecting.bffMs, harbourConnectMs: connecting.providerMs },
  ...{ grantBytes: rowBytes('grants'), familyBytes: rowBytes('token_families') },
  dayOfUseBytes: rowBytes('grant_usage'),
  harbourSessionBytes: rowBytes('browser_sessions') + rowBytes('session_accounts'),
})
process.exit(0)
