import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { SAM } from '@counterfoil/testkit/bff-world'
import { createCommandGate, type CommandGate } from '@counterfoil/testkit/command-gate'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let redis: TestRedis
let store: Redis
let gate: CommandGate
let provider: FakeProvider
let bff: TestBff

beforeAll(async () => {
  redis = await startRedis()
  store = new Redis(redis.url)
  gate = await createCommandGate(redis.port)
  provider = await startFakeProvider()
  bff = await startBff({
    redisUrl: `redis://127.0.0.1:${gate.port}`,
    provider,
    env: { BFF_SWEEP_SECONDS: '3600' },
    // Nothing but the request asks the store.
    overrides: { revokeEveryMs: 3_600_000 },
  })
})
afterAll(async () => {
  await bff.close()
  await provider.close()
  await gate.close()
  store.disconnect()
  await redis.close()
})
beforeEach(async () => {
  await gate.open()
  provider.person({ userId: 'VXNlcjptYXJpYQ==', email: 'maria@harbour.example' })
  await until('the store is there', async () => (await fetch(`${bff.url}/health/ready`)).status === 200)
})

const isSignedIn = async (person: BffPerson) => (await person.session()).person !== null
const cookieOf = (person: BffPerson) =>
  /counterfoil-session=([^;]+)/.exec(person.agent.cookies(bff.url))?.[1] ?? ''

/** Creates another browser that has only this session cookie. */
function withCookie(cookie: string): BffPerson {
  const person = createBffPerson(bff.url)
  if (cookie !== '') person.agent.setCookie(bff.url, 'counterfoil-session', cookie)
  return person
}

/** Creates a signed-in person whose next request is the callback of another attempt. */
async function aboutToReconnect(maria = createBffPerson(bff.url)) {
  if (cookieOf(maria) === '') await maria.connect()
  const old = cookieOf(maria)
  const stop = await maria.start({}, { stopAt: `${bff.url}/connect/callback` })
  return { maria, old, callback: stop.location ?? '' }
}

