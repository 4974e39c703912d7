import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { MondayLetter } from '@counterfoil/bff-api/letter'
import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { DOWN, SAM } from '@counterfoil/testkit/bff-world'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startMailServer, type MailServer } from '@counterfoil/testkit/mail-server'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'

const MINUTE_MS = 60_000
const MOMENT_MS = 1000
const LONG = { BFF_SESSION_IDLE_MINUTES: '43200', BFF_SESSION_ABSOLUTE_HOURS: '8760' }

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let mails: MailServer
let bff: TestBff
let maria: BffPerson
let connectionId: string
/** Functions that run the background work of each process once. */
let rounds: (() => Promise<void>)[]
let nowMs: number

const readFigures: FiguresReader = async ({ ask, lastLook }) => {
  const { putOff } = await lastLook()
  const { data } = await ask({ operationName: 'MyBusiness', variables: {} })
  return { data: { ...data, putOff }, shape: 'figures-1' }
}
const startProcess = (env: Record<string, string> = {}, profile?: object) =>
  startBff({
    redisUrl: redis.url,
    provider: profile === undefined ? provider : { ...CREDENTIALS, profile },
    env: { BFF_SMTP_URL: mails.url, BFF_MAIL_FROM: 'letters@app.example', ...LONG, ...env },
    overrides: {
      clock: () => nowMs,
      web: {
        ...emptyWebBuild(),
        readFigures,
        renderLetter: ({ figures, business, home, reader }) => ({
          subject: `Letter about ${business}`,
          html: `<a href="${home}">${reader.timeZone}</a>`,
          text: JSON.stringify(figures),
        }),
      },
      onBackground: (round) => void rounds.push(round),
    },
  })

const CREDENTIALS = { clientId: 'fake-client', clientSecret: 'fake-client-secret-of-enough-length' }
/** The fake provider as one that is not Harbour. @param emailVerified What it says of addresses. */
const profileWith = (emailVerified: object) => ({
  ...{ name: 'Ledger', metadata: `${provider.authUrl}/.well-known/oauth-authorization-server` },
  ...{
    scopes: { 'user:read': null, 'business:read': null },
    identity: { from: 'tokenResponse', userId: 'userId' },
  },
  person: {
    ...{ from: 'graphql', document: '{ user { id defaultEmail } }' },
    ...{ userId: 'user.id', email: 'user.defaultEmail', ...emailVerified },
  },
  business: { from: 'tokenResponse', id: 'businessId' },
  graphql: { url: provider.graphqlUrl },
})

beforeEach(async () => {
  redis = await startRedis()
  store = new Redis(redis.url)
  provider = await startFakeProvider()
  mails = await startMailServer()
  rounds = []
  nowMs = Date.now()
  bff = await startProcess()
  maria = createBffPerson(bff.url)
  await maria.connect()
  connectionId = (await maria.connection()).id
  return async () => {
    await bff.close()
    await provider.close()
    await mails.close()
    store.disconnect()
    await redis.close()
  }
})

const letter = async () => (await maria.get(`/api/connections/${connectionId}/letter`)).json<MondayLetter>()
const choose = async (isWanted: boolean) =>
  (await maria.post(`/api/connections/${connectionId}/letter/choice`, { isWanted })).json<MondayLetter>()
