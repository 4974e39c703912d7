import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { Left } from '@counterfoil/bff-api/session'
import { bootOf, createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { BAKERY, DOWN, SAM, startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import type { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson

beforeEach(async () => {
  const world = await startBffWorld()
  ;({ redis, store, provider, bff, maria } = world)
  return world.close
})

/** Posts a plain form as a page without JavaScript does, and returns the page at the end of the redirects. */
async function submit(path: string, fields: Record<string, string> = {}, person = maria) {
  const { csrfToken } = (await person.visit()).session
  return person.agent.post(`${bff.url}${path}`, { csrf: csrfToken, ...fields }, { from: `${bff.url}/` })
}
const connectTwo = async () => {
  await maria.connect()
  provider.person(BAKERY)
  await maria.connect()
}
const keysOf = async (pattern: string) =>
  (await store.keys(pattern)).filter((key) => !key.startsWith('limit:'))

describe('signing out and disconnecting all', () => {
  it('disconnects every business, reports the result, and remembers nothing on this device', async () => {
    await connectTwo()
    const answer = await maria.post('/api/sign-out', { everywhere: false, disconnectAll: true })
    expect(answer.json()).toMatchObject({
      result: { kind: 'signed_out', disconnected: 2, revocation: 'confirmed', stayConnected: 0 },
      session: { person: null, returning: null },
    })
    expect(provider.aliveTokens()).toEqual([])
    expect((await maria.session()).returning).toBeNull()
  })

  it('leaves no data of the person after the next round of the sweeper', async () => {
    await bff.close()
    bff = await startBff({ redisUrl: redis.url, provider, env: { BFF_SWEEP_SECONDS: '1' } })
    maria = createBffPerson(bff.url)
    await connectTwo()
    await maria.post('/api/sign-out', { everywhere: false, disconnectAll: true })
    await until('nothing is known', async () => (await keysOf('principal:*')).length === 0)
    expect(await keysOf('connection:*')).toEqual([])
  })

  it('reports "confirming" until the provider has confirmed every revocation, also after a reload', async () => {
    await connectTwo()
    provider.always('revoke', DOWN)
    const answer = await maria.post('/api/sign-out', { everywhere: true, disconnectAll: true })
    const { result } = answer.json<Left>()
    expect(result).toMatchObject({ kind: 'signed_out_everywhere', disconnected: 2, revocation: 'confirming' })
    expect((await maria.visit(`/?left=${result.id}`)).left).toEqual(result)
    provider.always('revoke')
    bff.advance(300_000)
    await until('it is confirmed', async () => {
      const { revocation } = (await maria.get(`/api/leaves/${result.id}`)).json<LeaveResult>()
      return revocation === 'confirmed'
    })
    expect(provider.aliveTokens()).toEqual([])
  })

  it('signs nobody out if Redis becomes unavailable before anything was done', async () => {
    await maria.connect()
    redis.pause()
    const answer = await maria.post('/api/sign-out', { everywhere: false, disconnectAll: true })
    redis.resume()
    expect(answer.status).toBe(503)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect((await maria.session()).person).not.toBeNull()
  })
})

describe('leaving without JavaScript', () => {
  it('disconnects one business, and reports it on the requested page, also after a reload', async () => {
    await connectTwo()
    const [{ id, businessName } = { id: '', businessName: '' }] = (await maria.session()).connections
    const page = await submit('/connect/disconnect', {
      connection_id: id,
      return_to: '/settings/businesses?sort=name',
    })
    expect(page.url).toMatch(/\/settings\/businesses\?sort=name&left=[\w-]+$/)
    const left = { kind: 'disconnected', connectionId: id, businessName, disconnected: 1, stayConnected: 1 }
    expect(bootOf(page).left).toMatchObject({ ...left, revocation: 'confirmed' })
    expect(bootOf(await maria.agent.visit(page.url)).left).toMatchObject(left)
    expect(provider.aliveTokens()).toHaveLength(2)
  })

  it('signs out here and everywhere, and disconnects all businesses on request', async () => {
    for (const [fields, left] of [
      [{}, { kind: 'signed_out', stayConnected: 1, disconnected: 0 }],
      [{ everywhere: '1' }, { kind: 'signed_out_everywhere', stayConnected: 1, disconnected: 0 }],
      [{ disconnect_all: '1' }, { kind: 'signed_out', stayConnected: 0, disconnected: 1 }],
    ] as const) {
      await maria.connect()
      const boot = bootOf(await submit('/connect/sign-out', fields))
      expect(boot).toMatchObject({ left, session: { person: null } })
    }
    expect(bootOf(await submit('/connect/sign-out')).left).toBeNull()
  })

  it('counts a broken connection as one to reconnect, not as one that stays connected', async () => {
    await connectTwo()
    const [broken] = (await maria.session()).connections
    provider.killAccessTokens()
    provider.next('token', { kind: 'answer', status: 400, body: JSON.stringify({ error: 'invalid_grant' }) })
    await maria.query(broken?.id ?? '')
    const boot = bootOf(await submit('/connect/sign-out', {}))
    expect(boot.left).toMatchObject({ stayConnected: 1, needReconnect: 1 })
  })

  it('forgets the device, and forgets the person', async () => {
    await maria.connect()
    await maria.post('/api/sign-out', { everywhere: false })
    const forgotten = bootOf(await submit('/connect/forget-device'))
    expect(forgotten).toMatchObject({ left: { kind: 'device_forgotten' }, session: { returning: null } })
    await maria.connect()
    expect(bootOf(await submit('/connect/forget-me')).left).toMatchObject({
      kind: 'forgotten',
      disconnected: 1,
    })
  })

  it.each(['/connect/disconnect', '/connect/sign-out', '/connect/forget-me', '/connect/forget-device'])(
    'accepts %s only from a page of our origin, with the CSRF token of this browser',
    async (path) => {
      await maria.connect()
      const { id } = await maria.connection()
      expect((await submit(path, { connection_id: id, csrf: 'x'.repeat(43) })).status).toBe(403)
      const foreign = await maria.agent.send('POST', `${bff.url}${path}`, {
        headers: {
          origin: 'https://elsewhere.example',
          'sec-fetch-site': 'cross-site',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ connection_id: id }).toString(),
      })
      expect(foreign.status).toBe(403)
      expect((await maria.agent.visit(`${bff.url}${path}`)).status).toBe(405)
      expect((await maria.session()).connections).toMatchObject([{ id, state: 'connected' }])
    },
  )

  it('does not touch other people’s connections, and shows the result to nobody else', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    provider.person({ ...SAM, ...BAKERY })
    const sam = createBffPerson(bff.url)
    await sam.connect()
    expect(bootOf(await submit('/connect/disconnect', { connection_id: id }, sam)).left).toBeNull()
    expect((await maria.connection()).state).toBe('connected')
    const page = await submit('/connect/disconnect', { connection_id: id })
    const leaveId = new URL(page.url).searchParams.get('left') ?? ''
    expect((await sam.get(`/api/leaves/${leaveId}`)).status).toBe(404)
    expect((await sam.visit(`/?left=${leaveId}`)).left).toBeNull()
  })

  it('reports that the person has to sign in if the session has ended meanwhile', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    const { csrfToken } = (await maria.visit()).session
    await store.del(...(await store.keys('sess:*')))
    const page = await maria.agent.post(
      `${bff.url}/connect/disconnect`,
      { csrf: csrfToken, connection_id: id },
      { from: `${bff.url}/` },
    )
    expect(page).toMatchObject({ status: 401, body: expect.stringContaining('You have been signed out') })
  })
})

