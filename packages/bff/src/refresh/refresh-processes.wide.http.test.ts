import { startBffProcess, type BffProcess } from '@counterfoil/testkit/bff-process'
import { sample } from '@counterfoil/testkit/sample'
import { startBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { describe, expect, it } from 'vitest'
import { REFRESH_STEPS } from './refresh-ports.ts'
import {
  startRefreshWorld,
  world,
  others,
  TOKEN_LIFE_MS,
  connect,
  query,
  refreshes,
  expire,
} from './testing/refresh-fixture.ts'

startRefreshWorld()

/** Starts another process whose clock is after the expiry of the access token. Call it after connecting. */
async function another(options: { crashAt?: string; leaseMs?: number } = {}): Promise<BffProcess> {
  const process = await startBffProcess(world.bff.env, { aheadMs: TOKEN_LIFE_MS, ...options })
  others.push(process)
  return process
}

describe('a refresh with several processes', () => {
  const providers = [
    ['keeps the refresh token', false],
    ['rotates the refresh token', true],
  ] as const
  it.each(sample(providers, 1))(
    'is made once for 1,000 queries at token expiry, with a slow provider that %s',
    async (_name, rotate) => {
      world.provider.setRotation(rotate)
      await connect()
      await expire()
      const [one, two, three] = await Promise.all([
        another({ leaseMs: 4000 }),
        another({ leaseMs: 4000 }),
        another({ leaseMs: 4000 }),
      ])
      const release = Promise.withResolvers<void>()
      world.provider.next('token', { kind: 'hold', until: release.promise })
      const addresses = [one, two, three].map((process) => process.address)
      const asked = Array.from({ length: 1000 }, (_unused, index) => query(addresses[index % 3] ?? ''))
      await until('the refresh has begun', () => refreshes().length > 0)
      // Slower than the lease: it has to be renewed again and again meanwhile.
      let renewals = 0
      let beforeMs = 0
      await until('the lease was renewed over more than its length', async () => {
        const leftMs = await world.store.pttl(`connection:{${world.connectionId}}:lock`)
        if (leftMs > beforeMs) renewals += 1
        beforeMs = leftMs
        return renewals > 3
      })
      release.resolve()
      const answers = await Promise.all(asked)
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(refreshes()).toHaveLength(1)
      expect(world.provider.aliveTokens()).toHaveLength(rotate ? 3 : 2)
    },
  )

  it('is made by another process after the lease if the lock owner dies', async () => {
    await connect()
    await expire()
    const pendingRevocations = await another({ crashAt: 'locked', leaseMs: 500 })
    await query(pendingRevocations.address).catch(() => undefined)
    await pendingRevocations.exited
    expect((await world.maria.query(world.connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
  })

  it('is discarded after a disconnect, and its tokens are revoked', async () => {
    await connect()
    await expire()
    const release = Promise.withResolvers<void>()
    world.provider.next('token', { kind: 'hold', until: release.promise })
    const asked = world.maria.query(world.connectionId)
    await until('the refresh has begun', () => refreshes().length === 1)
    const gone = await world.maria.post(`/api/connections/${world.connectionId}/disconnect`)
    expect(gone.json()).toMatchObject({ connection: { state: 'disconnected' } })
    release.resolve()
    expect((await asked).json()).toMatchObject({ code: 'connection-disconnected' })
    await until('nothing lives', () => world.provider.aliveTokens().length === 0)
    // What came too late is revoked by name, not only with its family.
    const newest = world.provider.issuedSecrets().at(-1)
    await until('it was revoked', () =>
      world.provider.callsOf('revoke').some((call) => call.fields['token'] === newest),
    )
    expect((await world.maria.connection()).state).toBe('disconnected')
  })

  it('is discarded if it ends late: the tokens that a newer writer stored are kept', async () => {
    await connect()
    await expire()
    const release = Promise.withResolvers<void>()
    world.provider.next('token', { kind: 'hold-before', until: release.promise })
    const late = world.maria.query(world.connectionId)
    await until('the late one has asked', () => refreshes().length === 1)
    // Its lock has expired, as after a pause of the process; another process acquires it.
    await world.store.del(`connection:{${world.connectionId}}:lock`)
    const second = await startBff({
      redisUrl: world.redis.url,
      provider: world.provider,
      env: { ...world.bff.env, BFF_PORT: '0' },
      overrides: { clock: () => Date.now() + 7200_000 },
    })
    const [port] = [/"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(second.logs())?.[1]]
    expect((await query(`http://127.0.0.1:${port}`)).status).toBe(200)
    release.resolve()
    await late
    expect(world.bff.logs()).toContain('"outcome":"lost_to_newer"')
    // The late answer made the winner's access token invalid at the provider; the next query mends that.
    await until('it works', async () => (await world.maria.query(world.connectionId)).status === 200)
    await world.maria.post(`/api/connections/${world.connectionId}/disconnect`)
    await until('nothing lives', () => world.provider.aliveTokens().length === 0)
    await second.close()
  })
})

describe('a process that is killed during a refresh', () => {
  const cases = REFRESH_STEPS.flatMap((step) => [
    [step, 'keeps the refresh token', false] as const,
    [step, 'rotates the refresh token', true] as const,
  ])
  it.each(sample(cases, 3))(
    'at "%s", with a provider that %s, leaves a working connection',
    async (step, _name, rotate) => {
      world.provider.setRotation(rotate)
      await connect()
      await expire()
      const victim = await another({ crashAt: step, leaseMs: 500 })
      await query(victim.address).catch(() => undefined)
      await victim.exited
      expect((await world.maria.query(world.connectionId)).status).toBe(200)
      expect((await world.maria.connection()).state).toBe('connected')
      // Nothing the provider made for the answer we never saw stays alive unknown to us.
      await world.maria.post(`/api/connections/${world.connectionId}/disconnect`)
      await until('nothing lives', () => world.provider.aliveTokens().length === 0)
    },
  )

  it.each(sample(REFRESH_STEPS, 1))(
    'at "%s", with immediate rotation, leaves a working connection or one that reports why it ended',
    async (step) => {
      world.provider.setRotation('at_once')
      await connect()
      await expire()
      const victim = await another({ crashAt: step, leaseMs: 500 })
      await query(victim.address).catch(() => undefined)
      await victim.exited
      const answer = await world.maria.query(world.connectionId)
      if (step === 'spent') {
        expect(answer.json()).toMatchObject({ code: 'reconnect-required' })
        expect(await world.maria.connection()).toMatchObject({ state: 'reconnect', reason: 'ended' })
      } else {
        expect(answer.status).toBe(200)
        await world.maria.post(`/api/connections/${world.connectionId}/disconnect`)
      }
      await until('nothing lives', () => world.provider.aliveTokens().length === 0)
    },
  )

  it('leaves a connection that reports its end if the provider rotated at once and the answer was lost', async () => {
    world.provider.setRotation(true)
    await connect()
    await expire()
    world.provider.next('token', { kind: 'lose-answer' })
    await world.maria.query(world.connectionId)
    world.provider.withdrawAccess()
    world.bff.advance(600_000)
    expect((await world.maria.query(world.connectionId)).json()).toMatchObject({ code: 'reconnect-required' })
    expect(await world.maria.connection()).toMatchObject({ state: 'reconnect', reason: 'ended' })
    // The used token is sent to the provider again, to revoke tokens that the lost answer may have issued.
    await until('the family is ended', () => world.provider.callsOf('revoke').length > 0)
  })
})