describe('a replaced session', () => {
  it.each(['before it is done', 'after it was done'] as const)(
    'signs nobody out if Redis becomes unavailable at any command, %s',
    async (when) => {
      let ended = false
      let last = 0
      const maria = createBffPerson(bff.url)
      // Together the two leave the store as every single command does: 0, 2, 4, … and 1, 3, 5, … are done.
      for (let command = 1; !ended; command += 2) {
        const { old, callback } = await aboutToReconnect(maria)
        ended = true
        gate.begin({
          number: command,
          moment: when === 'before it is done' ? 'before' : 'after',
          onReached() {
            ended = false
            gate.cut()
          },
        })
        const answer = await maria.agent.send('GET', callback)
        await gate.open()
        await until('the store is back', async () => (await fetch(`${bff.url}/health/ready`)).status === 200)
        const at = `${when}, command ${command}, answered ${answer.status}`
        // The process may have died as well: the answer was lost, and the browser has its previous cookies.
        expect(await isSignedIn(withCookie(old)), `lost answer, ${at}`).toBe(true)
        expect(await isSignedIn(maria), at).toBe(true)
        last = command
      }
      expect(last).toBeGreaterThan(20)
    },
    120_000,
  )

  it('is invalid after any request has sent the new cookie', async () => {
    const { maria, old, callback } = await aboutToReconnect()
    expect((await maria.agent.send('GET', callback)).status).toBe(303)
    const thief = withCookie(old)
    expect(await isSignedIn(thief)).toBe(true)
    expect((await maria.get('/api/sessions')).status).toBe(200)
    expect(await isSignedIn(thief)).toBe(false)
    expect((await thief.get('/api/sessions')).status).toBe(401)
    expect((await thief.visit('/')).session.person).toBeNull()
    expect(await isSignedIn(maria)).toBe(true)
  })

  it('is invalid after the new session was used, also if Redis refused writes meanwhile', async () => {
    const { maria, old, callback } = await aboutToReconnect()
    expect((await maria.agent.send('GET', callback)).status).toBe(303)
    await store.config('SET', 'min-replicas-to-write', '1')
    const fresh = await maria.get('/api/sessions')
    const stale = await withCookie(old).get('/api/sessions')
    await store.config('SET', 'min-replicas-to-write', '0')
    expect([fresh.status, stale.status]).toEqual([503, 200])
    expect((await maria.get('/api/sessions')).status).toBe(200)
    expect((await withCookie(old).get('/api/sessions')).status).toBe(401)
  })

  it('lives a few minutes if the new cookie is never sent back, which use does not extend', async () => {
    const { maria, old, callback } = await aboutToReconnect()
    await maria.agent.send('GET', callback)
    const person = withCookie(old)
    bff.advance(301_000)
    await person.visit('/')
    expect(Date.parse((await person.session()).idleEndsAt ?? '')).toBeLessThanOrEqual(
      Date.now() + 301_000 + 10 * 60_000,
    )
  })

  it('keeps the browser signed in if the response is lost and the callback is loaded again', async () => {
    const { maria, old, callback } = await aboutToReconnect()
    const jar = maria.agent.cookies(bff.url)
    await maria.agent.send('GET', callback)
    const fresh = cookieOf(maria)
    // The same browser, as it was before the answer that never came.
    const again = createBffPerson(bff.url)
    for (const pair of jar.split('; ')) {
      const [name = '', value = ''] = pair.split('=')
      again.agent.setCookie(bff.url, name, value)
    }
    expect((await again.agent.send('GET', callback)).status).toBe(303)
    expect(cookieOf(again)).toBe(fresh)
    expect(await isSignedIn(again)).toBe(true)
    expect(await isSignedIn(withCookie(old))).toBe(false)
  })

  it('is kept if the session of the new cookie has already ended', async () => {
    const { maria, old, callback } = await aboutToReconnect()
    const jar = maria.agent.cookies(bff.url)
    await maria.agent.send('GET', callback)
    const id = decodeURIComponent(cookieOf(maria)).slice(2).split('.')[0]
    expect(await store.del(`sess:${id}`)).toBe(1)
    const again = createBffPerson(bff.url)
    for (const pair of jar.split('; ')) {
      const [name = '', value = ''] = pair.split('=')
      again.agent.setCookie(bff.url, name, value)
    }
    await again.agent.send('GET', callback)
    expect(cookieOf(again)).toBe(old)
    expect(await isSignedIn(again)).toBe(true)
  })

  it('is followed by one with a short lifetime until the browser sends the new cookie', async () => {
    const { maria, callback } = await aboutToReconnect()
    await maria.agent.send('GET', callback)
    const id = decodeURIComponent(cookieOf(maria)).slice(2).split('.')[0]
    expect(await store.pttl(`sess:${id}`)).toBeLessThanOrEqual(10 * 60_000)
    await maria.session()
    expect(await store.pttl(`sess:${id}`)).toBeGreaterThan(7 * 3_600_000)
  })

  it('of another person stays unchanged: a victim with a planted cookie gets a separate session', async () => {
    const thief = createBffPerson(bff.url)
    await thief.connect()
    const planted = cookieOf(thief)
    const victim = withCookie(planted)
    provider.person(SAM)
    const stop = await victim.start({}, { stopAt: `${bff.url}/connect/callback` })
    const done = await victim.agent.send('GET', stop.location ?? '')
    const connectResult = new URL(done.location ?? '').searchParams.get('result')
    await victim.post(`/api/connect-results/${connectResult}/decision`, { choice: 'switch' })
    expect((await thief.session()).person?.email).toBe('maria@harbour.example')
    expect((await victim.session()).person?.email).toBe('sam@harbour.example')
    expect((await thief.session()).person).toBeNull()
  })

  it('leaves the person signed in if two tabs return at once', async () => {
    const { maria, callback } = await aboutToReconnect()
    const second = (await maria.start({}, { stopAt: `${bff.url}/connect/callback` })).location ?? ''
    await Promise.all([maria.agent.visit(callback), maria.agent.visit(second)])
    expect(await isSignedIn(maria)).toBe(true)
  })
})
