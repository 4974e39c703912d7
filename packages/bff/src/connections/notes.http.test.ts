import { randomBytes } from 'node:crypto'
import type { Notes } from '@counterfoil/bff-api/notes'
import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { SAM, startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestRedis } from '@counterfoil/testkit/redis'
import { type TestBff, startBff } from '@counterfoil/testkit/start-bff'
import type { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_NOTES } from './notes-store.ts'

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson
let id: string
let doRound = async () => {}

beforeEach(async () => {
  const world = await startBffWorld({ overrides: { onBackground: (round) => void (doRound = round) } })
  ;({ redis, store, provider, bff, maria } = world)
  await maria.connect()
  id = (await maria.connection()).id
  return world.close
})

const REASON = 'They asked for more time'
const notes = async (person = maria) => (await person.get(`/api/connections/${id}/notes`)).json<Notes>()
const keep = async (key: string, text: string | null, person = maria) =>
  (await person.post(`/api/connections/${id}/note`, { key, text })).status
const key = () => `connection:{${id}}:notes`

describe('the notes of a connection', () => {
  it('are stored by key, replaced and deleted', async () => {
    expect(await notes()).toEqual({})
    expect(await keep('pause:7', REASON)).toBe(204)
    expect(await keep('text:firm', 'Dear')).toBe(204)
    expect(await keep('pause:7', 'Later')).toBe(204)
    expect(await notes()).toEqual({ 'pause:7': 'Later', 'text:firm': 'Dear' })
    expect(await keep('pause:7', null)).toBe(204)
    expect(await notes()).toEqual({ 'text:firm': 'Dear' })
  })

  it('are sealed in Redis, each for its own key', async () => {
    await keep('pause:7', REASON)
    await keep('pause:8', 'Another')
    const kept = await store.hgetall(key())
    expect(JSON.stringify(kept)).not.toMatch(/asked|Another/)
    await store.hset(key(), 'pause:8', kept['pause:7'] ?? '')
    expect(await notes()).toEqual({ 'pause:7': REASON })
  })

  it('are deleted with the connection, and readable only by its owner', async () => {
    await keep('pause:7', REASON)
    provider.person(SAM)
    const sam = createBffPerson(bff.url)
    await sam.connect()
    expect((await sam.get(`/api/connections/${id}/notes`)).status).toBe(404)
    expect(await keep('pause:7', 'mine', sam)).toBe(404)
    await maria.post(`/api/connections/${id}/disconnect`)
    expect(await store.exists(key())).toBe(0)
    expect(await keep('pause:7', REASON)).toBe(413)
    expect(await store.exists(key())).toBe(0)
  })

  it('are limited in number and length, and existing ones stay', async () => {
    expect(await keep('', 'x')).toBe(400)
    expect(await keep('long', 'x'.repeat(4001))).toBe(400)
    expect(await keep('long', 'x'.repeat(4000))).toBe(204)
    for (let n = 1; n < 20; n += 1) await keep(`long-${n}`, 'x'.repeat(4000))
    expect(await keep('one-more', 'x'.repeat(4000))).toBe(204)
    for (let n = 0; n < 3; n += 1) await keep(`more-${n}`, 'x'.repeat(4000))
    expect(await keep('last', 'x'.repeat(4000))).toBe(413)
    expect(Object.keys(await notes())).toHaveLength(24)
    await store.del(key())
    await keep('first', 'x')
    const [, sealed = ''] = Object.entries(await store.hgetall(key()))[0] ?? []
    for (let n = 1; n < MAX_NOTES; n += 1) await store.hset(key(), `n${n}`, sealed)
    expect(await keep('another', 'x')).toBe(413)
    expect(await keep('first', 'y')).toBe(204)
  })

  it('can be read after the keys that seal them were rotated', async () => {
    await keep('pause:7', REASON)
    const { BFF_TOKEN_KEYS: old = '' } = bff.env
    const fresh = `k2:${randomBytes(32).toString('base64')}`
    const next = await startBff({
      ...{
        redisUrl: redis.url,
        provider,
        env: { ...bff.env, BFF_TOKEN_KEYS: `${fresh},${old}`, BFF_PORT: '0' },
      },
      overrides: { onBackground: (round) => void (doRound = round) },
    })
    await store.del('keys:census')
    await doRound()
    expect((await store.hget(key(), 'pause:7'))?.startsWith('k2')).toBe(true)
    expect(await notes()).toEqual({})
    await next.close()
  })
})