const work = async () => {
  for (const round of rounds) await round()
}
/** Waits for seven o'clock of the next Monday, and a moment: the store's clock is another one. */
const goToMonday = async () => {
  nowMs = Date.parse((await letter()).nextAt ?? '') + MOMENT_MS
}
const later = async (ms: number) => {
  nowMs += ms
  await work()
}
const received = () => mails.received
const stopAddress = () => /<(.*)>/.exec(received().at(-1)?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''

describe('the weekly e-mail letter', () => {
  it('is off by default, and is sent once each Monday at seven after its person switches it on', async () => {
    expect((await maria.session()).provider.hasLetter).toBe(true)
    expect(await letter()).toEqual({ nextAt: null, trouble: null })
    const { nextAt } = await choose(true)
    expect(new Date(nextAt ?? '').toISOString()).toMatch(/T07:00:00/)
    await work()
    nowMs = Date.parse(nextAt ?? '') - MOMENT_MS
    await work()
    expect(received()).toHaveLength(0)
    await later(2 * MOMENT_MS)
    await later(5 * MINUTE_MS)
    expect(received()).toHaveLength(1)
    expect(received()[0]?.to).toEqual(['fake@harbour.example'])
    expect(received()[0]?.headers.get('subject')).toBe('Letter about Fake & Co')
    expect(received()[0]?.raw).toContain('"name":"Fake & Co"')
    await goToMonday()
    await work()
    expect(received()).toHaveLength(2)
    expect(new Set(received().map(({ headers }) => headers.get('message-id'))).size).toBe(2)
    expect((await letter()).trouble).toBeNull()
  })

  it('is not offered without a mail server, or if the provider verifies no e-mail addresses', async () => {
    const without = await startProcess({ BFF_SMTP_URL: '', BFF_MAIL_FROM: '' })
    const sam = createBffPerson(without.url)
    await sam.connect()
    expect((await sam.session()).provider.hasLetter).toBeUndefined()
    expect((await sam.get(`/api/connections/${(await sam.connection()).id}/letter`)).status).toBe(404)
    await without.close()
    const unverified = await startProcess({}, profileWith({}))
    const rosa = createBffPerson(unverified.url)
    await rosa.connect()
    expect((await rosa.session()).provider.hasLetter).toBeUndefined()
    await unverified.close()
  })

  it('is refused for an address that the provider reports as unverified', async () => {
    const other = await startProcess({}, profileWith({ emailVerified: 'user.verified' }))
    const rosa = createBffPerson(other.url)
    await rosa.connect()
    const path = `/api/connections/${(await rosa.connection()).id}/letter/choice`
    const choice = async (verified: unknown) => {
      provider.onGraphql(({ grant }) => ({
        data: { user: { id: grant.userId, defaultEmail: grant.email, verified } },
      }))
      return (await rosa.post(path, { isWanted: true })).json<MondayLetter>()
    }
    expect(await choice(false)).toEqual({ nextAt: null, trouble: 'address' })
    expect((await choice(true)).nextAt).not.toBeNull()
    await other.close()
  })

  it('is not sent twice if the process ends before the next Monday is scheduled', async () => {
    await choose(true)
    await goToMonday()
    await work()
    await store.zadd('letters', 0, connectionId)
    await work()
    expect(received()).toHaveLength(1)
  })

  it('leaves no data if it is switched off while it is sent, or switched on while the business is disconnected', async () => {
    const key = `connection:{${connectionId}}:letter`
    await choose(true)
    await goToMonday()
    const { promise: silence, resolve: speak } = Promise.withResolvers<void>()
    mails.silence = silence
    const sending = work()
    await until('the mail server has the letter', () => received().length === 1)
    await choose(false)
    speak()
    await sending
    expect(Object.keys(await store.hgetall(key))).toEqual(['stops'])
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    provider.next('graphql', { kind: 'hold', until: held })
    const asked = provider.callsOf('graphql').length
    const choosing = choose(true)
    await until('the address is asked for', () => provider.callsOf('graphql').length > asked)
    await maria.post(`/api/connections/${connectionId}/disconnect`)
    release()
    await choosing
    expect(await store.exists(key)).toBe(0)
  })

  it('uses the time zone and language of the browser that switched it on', async () => {
    await maria.post('/api/preferences', { timeZone: 'America/Toronto' })
    const { nextAt } = await choose(true)
    const clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/Toronto',
      timeStyle: 'short',
      hourCycle: 'h23',
    })
    expect(clock.format(new Date(nextAt ?? ''))).toBe('07:00')
    await goToMonday()
    await work()
    expect(received()[0]?.raw).toContain('America/Toronto')
  })

  it('is sent by one of several processes, and resent by another if the first dies while sending', async () => {
    const { BFF_TOKEN_KEYS = '', BFF_SESSION_SECRETS = '' } = bff.env
    const other = await startProcess({ BFF_TOKEN_KEYS, BFF_SESSION_SECRETS })
    const first = received()
    await choose(true)
    await goToMonday()
    const { promise: silence, resolve: speak } = Promise.withResolvers<void>()
    mails.silence = silence
    const [one, two] = rounds
    const hanging = one?.()
    await until('the mail server has the letter', () => first.length === 1)
    await two?.()
    nowMs += 2 * MINUTE_MS - MOMENT_MS
    await two?.()
    expect(first).toHaveLength(1)
    // The first process never reports how the sending ended.
    mails.silence = undefined
    nowMs += 10 * MINUTE_MS
    await two?.()
    expect(first).toHaveLength(2)
    expect(first[1]?.headers.get('message-id')).toBe(first[0]?.headers.get('message-id'))
    speak()
    await hanging
    await later(10 * MINUTE_MS)
    expect(first).toHaveLength(2)
    await other.close()
  })

  it('waits while the provider or the mail server is down, and is dropped at the end of Monday', async () => {
    await choose(true)
    await goToMonday()
    provider.always('graphql', DOWN)
    await work()
    expect((await letter()).trouble).toBe('provider')
    provider.always('graphql')
    mails.refusal = Object.assign(new Error('busy'), { responseCode: 451 })
    await later(10 * MINUTE_MS)
    expect((await letter()).trouble).toBe('mail')
    mails.refusal = undefined
    await later(10 * MINUTE_MS)
    expect(received()).toHaveLength(1)
    expect((await letter()).trouble).toBeNull()
    await goToMonday()
    provider.always('graphql', DOWN)
    await work()
    provider.always('graphql')
    await later(17 * 60 * MINUTE_MS)
    expect(received()).toHaveLength(1)
  })

  it('is not retried on that Monday if the mail server refuses it permanently', async () => {
    await choose(true)
    await goToMonday()
    mails.refusal = Object.assign(new Error('no such person'), { responseCode: 550 })
    await work()
    mails.refusal = undefined
    await later(10 * MINUTE_MS)
    expect(received()).toHaveLength(0)
    expect((await letter()).trouble).toBe('mail')
    await goToMonday()
    await work()
    expect(received()).toHaveLength(1)
  })

  it('is sent only to the address that the provider had verified when it was switched on', async () => {
    await choose(true)
    await goToMonday()
    provider.onGraphql(({ grant }) => ({
      data: {
        user: { id: grant.userId, defaultEmail: SAM.email },
        business: { id: grant.businessId, name: 'Fake & Co' },
      },
    }))
    await work()
    expect(received()).toHaveLength(0)
    expect(await letter()).toEqual({ nextAt: null, trouble: 'address' })
    provider.onGraphql(({ grant }) => ({ data: { user: { id: grant.userId, defaultEmail: null } } }))
    expect(await choose(true)).toEqual({ nextAt: null, trouble: 'address' })
  })

  it('is not sent for a connection that needs its person, and its status names the connection', async () => {
    await choose(true)
    await goToMonday()
    provider.withdrawAccess()
    await work()
    await later(10 * MINUTE_MS)
    expect(received()).toHaveLength(0)
    expect((await letter()).trouble).toBe('connection')
  })

  it('ends with the connection, also if the person connects the same business again', async () => {
    await choose(true)
    await goToMonday()
    await maria.post(`/api/connections/${connectionId}/disconnect`)
    expect(await store.exists(`connection:{${connectionId}}:letter`)).toBe(0)
    await maria.connect()
    expect(await letter()).toEqual({ nextAt: null, trouble: null })
    await work()
    expect(received()).toHaveLength(0)
    expect(await store.zcard('letters')).toBe(0)
  })

  it('is cancelled by its link: a mail client posts without a cookie, a person presses one button', async () => {
    await choose(true)
    await goToMonday()
    await work()
    expect(received()[0]?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const page = await fetch(stopAddress())
    expect(await page.text()).toContain('Stop the Monday letter?')
    expect((await letter()).nextAt).not.toBeNull()
    const post = (address: string) =>
      fetch(address, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    expect((await post(stopAddress().slice(0, -1))).status).toBe(404)
    expect((await letter()).nextAt).not.toBeNull()
    expect((await post(stopAddress())).status).toBe(200)
    expect(await letter()).toEqual({ nextAt: null, trouble: null })
    // The link is pressed twice, and again after the letter was switched on: the latest letters still cancel it.
    expect((await post(stopAddress())).status).toBe(200)
    await choose(true)
    await post(stopAddress())
    expect((await letter()).nextAt).toBeNull()
    const secret = stopAddress().split('.').at(-1) ?? ''
    expect(bff.logs()).not.toContain(secret)
    expect(JSON.stringify(await store.hgetall(`connection:{${connectionId}}:letter`))).not.toContain(secret)
    const { headers } = page
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ])
  })

  it('can be seen and switched only by its owner', async () => {
    provider.person(SAM)
    const sam = createBffPerson(bff.url)
    await sam.connect()
    const other = `/api/connections/${connectionId}/letter`
    expect((await sam.get(other)).status).toBe(404)
    expect((await sam.post(`${other}/choice`, { isWanted: true })).status).toBe(404)
    expect((await sam.post(`${other}/choice`, { isWanted: 'yes' })).status).toBe(404)
    expect((await maria.post(`${other}/choice`, { isWanted: 'yes' })).status).toBe(400)
  })

  it('does not count as a use of the connection', async () => {
    await choose(true)
    const { lastUsedAt } = await maria.connection()
    await goToMonday()
    await work()
    expect(received()).toHaveLength(1)
    expect((await maria.connection()).lastUsedAt).toBe(lastUsedAt)
    expect(await store.hget(`connection:{${connectionId}}:last-look`, 'seen')).toBeNull()
  })

  it('leaves out what its person had postponed', async () => {
    await maria.post(`/api/connections/${connectionId}/put-off`, { key: 'send:7', until: '2030-01-01' })
    await choose(true)
    await goToMonday()
    await work()
    expect(received()[0]?.raw).toContain('"send:7":"2030-01-01"')
  })
})
