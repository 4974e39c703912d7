import { RecentDaysSchema, type RecentDays } from '@counterfoil/bff-api/connection'
import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { DOWN, startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import type { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'

const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-20T12:00:00Z')
const PAGE = '/settings/connection'

let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson
let nowMs: number

beforeEach(async () => {
  nowMs = NOON
  const world = await startBffWorld({
    env: { BFF_SESSION_IDLE_MINUTES: '43200', BFF_SESSION_ABSOLUTE_HOURS: '8760' },
    overrides: { clock: () => nowMs },
  })
  ;({ store, provider, bff, maria } = world)
  provider.setAccessTokenSeconds(90 * 86_400)
  return world.close
})

const daysOf = async (id: string) => (await maria.get(`/api/connections/${id}/days`)).json<RecentDays>()
/** The last five days, one letter each. */
const lately = async (id: string) =>
  (await daysOf(id)).outcomes
    .slice(-5)
    .map((outcome) => outcome[0])
    .join('')
/** Waits until the last days are `letters`, because an outcome may be stored after its answer. */
const untilLately = (id: string, letters: string) =>
  until(`the last days are ${letters}`, async () => (await lately(id)) === letters)

describe('the 30-day activity history of a connection', () => {
  it('shows "read" for the day of connecting and for every day with an answer of the provider', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    expect(await daysOf(id)).toEqual({
      until: '2026-11-20',
      outcomes: ['read'],
      timeZone: 'UTC',
    })
    nowMs += 2 * DAY_MS
    expect(await lately(id)).toBe('rqq')
    expect((await maria.query(id)).status).toBe(200)
    await untilLately(id, 'rqr')
  })

  it('begins each day at midnight in the time zone of the reader', async () => {
    // Half past eleven in the evening in Toronto; the next day has begun in UTC.
    nowMs = Date.parse('2026-11-21T04:30:00Z')
    // A browser that has loaded no page has no cookie, and is refused.
    await maria.visit('/')
    expect((await maria.post('/api/preferences', { timeZone: 'America/Toronto' })).status).toBeLessThan(300)
    await maria.connect()
    const { id } = await maria.connection()
    expect(await daysOf(id)).toEqual({
      until: '2026-11-20',
      outcomes: ['read'],
      timeZone: 'America/Toronto',
    })
    nowMs += 3_600_000
    await maria.visit('/')
    expect((await maria.query(id)).status).toBe(200)
    await untilLately(id, 'rr')
    expect((await daysOf(id)).until).toBe('2026-11-21')
    // The same connection is read in a distant time zone: a read counts for the day in that time zone.
    await maria.post('/api/preferences', { timeZone: 'Pacific/Auckland' })
    await maria.visit('/')
    expect((await maria.query(id)).status).toBe(200)
    await untilLately(id, 'rr')
    expect((await daysOf(id)).until).toBe('2026-11-21')
  })

  it('shows "failed" for a day on which the provider did not answer, until it answers', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    nowMs += DAY_MS
    provider.always('graphql', DOWN)
    expect((await maria.query(id)).status).toBe(503)
    await untilLately(id, 'rf')
    nowMs += DAY_MS
    await maria.query(id)
    await untilLately(id, 'rff')
    provider.always('graphql')
    nowMs += 600_000
    expect((await maria.query(id)).status).toBe(200)
    await untilLately(id, 'rfr')
  })

  it('shows "failed" for a day on which access was refused', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    nowMs += DAY_MS
    provider.withdrawAccess()
    await maria.query(id)
    await until('it must be connected again', async () => (await maria.connection()).state === 'reconnect')
    await untilLately(id, 'rf')
  })

  it('counts a check-up that reads data', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    nowMs += DAY_MS
    expect((await maria.post(`/api/connections/${id}/check-up`)).status).toBe(200)
    expect(await lately(id)).toBe('rr')
  })

  it('is written once a day, however many reads there are', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    nowMs += DAY_MS
    await maria.query(id)
    await untilLately(id, 'rr')
    const written = await store.get(`connection:{${id}}`)
    await Promise.all(Array.from({ length: 20 }, () => maria.query(id)))
    expect(await store.get(`connection:{${id}}`)).toBe(written)
  })

  it('is sent with the first HTML of the connection page and with no other page', async () => {
    await maria.connect()
    for (const path of [PAGE, `${PAGE}/`, `${PAGE}?from=mail`])
      expect(RecentDaysSchema.parse((await maria.visit(path)).recentDays).outcomes.at(-1)).toBe('read')
    for (const path of ['/', '/profile', `${PAGE}/disconnect`])
      expect(await maria.visit(path)).not.toHaveProperty('recentDays')
    expect(JSON.stringify(await maria.session())).not.toContain('outcomes')
    expect(await createBffPerson(bff.url).visit(PAGE)).not.toHaveProperty('recentDays')
  })

  it('is that of the displayed connection', async () => {
    await maria.connect()
    const first = (await maria.connection()).id
    nowMs += DAY_MS
    provider.person({ businessId: 'QnVzaW5lc3M6MjI=', businessName: 'Harbour Lane Bakery' })
    await maria.connect()
    expect((await maria.visit(PAGE)).recentDays?.outcomes).toEqual(['read'])
    await maria.post(`/api/connections/${first}/use`)
    expect((await maria.visit(PAGE)).recentDays?.outcomes.slice(-2)).toEqual(['read', 'quiet'])
  })

  it('is visible only to its owner, and reading it does not extend a session', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    const stranger = createBffPerson(bff.url)
    expect((await stranger.get(`/api/connections/${id}/days`)).json()).toMatchObject({
      status: 401,
      code: 'session-ended',
    })
    provider.person({
      userId: 'VXNlcjpvdGhlcg==',
      businessId: 'QnVzaW5lc3M6MjI=',
      email: 'o@harbour.example',
    })
    await stranger.connect()
    expect((await stranger.get(`/api/connections/${id}/days`)).json()).toMatchObject({
      status: 404,
      code: 'connection-not-found',
    })
    expect((await maria.get('/api/connections/none/days')).status).toBe(404)
    expect((await maria.post(`/api/connections/${id}/days`)).json()).toMatchObject({
      code: 'method-not-allowed',
    })
    nowMs += 3_600_000
    const endsAtMs = await Promise.all((await store.keys('sess:*')).map((key) => store.pexpiretime(key)))
    expect((await maria.get(`/api/connections/${id}/days`)).status).toBe(200)
    expect(await Promise.all((await store.keys('sess:*')).map((key) => store.pexpiretime(key)))).toEqual(
      endsAtMs,
    )
  })

  it('is deleted on disconnecting and begins again with the next connection', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    nowMs += DAY_MS
    await maria.post(`/api/connections/${id}/disconnect`)
    expect(await lately(id)).toBe('qq')
    nowMs += DAY_MS
    await maria.connect()
    expect((await maria.connection()).id).toBe(id)
    expect(await lately(id)).toBe('r')
  })

  it('continues after a token refresh and a reconnection', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    nowMs += DAY_MS
    provider.killAccessTokens()
    expect((await maria.query(id)).status).toBe(200)
    await untilLately(id, 'rr')
    nowMs += DAY_MS
    await maria.connect({ intent: 'reconnect', connection_id: id })
    expect(await lately(id)).toBe('rrr')
  })

  it('leaves no key in Redis after the person was forgotten', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    nowMs += DAY_MS
    await maria.query(id)
    await untilLately(id, 'rr')
    await maria.post('/api/forget-me')
    await until('nothing is kept', async () => (await store.keys(`*${id}*`)).length === 0)
  })

  it('takes a few bytes: a connection with 30 full days stays below 1.5 KB', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    const before = (await store.get(`connection:{${id}}`)) ?? ''
    for (let day = 1; day < 30; day += 1) {
      nowMs += DAY_MS
      // The windows of the limits are in the store's own time, which does not fly.
      await store.del('none', ...(await store.keys('limit:*')))
      expect((await maria.query(id)).status).toBe(200)
      await untilLately(id, 'r'.repeat(Math.min(day + 1, 5)))
    }
    expect((await daysOf(id)).outcomes).toEqual(Array<string>(30).fill('read'))
    const after = (await store.get(`connection:{${id}}`)) ?? ''
    expect(after.length - before.length).toBeLessThan(16)
    // What was read last is bounded for itself.
    const keys = (await store.keys('*')).filter((key) => key.includes(id) && !key.endsWith(':last-read'))
    const sizes = await Promise.all(keys.map((key) => store.memory('USAGE', key)))
    expect(sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)).toBeLessThan(1536)
  })
})
