// npm run bench -- query-burst: many queries of one connection over three processes, at expiry and within Harbour's limits.
import { randomBytes } from 'node:crypto'
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
import { keepPage } from './keep-page.ts'

const PROCESSES = 3
const AT_EXPIRY = 10_000
/** Takes more than two minutes at the rate that Harbour lets through: its window of a minute begins again meanwhile. */
const WITHIN_LIMITS = 1000

/** Processes of one app, ended with whatever needs them. */
async function startProcesses(env: Readonly<Record<string, string>>) {
  const all = await startBffProcesses(PROCESSES, env)
  return {
    all,
    async [Symbol.asyncDispose]() {
      for (const process of all) await process.stop()
    },
  }
}

/** At the moment a token expires: how many refreshes does the provider see? */
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

/** Harbour and the app with the limits they have by default: does Harbour refuse any? */
async function burstAtHarbour(): Promise<BurstResult & { readonly refusedByHarbour: number }> {
  const bff = {
    BFF_SESSION_SECRETS: randomBytes(32).toString('base64url'),
    BFF_TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    // As they are by default; a stack for tests has others, and all count in one store.
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
  const [, , , clientSecret = ''] = await stack.configuredSecrets()
  await using processes = await startProcesses({
    ...bff,
    BFF_PUBLIC_URL: stack.appUrl,
    REDIS_URL: stack.redisUrl,
    BFF_PROVIDER_AUTH_URL: stack.providerUrl,
    BFF_PROVIDER_GRAPHQL_URL: stack.graphqlUrl,
    BFF_PROVIDER_CLIENT_ID: stack.clientId,
    BFF_PROVIDER_CLIENT_SECRET: clientSecret,
    BFF_LOG_LEVEL: 'error',
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

const describeAnswers = ({ answers }: BurstResult): string =>
  Object.entries(answers)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ')
const seconds = ({ tookMs }: BurstResult): string => `${(tookMs / 1000).toFixed(1)} s`

const keeps = await burstAtExpiry(false)
const rotates = await burstAtExpiry('at_once')
await buildWeb()
const harbour = await burstAtHarbour()
const lines = [
  '# Many queries of one connection',
  '',
  `Over ${PROCESSES} processes on one Redis.`,
  '',
  `| what | answers | took | |`,
  '|---|---|--:|---|',
  `| ${AT_EXPIRY} queries as the token expires; the provider keeps refresh tokens | ${describeAnswers(keeps)} | ${seconds(keeps)} | ${keeps.refreshes} refresh |`,
  `| the same; it rotates them, and reuse ends the grant | ${describeAnswers(rotates)} | ${seconds(rotates)} | ${rotates.refreshes} refresh |`,
  `| ${WITHIN_LIMITS} queries, 24 at a time, against Harbour; both with the limits they have by default | ${describeAnswers(harbour)} | ${seconds(harbour)} | ${harbour.refusedByHarbour} refused by Harbour |`,
  '',
]
await keepPage('query-burst', lines.join('\n'))
const isGood =
  [keeps, rotates].every(({ refreshes, answers }) => refreshes === 1 && answers['200'] === AT_EXPIRY) &&
  harbour.refusedByHarbour === 0
process.exitCode = isGood ? 0 : 1
