import { describe, expect, it, vi } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { sampleBoot, sampleConnection, sampleDays, signedInSession } from '#testing/samples.ts'
import { FailureError, type Failure } from './failure.ts'
import { lastReadKey } from './last-read.ts'
import { createQueryClient, SESSION_KEY } from './query-client.ts'
import { recentDaysKey } from './recent-days.ts'

const boot = sampleBoot(signedInSession([sampleConnection()]))
/** Runs a failing query until it is no longer retried, and returns the waits between the attempts. */
async function waitsOf(failure: Failure | Error): Promise<readonly number[]> {
  vi.useFakeTimers()
  const client = createQueryClient(boot)
  const asked: number[] = []
  const query = client.fetchQuery({
    queryKey: ['x'],
    queryFn: () => {
      asked.push(Date.now())
      return Promise.reject(failure instanceof Error ? failure : new FailureError(failure))
    },
    // The retry options of a page: `fetchQuery` alone would never retry.
    ...client.getDefaultOptions().queries,
  })
  query.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(600_000)
  await expect(query).rejects.toThrow()
  vi.useRealTimers()
  return asked.slice(1).map((atMs, index) => atMs - (asked[index] ?? 0))
}

describe('a failed reading', () => {
  it('of an unreachable provider is retried after 5 and 15 seconds, and then no more', async () => {
    expect(await waitsOf({ kind: 'provider_down' })).toEqual([5_000, 15_000])
  })

  it('with too many requests is retried once, after the given time', async () => {
    expect(await waitsOf({ kind: 'rate_limited', retryAtMs: undefined })).toEqual([30_000])
  })

  it.each<Failure>([
    { kind: 'offline' },
    { kind: 'session_ended' },
    { kind: 'connection_changed' },
    { kind: 'not_allowed', missing: [] },
    { kind: 'unknown' },
  ])('with %j is not retried', async (failure) => {
    expect(await waitsOf(failure)).toEqual([])
  })

  it('with a bug of the app is not retried', async () => {
    expect(await waitsOf(new TypeError('x is undefined'))).toEqual([])
  })

  it.each([
    ['session_ended', true],
    ['connection_changed', true],
    ['unknown', false],
    ['offline', false],
  ] as const)('with %s causes a session reading: %s', async (kind, reads) => {
    const client = createQueryClient(boot)
    client.setQueryData(SESSION_KEY, boot.session)
    const fetched = client.fetchQuery({
      queryKey: ['x'],
      queryFn: () => Promise.reject(new FailureError({ kind })),
      retry: false,
    })
    await expect(fetched).rejects.toThrow(kind)
    expect(client.getQueryState(SESSION_KEY)?.isInvalidated).toBe(reads)
  })
})

describe('cached data of the first HTML', () => {
  it('is found under the key of its query', () => {
    const [connection] = boot.session.connections
    if (connection === undefined) throw new Error('the sample has a connection')
    const recentDays = sampleDays()
    const lastRead = { connectionId: connection.id, version: 1, answers: [] }
    const client = createQueryClient({ ...boot, recentDays, lastRead })
    expect(client.getQueryData(recentDaysKey(connection, Date.parse(boot.now), 'UTC'))).toBe(recentDays)
    expect(client.getQueryData(lastReadKey(connection))).toBe(lastRead)
  })

  it('is not used for another connection', () => {
    const lastRead = { connectionId: asConnectionId('somebody-else'), version: 1, answers: [] }
    const client = createQueryClient({ ...boot, lastRead })
    expect(client.getQueryCache().getAll()).toEqual([])
  })

  it('has another key on another day, in another time zone, and after another reading', () => {
    const connection = sampleConnection()
    const noon = Date.parse('2026-11-20T12:00:00.000Z')
    const key = (...args: Parameters<typeof recentDaysKey>) => JSON.stringify(recentDaysKey(...args))
    const base = key(connection, noon, 'UTC')
    expect(key(connection, noon + 60_000, 'UTC')).toBe(base)
    expect(key(connection, noon + 12 * 3_600_000, 'UTC')).not.toBe(base)
    expect(key(connection, noon, 'Asia/Tokyo')).not.toBe(base)
    expect(key({ ...connection, lastGoodAt: null }, noon, 'UTC')).not.toBe(base)
    expect(key({ ...connection, since: '2026-11-19T00:00:00.000Z' }, noon, 'UTC')).not.toBe(base)
  })
})
