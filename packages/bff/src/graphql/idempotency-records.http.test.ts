import { asConnectionId, asPrincipalId } from '@counterfoil/oauth/testing/ids'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { NotReplicatedError } from '#redis/store-unavailable.ts'
import { createIdempotencyRecords, MAX_RECORD_BYTES, MAX_RECORDS } from './idempotency-records-store.ts'

const NAME = {
  connectionId: asConnectionId('connection-1'),
  principalId: asPrincipalId('principal-1'),
  key: 'key-1',
}
const SENT = { kind: 'sent', bodyDigest: 'digest' } as const
const UNKNOWN = { kind: 'unknown', bodyDigest: 'digest' } as const
const doneWith = (body: string) =>
  ({ kind: 'done', bodyDigest: 'digest', answer: { status: 200, headers: {}, body } }) as const
const HOUR_MS = 3_600_000

let server: TestRedis
let redis: Redis
let isReplicaAway: boolean
let nowMs: number

beforeEach(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
  isReplicaAway = false
  nowMs = Date.now()
  await redis.set(`connection:{${NAME.connectionId}}`, 'a record')
  return async () => {
    redis.disconnect()
    await server.close()
  }
})

const open = () =>
  createIdempotencyRecords({
    redis,
    box: createSealedBox([{ id: 'k1', key: Buffer.alloc(32, 1) }]),
    storeTime: async () => nowMs,
    async confirm(_key, write) {
      const answer = await write()
      if (isReplicaAway) throw new NotReplicatedError()
      return answer
    },
  })
const named = (key: string) => ({ ...NAME, key })

/** Begins each change in turn, and settles it with the answer if there is one. */
async function remember(keys: readonly string[], answer?: string): Promise<void> {
  const records = open()
  for (const key of keys) {
    nowMs += 1
    const begun = await records.begin(named(key), SENT)
    if (begun.kind !== 'begun') throw new Error(`${key}: ${begun.kind}`)
    await records.settle(named(key), begun.mine, answer === undefined ? UNKNOWN : doneWith(answer))
  }
}
const keysOf = (count: number, prefix = 'key') => Array.from({ length: count }, (_, at) => `${prefix}-${at}`)
const kindOf = async (key: string) => (await open().begin(named(key), SENT)).kind

describe('an idempotency record that no replica has confirmed', () => {
  it('is removed, so that the key is free: nothing was sent', async () => {
    const records = open()
    isReplicaAway = true
    await expect(records.begin(NAME, SENT)).rejects.toBeInstanceOf(NotReplicatedError)
    isReplicaAway = false
    expect(await records.begin(NAME, SENT)).toMatchObject({ kind: 'begun' })
  })

  it('restores the record that it was to replace, whose outcome is still unknown', async () => {
    const records = open()
    await remember([NAME.key])
    const found = await records.begin(NAME, SENT)
    if (found.kind !== 'found') throw new Error(found.kind)
    isReplicaAway = true
    await expect(records.begin(NAME, SENT, found.found)).rejects.toBeInstanceOf(NotReplicatedError)
    isReplicaAway = false
    expect(await records.begin(NAME, SENT)).toMatchObject({ kind: 'found', record: UNKNOWN })
  })

  it('replaces no record of another sender', async () => {
    const records = open()
    await records.begin(NAME, SENT)
    isReplicaAway = true
    await expect(records.begin(NAME, SENT)).rejects.toBeInstanceOf(NotReplicatedError)
    isReplicaAway = false
    expect(await records.begin(NAME, SENT)).toMatchObject({ kind: 'found', record: SENT })
  })
})

describe('the idempotency records of one connection', () => {
  it('are limited by removing the oldest answered one for the next mutation', async () => {
    await remember(keysOf(MAX_RECORDS + 2), 'answer')
    expect(await open().begin(named('key-2'), SENT)).toMatchObject({
      kind: 'found',
      record: doneWith('answer'),
    })
    // Gone, so this one begins again.
    expect(await kindOf('key-1')).toBe('begun')
  })

  it('take at most one megabyte, however long the answers are, and the newest stay', async () => {
    await remember(keysOf(40), 'x'.repeat(46_000))
    const sizes = await Promise.all(
      (await redis.hkeys(`connection:{${NAME.connectionId}}:changes`)).map((field) =>
        redis.hstrlen(`connection:{${NAME.connectionId}}:changes`, field),
      ),
    )
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeLessThanOrEqual(MAX_RECORD_BYTES + 10)
    expect(bytes).toBeGreaterThan(MAX_RECORD_BYTES * 0.9)
    expect(await kindOf('key-39')).toBe('found')
    expect(await kindOf('key-0')).toBe('begun')
  })

  it('are never removed without an answer: the next mutation is refused until the oldest expires', async () => {
    await remember(['first'])
    const endsAtMs = nowMs + 24 * HOUR_MS
    await remember(keysOf(MAX_RECORDS - 1))
    expect(await open().begin(named('next'), SENT)).toEqual({
      kind: 'full',
      freeInMs: endsAtMs - nowMs,
    })
    expect(await kindOf('first')).toBe('found')
    nowMs = endsAtMs
    expect(await kindOf('next')).toBe('begun')
  })

  it('expire separately, 24 hours after each was written', async () => {
    await remember(['morning'], 'answer')
    const endsAtMs = nowMs + 24 * HOUR_MS
    nowMs += 12 * HOUR_MS
    await remember(['evening'], 'answer')
    nowMs = endsAtMs - 1
    expect(await kindOf('morning')).toBe('found')
    await remember(['next day'], 'answer')
    // Its answer is out of the store too, not only out of date.
    expect(await redis.hlen(`connection:{${NAME.connectionId}}:changes`)).toBe(
      ['evening', 'next day', 'bytes'].length,
    )
    expect(await kindOf('morning')).toBe('begun')
    expect(await kindOf('evening')).toBe('found')
  })

  it('are not read for another mutation', async () => {
    await remember(keysOf(MAX_RECORDS), 'answer')
    await redis.config('RESETSTAT')
    await remember(['one more'], 'answer')
    const calls = await redis.info('commandstats')
    expect(calls).not.toMatch(/cmdstat_(hgetall|hvals|hscan|hmget)/)
    expect(Number(/cmdstat_hget:calls=(\d+)/.exec(calls)?.[1])).toBeLessThan(5)
  })
})
