// npm run bench -- query-burst: many queries of one connection over three processes, at expiry and within Harbour's limits.
import { bootOf, createBffPerson } from '@counterfoil/testkit/bff-person'
import { formTo } from '@counterfoil/testkit/browser-agent'
import { startFakeProvider } from '@counterfoil/testkit/fake-provider'
import {
  connectLongAgo,
  sendBurst,
  startBffProcesses,
  type BurstResult,
} from '@counterfoil/testkit/query-burst'
import { startRedis } from '@counterfoil/testkit/redis'
import { startBff } from '@counterfoil/testkit/start-bff'
import { startStack } from '@counterfoil/testkit/start-stack'
import { buildWeb } from '../tools/release/web-build.ts'
import { bffSettings } from './product/settings.ts'
import { formatRows, keepPage } from './report/page.ts'

const PROCESSES = 3
const AT_EXPIRY = 10_000
/** The number of queries at Harbour's limits. It takes more than two minutes, so that the one-minute window restarts meanwhile. */
const WITHIN_LIMITS = 1000

/** Starts processes of one app; disposing ends them. */
async function startProcesses(env: Readonly<Record<string, string>>) {
  const all = await startBffProcesses(PROCESSES, env)
  return {
    all,
    async [Symbol.asyncDispose]() {
      for (const process of all) await process.stop()
    },
  }
}

/** Sends a burst at the moment a token expires, and counts the refreshes that the provider receives. */
async function burstAtExpiry(
  rotate: 'at_once' | false,
): Promise<BurstResult & { readonly refreshes: number }> {
  await using redis = await startRedis()
  await using provider = await startFakeProvider({ rotate })
  await using beside = await startBff({ redisUrl: redis.url, provider })
  const subject = await connectLongAgo(beside, provider)
  await using processes = await startProcesses({ ...beside.env, BFF_LOG_LEVEL: 'error' })
  const result = await sendBurst(processes.all, subject, { count: AT_EXPIRY, atOnce: 300 })
  return { ...result, refreshes: provider.callsOf('token').length }
}

/** Sends a burst to the app at Harbour, both with default limits, and counts the requests that Harbour refuses. */
async function burstAtHarbour(): Promise<BurstResult & { readonly refusedByHarbour: number }> {
  const bff = {
    // The default limits; a stack for tests has others, and all processes count in one store.
    BFF_REQUESTS_PER_MINUTE_PER_ADDRESS: '3000',
    BFF_GRAPHQL_PER_MINUTE_PER_SESSION: '600',
    BFF_API_PER_MINUTE_PER_SESSION: '600',
    BFF_PROVIDER_GRAPHQL_PER_MINUTE_PER_CONNECTION: '600',
    BFF_PROVIDER_GRAPHQL_PER_MINUTE: '6000',
  }
  await using ends = new AsyncDisposableStack()
  const stack = await startStack({
    bff,
    provider: {
      PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '600',
      PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_APPLICATION: '6000',
    },
  })
  ends.defer(() => stack.close())
  const person = createBffPerson(stack.appUrl)
  const signIn = await person.start()
  const credentials = { email: 'many@harbour.example', password: 'harbour-demo' }
  const consent = await person.agent.submit(signIn, formTo(signIn, '/sign-in'), credentials)
  const business = /value="([^"]+)"[^>]*>(?:(?!<label)[\s\S])*?<b>Northwind Trading/.exec(consent.body)?.[1]
  const answer = { business: business ?? '', answer: 'allow' }
  const { session } = bootOf(await person.agent.submit(consent, formTo(consent, '/answer'), answer))
  const [, sessionSecret = '', tokenKey = '', clientSecret = ''] = await stack.configuredSecrets()
  await using processes = await startProcesses({
    ...bffSettings({ ...stack, application: { clientId: stack.clientId, clientSecret } }),
    ...{ BFF_SESSION_SECRETS: sessionSecret, BFF_TOKEN_KEYS: `k1:${tokenKey}` },
    ...bff,
    REDIS_URL: stack.redisUrl,
  })
  const subject = {
    appUrl: stack.appUrl,
    cookie: person.agent.cookies(stack.appUrl),
    connectionId: session.selectedConnectionId ?? '',
  }
  const result = await sendBurst(processes.all, subject, { count: WITHIN_LIMITS, atOnce: 24 })
  const lines = (await stack.logs()).split('\n')
  const refusedByHarbour = lines.filter((line) => line.includes('RATE_LIMITED')).length
  return { ...result, refusedByHarbour }
}

const rowOf = (what: string, { answers, tookMs }: BurstResult, outcome: string) => {
  const counted = Object.entries(answers).map(([kind, count]) => `${count} × ${kind}`)
  return [what, counted.join(', '), `${(tookMs / 1000).toFixed(1)} s`, outcome]
}

const keeps = await burstAtExpiry(false)
const rotates = await burstAtExpiry('at_once')
await buildWeb()
const harbour = await burstAtHarbour()
const page = `# Many queries of one connection

Over ${PROCESSES} processes on one Redis.

| what | answers | took | |
|---|---|--:|---|
${formatRows([
  rowOf(
    `${AT_EXPIRY} queries as the token expires; the provider keeps refresh tokens`,
    keeps,
    `${keeps.refreshes} refresh`,
  ),
  rowOf('the same; it rotates them, and reuse ends the grant', rotates, `${rotates.refreshes} refresh`),
  rowOf(
    `${WITHIN_LIMITS} queries, 24 at a time, against Harbour; both with the limits they have by default`,
    harbour,
    `${harbour.refusedByHarbour} refused by Harbour`,
  ),
])}
`
await keepPage('query-burst', page)
const isGood =
  [keeps, rotates].every(({ refreshes, answers }) => refreshes === 1 && answers['200'] === AT_EXPIRY) &&
  harbour.refusedByHarbour === 0
process.exitCode = isGood ? 0 : 1
