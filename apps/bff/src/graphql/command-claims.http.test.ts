import { asConnectionId, asPrincipalId } from '@counterfoil/oauth/testing/ids'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { NotReplicatedError } from '#redis/store-unavailable.ts'
import { createCommandClaims } from './command-claims-store.ts'

const NAME = {
  connectionId: asConnectionId('connection-1'),
  principalId: asPrincipalId('principal-1'),
  key: 'key-1',
}
const SENT = { kind: 'sent', bodyDigest: 'digest' } as const
const UNKNOWN = { kind: 'unknown', bodyDigest: 'digest' } as const

let server: TestRedis
let redis: Redis
let isReplicaAway: boolean

beforeEach(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
  isReplicaAway = false
  await redis.set(`connection:{${NAME.connectionId}}`, 'a record')
  return async () => {
    redis.disconnect()
    await server.close()
  }
})

const open = () =>
  createCommandClaims({
    redis,
    box: createSealedBox([{ id: 'k1', key: Buffer.alloc(32, 1) }]),
    storeTime: async () => Date.now(),
    async confirm(_key, write) {
      const answer = await write()
      if (isReplicaAway) throw new NotReplicatedError()
      return answer
    },
  })

describe('a claim that no replica has', () => {
  it('leaves the key free: nothing was sent', async () => {
    const claims = open()
    isReplicaAway = true
    await expect(claims.take(NAME, SENT)).rejects.toBeInstanceOf(NotReplicatedError)
    isReplicaAway = false
    expect(await claims.take(NAME, SENT)).toMatchObject({ kind: 'taken' })
  })

  it('leaves what it was to replace: of that nobody knows whether it was carried out', async () => {
    const claims = open()
    const first = await claims.take(NAME, SENT)
    if (first.kind !== 'taken') throw new Error(first.kind)
    await claims.settle(NAME, first.mine, UNKNOWN)
    const held = await claims.take(NAME, SENT)
    if (held.kind !== 'held') throw new Error(held.kind)
    isReplicaAway = true
    await expect(claims.take(NAME, SENT, held.held)).rejects.toBeInstanceOf(NotReplicatedError)
    isReplicaAway = false
    expect(await claims.take(NAME, SENT)).toMatchObject({ kind: 'held', claim: UNKNOWN })
  })

  it('takes nothing from somebody else who holds the key', async () => {
    const claims = open()
    await claims.take(NAME, SENT)
    isReplicaAway = true
    await expect(claims.take(NAME, SENT)).rejects.toBeInstanceOf(NotReplicatedError)
    isReplicaAway = false
    expect(await claims.take(NAME, SENT)).toMatchObject({ kind: 'held', claim: SENT })
  })
})
