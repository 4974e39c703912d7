// npm run bench -- sweep: how long the sweeper takes for many people who are due at once.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseConfig } from '@counterfoil/bff/config'
import { runBff } from '@counterfoil/bff/run'
import { createLogger } from '@counterfoil/service/logger'
import { startRedis } from '@counterfoil/testkit/redis'
import { until } from '@counterfoil/testkit/until'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import { Redis } from 'ioredis'
import { AUTH_URL, SECRET, seedSessions, TOKEN_KEY } from './bff/sessions.ts'

const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 100_000)
const LIST = 'sweep:principals'
const RESULTS = join(import.meta.dirname, 'results')

const server = await startRedis()
const redis = new Redis(server.url)
console.log(`${PEOPLE} people, each with a session and a connection …`)
await seedSessions(server.url, PEOPLE)
// All are due at this moment.
await redis.zunionstore(LIST, 1, LIST, 'WEIGHTS', 0)

const bff = await runBff(
  parseConfig(
    {
      BFF_PORT: '0',
      REDIS_URL: server.url,
      BFF_SESSION_SECRETS: SECRET,
      BFF_TOKEN_KEYS: `k1:${TOKEN_KEY.toString('base64')}`,
      BFF_PROVIDER_AUTH_URL: AUTH_URL,
      BFF_PROVIDER_GRAPHQL_URL: AUTH_URL,
      BFF_PROVIDER_CLIENT_ID: 'bench',
      BFF_PROVIDER_CLIENT_SECRET: 'bench-secret',
      BFF_SWEEP_SECONDS: '1',
    },
    () => undefined,
  ),
  { web: emptyWebBuild(), logger: createLogger({ name: 'bff', level: 'warn' }) },
)
const dueNow = async () => redis.zcount(LIST, '-inf', Date.now())
await until('the sweeper has begun', async () => (await dueNow()) < PEOPLE)
const beganAtMs = performance.now()
await until('nobody is due', async () => (await dueNow()) === 0, { withinMs: 3_600_000, everyMs: 100 })
const seconds = (performance.now() - beganAtMs) / 1000
await bff.close()
redis.disconnect()
await server.close()

const perSecond = Math.round(PEOPLE / seconds)
const line = `One process looked at ${PEOPLE.toLocaleString('en')} people who were due at once, each with a session and a connection, in ${seconds.toFixed(0)} s: ${perSecond.toLocaleString('en')} a second.`
await mkdir(RESULTS, { recursive: true })
await writeFile(join(RESULTS, 'sweep.md'), `# The sweeper\n\n${line}\n`)
await writeFile(
  join(RESULTS, 'sweep.json'),
  `${JSON.stringify({ people: PEOPLE, seconds: Number(seconds.toFixed(1)), perSecond }, null, 2)}\n`,
)
console.log(line)
