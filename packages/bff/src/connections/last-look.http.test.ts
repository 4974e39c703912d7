import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLastLookStore, MAX_PUT_OFF, VISIT_GAP_MS } from './last-look-store.ts'

const NORTHWIND = asConnectionId('northwind')
const MORNING_MS = Date.parse('2026-11-17T09:00:00Z')
const MINUTE_MS = 60_000

let server: TestRedis
let redis: Redis
let nowMs: number
let lookAt: (atMs: number) => Promise<number | undefined>

beforeEach(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
  const store = createLastLookStore({ redis, clock: () => nowMs })
  lookAt = (atMs) => {
    nowMs = atMs
    return store.look(NORTHWIND).then(({ beforeMs }) => beforeMs)
  }
  return async () => {
    redis.disconnect()
    await server.close()
  }
})

describe('the time of the previous visit', () => {
  it('is the end of the previous visit, and stays the same during a visit', async () => {
    expect(await lookAt(MORNING_MS)).toBeUndefined()
    expect(await lookAt(MORNING_MS + 20 * MINUTE_MS)).toBeUndefined()
    const seenMs = MORNING_MS + 20 * MINUTE_MS
    const eveningMs = MORNING_MS + 600 * MINUTE_MS
    expect(await lookAt(eveningMs)).toBe(seenMs)
    expect(await lookAt(eveningMs + 29 * MINUTE_MS)).toBe(seenMs)
    expect(await lookAt(eveningMs + 58 * MINUTE_MS)).toBe(seenMs)
  })

  it('changes after a pause of more than half an hour', async () => {
    await lookAt(MORNING_MS)
    expect(await lookAt(MORNING_MS + VISIT_GAP_MS)).toBeUndefined()
    expect(await lookAt(MORNING_MS + 2 * VISIT_GAP_MS + 1)).toBe(MORNING_MS + VISIT_GAP_MS)
  })

  it('does not go back if a clock is behind', async () => {
    await lookAt(MORNING_MS)
    await lookAt(MORNING_MS - MINUTE_MS)
    expect(await lookAt(MORNING_MS + VISIT_GAP_MS + 1)).toBe(MORNING_MS)
  })

  it('is stored for each connection separately, and expires', async () => {
    await lookAt(MORNING_MS)
    const other = createLastLookStore({ redis, clock: () => MORNING_MS + 2 * VISIT_GAP_MS })
    expect(await other.look(asConnectionId('fern'))).toEqual({ beforeMs: undefined, putOff: {} })
    expect(await redis.pttl('connection:{northwind}:last-look')).toBeGreaterThan(0)
  })

  it('is returned with the postponed items and their latest dates, until they are taken back', async () => {
    const store = createLastLookStore({ redis, clock: () => MORNING_MS })
    const putOff = async () => (await store.look(NORTHWIND)).putOff
    await store.putOff(NORTHWIND, { key: 'remind:fern', until: '2026-11-18' })
    await store.putOff(NORTHWIND, { key: 'send:7', until: '2026-11-18' })
    await store.putOff(NORTHWIND, { key: 'remind:fern', until: '2026-11-19' })
    expect(await putOff()).toEqual({ 'remind:fern': '2026-11-19', 'send:7': '2026-11-18' })
    await store.putOff(NORTHWIND, { key: 'send:7', until: null })
    expect(await putOff()).toEqual({ 'remind:fern': '2026-11-19' })
    expect(await redis.pttl('connection:{northwind}:last-look')).toBeGreaterThan(0)
  })

  it('is stored with at most 100 postponed items, those with the latest dates', async () => {
    const store = createLastLookStore({ redis, clock: () => MORNING_MS })
    await lookAt(MORNING_MS)
    for (let n = 0; n <= MAX_PUT_OFF; n += 1)
      await store.putOff(NORTHWIND, { key: `${n}`, until: n === 50 ? '2026-11-18' : '2026-11-19' })
    const { putOff } = await store.look(NORTHWIND)
    expect(Object.keys(putOff)).toHaveLength(MAX_PUT_OFF)
    expect(putOff).not.toHaveProperty('50')
    expect(await lookAt(MORNING_MS + 2 * VISIT_GAP_MS)).toBe(MORNING_MS)
  })
})
