import { describe, expect, it } from 'vitest'
import {
  asAccessToken,
  asBusinessWireId,
  asConnectionId,
  asPrincipalId,
  asRefreshToken,
  asTokenSetId,
  asUserWireId,
} from '@counterfoil/oauth/testing/ids'
import { exampleConnection, exampleTokens } from '#connections/testing/connection-examples.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import { createAccessTokens, FRESH_MS, REFUSAL_PAUSE_MS } from './access-tokens.ts'
import type { AccessTokensPorts } from './refresh-ports.ts'
import type { TokenOutcome } from '#provider/token-outcome.ts'

const OLD = exampleTokens({ refreshAtMs: 0, expiresAtMs: 0 })
const NEW = exampleTokens({
  id: asTokenSetId('tokens-2'),
  accessToken: asAccessToken('access-2'),
  refreshAtMs: 9e15,
  expiresAtMs: 9e15,
})

/** A store, a lock and a provider in memory; each test changes parts of them. */
function createWorld(changes: Partial<AccessTokensPorts> = {}) {
  const world = {
    record: exampleConnection({ tokens: OLD }) as ConnectionRecord | undefined,
    nowMs: 1_000_000,
    refreshes: 0,
    pendingRevocations: [] as unknown[],
    revoked: [] as string[],
    reports: [] as string[],
    isTaken: false,
    outcome: {
      kind: 'tokens',
      given: {
        accessToken: asAccessToken('fresh'),
        refreshToken: asRefreshToken('refresh-1'),
        lifeSeconds: 7200,
        scopes: ['user:read', 'business:read'],
        userId: asUserWireId('VXNlcjox'),
        businessId: asBusinessWireId('QnVzaW5lc3M6MQ=='),
        oddFields: [],
      },
    } as TokenOutcome,
  }
  const ports: AccessTokensPorts = {
    connections: {
      find: async () => world.record,
      async update(_id, change) {
        if (world.record === undefined) return { kind: 'missing' }
        const after = change(world.record)
        if (after === undefined || after === world.record) return { kind: 'unchanged', current: world.record }
        world.record = after
        return { kind: 'updated', after }
      },
      confirm: async () => undefined,
    },
    locks: {
      leaseMs: 1_000_000,
      tryAcquire: async () => ({ extend: async () => true, release: async () => undefined }),
    },
    endpoint: {
      async refresh() {
        world.refreshes += 1
        return world.outcome
      },
      revoke: async (token) => void world.revoked.push(token),
    },
    onRefresh: ({ outcome }) => world.reports.push(outcome),
    pendingRevocations: { add: async (_id, tokens) => void world.pendingRevocations.push(...tokens) },
    clock: () => world.nowMs,
    random: () => 0.5,
    newId: () => asTokenSetId('tokens-3'),
    wait: () => new Promise(() => undefined),
    ...changes,
  }
  return Object.assign(world, { accessTokens: createAccessTokens(ports) })
}

const get = (world: ReturnType<typeof createWorld>) =>
  world.accessTokens.get(asConnectionId('connection-1'), asPrincipalId('principal-1'))