describe('"forget me"', () => {
  it('deletes all data of the person: tokens, sessions on all devices, keys and cookies', async () => {
    await connectTwo()
    const phone = createBffPerson(bff.url)
    await phone.connect()
    const answer = await maria.post('/api/forget-me')
    expect(answer.json()).toMatchObject({
      result: { kind: 'forgotten', disconnected: 2, revocation: 'confirmed', stayConnected: 0 },
      session: { person: null, returning: null, connections: [] },
    })
    expect((await phone.session()).person).toBeNull()
    await until('nothing lives', () => provider.aliveTokens().length === 0)
    expect(await keysOf('principal:*')).toEqual([])
    expect(await keysOf('sess:*')).toEqual([])
    await until(
      'the list of pending revocations is empty',
      async () => (await keysOf('connection:*')).length === 0,
    )
    expect(await store.exists('sweep:principals')).toBe(0)
    expect(maria.agent.cookies(bff.url)).not.toMatch(/counterfoil-(session|device)/)
  })

  it('is completed by the sweeper, including sessions, if the process dies after recording it', async () => {
    const { env } = bff
    await maria.connect()
    const [id = ''] = await keysOf('principal:{*}').then((keys) =>
      keys.flatMap((key) => /^principal:\{([^}]+)\}$/.exec(key)?.[1] ?? []),
    )
    const [connectionId = ''] = (await store.zrange(`principal:{${id}}:connections`, '0', '-1')) ?? []
    const connectedAtMs = Date.parse((await maria.connection()).connectedAt)
    const [sessionKey = ''] = await keysOf('sess:*')
    await bff.close()
    // As the step that notes it leaves the store.
    await store.zadd(`principal:{${id}}:forgotten`, connectedAtMs, connectionId)
    await store.sadd(`principal:{${id}}:ended-sessions`, sessionKey.slice('sess:'.length))
    await store.del(`principal:{${id}}`, `principal:{${id}}:connections`, `principal:{${id}}:sessions`)
    bff = await startBff({ redisUrl: redis.url, provider, env: { ...env, BFF_SWEEP_SECONDS: '1' } })
    bff.advance(3 * 60_000)
    await until('nothing lives', () => provider.aliveTokens().length === 0)
    await until('nothing is known', async () => (await keysOf('principal:*')).length === 0)
    expect(await keysOf('sess:*')).toEqual([])
  })

  it('keeps a connection that is being made in another window at that moment', async () => {
    await maria.connect()
    const phone = createBffPerson(bff.url)
    const { location = '' } = await phone.start({}, { stopAt: `${bff.url}/connect/callback` })
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => void (letGo = resolve))
    provider.next('graphql', { kind: 'hold-before', until: held })
    const landing = phone.agent.visit(location)
    await until('it is being finished', () => provider.callsOf('graphql').length > 2)
    expect((await maria.post('/api/forget-me')).json<Left>().result.kind).toBe('forgotten')
    letGo()
    await landing
    const { connections } = await phone.session()
    expect(connections).toMatchObject([{ state: 'connected' }])
    expect((await phone.query(connections[0]?.id ?? '')).status).toBe(200)
    await until('only its tokens live', () => provider.aliveTokens().length === 2)
    const elsewhere = createBffPerson(bff.url)
    await elsewhere.connect({ intent: 'sign_in' })
    expect((await elsewhere.session()).connections).toHaveLength(1)
  })
})
