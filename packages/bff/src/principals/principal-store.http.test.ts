import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asConnectionId, asPrincipalId, asSessionId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import { createPrincipalStore, type PrincipalStore } from './principal-store.ts'

const MARIA_ID = asPrincipalId('maria')
const C1 = asConnectionId('c1')
const MARIA = { userId: asUserWireId('u'), email: 'maria@harbour.example' }
const LEASE_MS = 60_000

let server: TestRedis
let redis: Redis
let nowMs: number
let principals: PrincipalStore

beforeAll(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
})
beforeEach(async () => {
  await redis.flushall()
  nowMs = 1_000_000
  principals = createPrincipalStore({ redis, storeTime: async () => nowMs })
})
afterAll(async () => {
  redis.disconnect()
  await server.close()
})

const session = {
  sessionId: asSessionId('s1'),
  startedAtMs: 1,
  lastSeenAtMs: 1,
  expiresAtMs: 2,
  device: 'Firefox on Linux',
}

/** Maria is known, and has connected once. */
const connectMaria = async () => {
  await principals.ensure(MARIA_ID, MARIA, 0)
  await principals.addConnection(MARIA_ID, C1)
}

describe('forgetting a principal', () => {
  it('keeps connections that must still be revoked, and their entry on the sweeper’s list, until they are', async () => {
    await connectMaria()
    expect(await principals.takeDue({ leaseMs: LEASE_MS, limit: 10 })).toEqual(['maria'])
    expect(await principals.forget(MARIA_ID, [{ id: C1, connectedAtMs: 1_763_600_000_123 }], 'idle')).toBe(
      true,
    )
    expect(await principals.findPerson(MARIA_ID)).toBeUndefined()
    expect(await principals.connectionIds(MARIA_ID)).toEqual([])
    expect(await principals.forgotten(MARIA_ID)).toEqual([{ id: 'c1', connectedAtMs: 1_763_600_000_123 }])
    await principals.leave(MARIA_ID)
    expect(await principals.takeDue({ leaseMs: LEASE_MS, limit: 10 })).toEqual(['maria'])
    await principals.settleForgotten(MARIA_ID, C1)
    await principals.leave(MARIA_ID)
    expect(await redis.keys('*')).toEqual([])
  })

  it('does nothing while the principal has a session', async () => {
    await principals.ensure(MARIA_ID, MARIA, 0)
    await principals.putSession(MARIA_ID, session)
    expect(await principals.forget(MARIA_ID, [{ id: C1, connectedAtMs: 1 }], 'idle')).toBe(false)
    expect(await principals.findPerson(MARIA_ID)).toEqual(MARIA)
    expect(await principals.forgotten(MARIA_ID)).toEqual([])
  })

  it('does nothing while the principal has a connection that the caller did not name', async () => {
    await connectMaria()
    expect(await principals.forget(MARIA_ID, [], 'idle')).toBe(false)
    expect(await principals.findPerson(MARIA_ID)).toEqual(MARIA)
  })

  it('ends the sessions if it is requested for an active principal, and removes the named connections', async () => {
    await connectMaria()
    await principals.putSession(MARIA_ID, session)
    expect(await principals.forget(MARIA_ID, [{ id: C1, connectedAtMs: 5 }], 'anyone')).toBe(true)
    expect(await principals.connectionIds(MARIA_ID)).toEqual([])
    expect(await principals.sessions(MARIA_ID)).toEqual([])
    expect(await principals.endedSessions(MARIA_ID)).toEqual(['s1'])
  })

  it('keeps the list of connections while a sign-in of an active principal is running, because it may be adding one', async () => {
    await connectMaria()
    await principals.addConnection(MARIA_ID, asConnectionId('being-made'))
    await principals.putSession(MARIA_ID, session)
    await principals.putSession(MARIA_ID, { ...session, sessionId: asSessionId('claim-1') })
    expect(await principals.forget(MARIA_ID, [{ id: C1, connectedAtMs: 5 }], 'anyone')).toBe(true)
    expect(await principals.findPerson(MARIA_ID)).toBeUndefined()
    expect(new Set(await principals.connectionIds(MARIA_ID))).toEqual(new Set(['c1', 'being-made']))
    expect((await principals.sessions(MARIA_ID)).map(({ sessionId }) => sessionId)).toEqual(['claim-1'])
    await principals.leave(MARIA_ID)
    expect(await principals.takeDue({ leaseMs: LEASE_MS, limit: 10 })).toEqual(['maria'])
  })

  it('keeps a principal on the sweeper’s list who has signed in meanwhile', async () => {
    await principals.ensure(MARIA_ID, MARIA, 0)
    await principals.takeDue({ leaseMs: LEASE_MS, limit: 10 })
    expect(await principals.forget(MARIA_ID, [], 'idle')).toBe(true)
    await principals.ensure(MARIA_ID, MARIA, 120_000)
    await principals.leave(MARIA_ID)
    expect(await principals.takeDue({ leaseMs: LEASE_MS, limit: 10 })).toEqual(['maria'])
  })
})