describe(createAccessTokens, () => {
  it('reads the record again under the lock, and does not refresh tokens that another process has refreshed', async () => {
    const world = createWorld({
      locks: {
        leaseMs: 1_000_000,
        async tryAcquire() {
          // The owner before us has just stored new tokens and let go.
          world.record = exampleConnection({ tokens: NEW })
          return { extend: async () => true, release: async () => undefined }
        },
      },
    })
    expect(await get(world)).toMatchObject({ kind: 'use', accessToken: 'access-2' })
    expect(world.refreshes).toBe(0)
  })

  it('does nothing for another person’s connection, not even a refresh', async () => {
    const world = createWorld()
    expect(
      await world.accessTokens.get(asConnectionId('connection-1'), asPrincipalId('principal-2')),
    ).toEqual({ kind: 'missing' })
    expect(world.refreshes).toBe(0)
  })

  it('refreshes once for simultaneous callers', async () => {
    const world = createWorld()
    const results = await Promise.all(Array.from({ length: 100 }, () => get(world)))
    expect(world.refreshes).toBe(1)
    expect(new Set(results.map((result) => (result.kind === 'use' ? result.accessToken : '')))).toEqual(
      new Set(['fresh']),
    )
  })

  it('revokes tokens that were received too late, except a refresh token that the stored record still uses', async () => {
    const late = createWorld({
      endpoint: {
        async refresh() {
          late.record = exampleConnection({ tokens: NEW })
          return late.outcome
        },
        revoke: async () => undefined,
      },
    })
    expect(await get(late)).toMatchObject({ kind: 'use', accessToken: 'access-2' })
    expect(late.pendingRevocations).toMatchObject([{ accessToken: 'fresh', refreshToken: '' }])
  })

  it('revokes all received tokens if the connection was disconnected meanwhile', async () => {
    const world = createWorld({
      endpoint: {
        async refresh() {
          world.record = exampleConnection({
            tokens: null,
            health: { state: 'disconnected', reason: 'by_user', sinceMs: 0, canRetryAtMs: null, failures: 0 },
          })
          return world.outcome
        },
        revoke: async () => undefined,
      },
    })
    expect(await get(world)).toMatchObject({ kind: 'ended', state: 'disconnected' })
    expect(world.pendingRevocations).toMatchObject([{ accessToken: 'fresh', refreshToken: 'refresh-1' }])
  })

  it('reads the record again before it treats a grant as refused, because another process may have refreshed it', async () => {
    const world = createWorld({
      endpoint: {
        async refresh() {
          world.record = exampleConnection({ tokens: NEW })
          return { kind: 'grant_refused' }
        },
        revoke: async () => undefined,
      },
    })
    expect(await get(world)).toMatchObject({ kind: 'use', accessToken: 'access-2' })
    expect(world.record?.health.state).toBe('connected')
  })

  it('refreshes once after a token is refused, and again after a pause if the next one is refused too', async () => {
    const pauses: number[] = []
    const world = createWorld({
      async wait(ms) {
        // Not the lease, which is much longer.
        if (ms > REFUSAL_PAUSE_MS) return new Promise(() => undefined)
        pauses.push(ms)
        world.nowMs += ms
      },
    })
    world.record = exampleConnection({ tokens: NEW })
    expect(
      await world.accessTokens.renew(asConnectionId('connection-1'), asAccessToken('access-2')),
    ).toMatchObject({ accessToken: 'fresh' })
    expect(pauses).toEqual([])
    world.nowMs += 500
    const calls = Array.from({ length: 100 }, () =>
      world.accessTokens.renew(asConnectionId('connection-1'), asAccessToken('fresh')),
    )
    for (const result of await Promise.all(calls)) expect(result).toMatchObject({ kind: 'use' })
    expect(pauses).toEqual([REFUSAL_PAUSE_MS - 500])
    expect(world.refreshes).toBe(2)
    world.nowMs += REFUSAL_PAUSE_MS
    await world.accessTokens.renew(asConnectionId('connection-1'), asAccessToken('fresh'))
    expect(pauses).toHaveLength(1)
    expect(world.refreshes).toBe(3)
  })

  it('freshens a token regardless of its remaining lifetime, and returns the same token to a second caller', async () => {
    const world = createWorld()
    world.record = exampleConnection({ tokens: NEW })
    const freshen = () => world.accessTokens.freshen(asConnectionId('connection-1'))
    const fresh = { kind: 'use', accessToken: 'fresh' }
    expect(await Promise.all([freshen(), freshen()])).toMatchObject([fresh, fresh])
    world.nowMs += FRESH_MS - 1
    expect(await freshen()).toMatchObject(fresh)
    expect(world.refreshes).toBe(1)
    // The first refusal of a freshened token causes a refresh without a pause.
    expect(
      await world.accessTokens.renew(asConnectionId('connection-1'), asAccessToken('fresh')),
    ).toMatchObject({ kind: 'use' })
    expect(world.refreshes).toBe(2)
    world.nowMs += FRESH_MS
    await freshen()
    expect(world.refreshes).toBe(3)
  })

  it('retries at once after a failure of Redis, because nothing was sent', async () => {
    let isDown = true
    const world = createWorld({
      locks: {
        leaseMs: 1_000_000,
        async tryAcquire() {
          if (isDown) throw new Error('the store is away')
          return { extend: async () => true, release: async () => undefined }
        },
      },
    })
    world.record = exampleConnection({ tokens: NEW })
    await expect(
      world.accessTokens.renew(asConnectionId('connection-1'), asAccessToken('access-2')),
    ).rejects.toThrow('away')
    isDown = false
    expect(
      await world.accessTokens.renew(asConnectionId('connection-1'), asAccessToken('access-2')),
    ).toMatchObject({ accessToken: 'fresh' })
  })

  it.each([
    ['another person', { userId: asUserWireId('somebody else') }],
    ['the same id in other letters: another person', { userId: asUserWireId('VXNLCJOX') }],
    ['another business', { businessId: asBusinessWireId('another') }],
  ])(
    'rejects tokens for %s: they are not used, stored or revoked, and the connection stays',
    async (_name, names) => {
      const world = createWorld()
      if (world.outcome.kind !== 'tokens') throw new Error('unreachable')
      world.outcome = { ...world.outcome, given: { ...world.outcome.given, ...names } }
      expect(await get(world)).toMatchObject({ kind: 'unavailable', reason: 'provider_down' })
      expect(world.record).toMatchObject({ tokens: OLD, health: { state: 'trouble' } })
      expect(world).toMatchObject({ revoked: [], pendingRevocations: [], reports: ['foreign'] })
    },
  )

  it('rejects tokens for one business if the connection covers all of them', async () => {
    const world = createWorld()
    world.record = exampleConnection({ tokens: OLD, businessId: null })
    expect(await get(world)).toMatchObject({ kind: 'unavailable' })
    expect(world.record.tokens).toEqual(OLD)
  })

  it.each([
    ['before the refresh token is sent', { extend: async () => false }],
    ['in the moment in which it is sent', { extend: async () => true }],
  ])('sends nothing if its lock is lost %s, and uses what the other process stored', async (moment, lock) => {
    let isSent = false
    const world = createWorld({
      locks: {
        leaseMs: 1000,
        tryAcquire: async () => (world.isTaken ? undefined : { ...lock, release: async () => undefined }),
      },
      endpoint: {
        async refresh(_token, mayStillSend) {
          // Frozen while the connection came about.
          world.nowMs += 60_000
          isSent = mayStillSend()
          return isSent ? world.outcome : { kind: 'withheld' }
        },
        revoke: async () => undefined,
      },
      async wait(ms) {
        if (ms > 100) return new Promise(() => undefined)
        world.isTaken = true
        world.record = exampleConnection({ tokens: NEW })
      },
    })
    expect(await get(world)).toMatchObject({ kind: 'use', accessToken: 'access-2' })
    expect(isSent, moment).toBe(false)
    expect(world.reports).toEqual(['lost_lease'])
  })
})
