import { describe, expect, it } from 'vitest'
import {
  decideThrottle,
  bucketsFor,
  FIRST_TRIES_BEFORE_SPACING,
  spacingOfFirstTries,
  MAX_SPACING_MS,
  MIN_SPACING_MS,
  TRIES_BEFORE_SPACING,
  TRIES_PER_ACCOUNT_AND_ADDRESS,
  TRIES_PER_ADDRESS,
  TRIES_PER_DEVICE,
  WINDOW_MS,
  type BucketKind,
} from './sign-in-throttle.ts'

const bucket = (kind: BucketKind, count: number) => ({ kind, times: 1, count, windowStartedAtMs: 1_000 })
const plain = (text: string) => Promise.resolve(text)

describe(decideThrottle, () => {
  it.each([
    ['pair', TRIES_PER_ACCOUNT_AND_ADDRESS],
    ['address', TRIES_PER_ADDRESS],
    ['device', TRIES_PER_DEVICE],
  ] as const)(
    'accepts the last allowed attempt of a %s bucket and refuses the next until the window ends',
    (kind, limit) => {
      expect(decideThrottle([bucket(kind, limit)])).toMatchObject({ kind: 'try', spacingMs: MIN_SPACING_MS })
      expect(decideThrottle([bucket(kind, limit + 1)])).toEqual({
        kind: 'blocked',
        untilMs: 1_000 + WINDOW_MS,
      })
    },
  )

  it('counts in windows of a quarter of an hour, and refuses until the last of them is over', () => {
    expect(WINDOW_MS).toBe(900_000)
    const later = { ...bucket('address', TRIES_PER_ADDRESS + 1), windowStartedAtMs: 5_000 }
    for (const buckets of [
      [bucket('pair', TRIES_PER_ACCOUNT_AND_ADDRESS + 1), later],
      [later, bucket('pair', TRIES_PER_ACCOUNT_AND_ADDRESS + 1)],
    ])
      expect(decideThrottle(buckets)).toEqual({ kind: 'blocked', untilMs: 905_000 })
  })

  it('only slows people down while strangers attack an account, and never locks it', () => {
    expect(decideThrottle([bucket('pair', 2), bucket('account', TRIES_BEFORE_SPACING)])).toEqual({
      kind: 'try',
      isFirst: false,
      spacingMs: MIN_SPACING_MS,
    })
    expect(decideThrottle([bucket('pair', 2), bucket('account', TRIES_BEFORE_SPACING + 1)])).toEqual({
      kind: 'try',
      isFirst: false,
      spacingMs: MIN_SPACING_MS + 100,
    })
    expect(decideThrottle([bucket('pair', 2), bucket('account', 1_000_000)])).toEqual({
      kind: 'try',
      isFirst: false,
      spacingMs: MAX_SPACING_MS,
    })
  })

  it('treats an attempt as the first of its network only if no surrounding network has tried', () => {
    const pair = (times: number, count: number) => ({ ...bucket('pair', count), times })
    const isFirst = (...counts: number[]) =>
      decideThrottle([...counts.map((count, at) => pair(2 ** at, count)), bucket('account', 900)])
    expect(isFirst(1)).toMatchObject({ isFirst: true })
    expect(isFirst(2)).toMatchObject({ isFirst: false })
    expect(isFirst(1, 1, 1)).toMatchObject({ isFirst: true })
    expect(isFirst(1, 1, 2)).toMatchObject({ isFirst: false })
  })

  it('gives a network that contains others as many attempts as its share', () => {
    const site = (count: number) => ({ ...bucket('pair', count), times: 4 })
    expect(decideThrottle([bucket('pair', 1), site(4 * TRIES_PER_ACCOUNT_AND_ADDRESS)])).toMatchObject({
      kind: 'try',
    })
    expect(decideThrottle([bucket('pair', 1), site(4 * TRIES_PER_ACCOUNT_AND_ADDRESS + 1)])).toMatchObject({
      kind: 'blocked',
    })
  })

  it('delays first attempts by each other once there are many, as all others', () => {
    expect(spacingOfFirstTries(FIRST_TRIES_BEFORE_SPACING)).toBe(MIN_SPACING_MS)
    expect(spacingOfFirstTries(FIRST_TRIES_BEFORE_SPACING + 1)).toBe(MIN_SPACING_MS + 100)
    expect(spacingOfFirstTries(1_000_000)).toBe(MAX_SPACING_MS)
  })
})

describe(bucketsFor, () => {
  const attempt = { email: 'Owner@harbour.example ', address: '192.0.2.1', deviceId: undefined }

  it('gives a browser known to the account a bucket that nobody else can fill', async () => {
    const owner = await bucketsFor({ ...attempt, deviceId: 'device-1' }, plain)
    const stranger = await bucketsFor(attempt, plain)
    expect(owner.map((it) => it.kind)).toEqual(['device'])
    expect(stranger.map((it) => it.kind)).toEqual(['pair', 'address', 'account'])
    expect(stranger.map((it) => it.key)).not.toContain(owner[0]?.key)
  })

  it('counts an IPv6 address in its /64, its /56 and its /48', async () => {
    const of = (address: string) => bucketsFor({ ...attempt, address }, plain)
    const [one, beside] = [await of('2001:db8:1:2ff::1'), await of('2001:db8:1:201::1')]
    expect(one.map(({ kind, times }) => [kind, times])).toEqual([
      ['pair', 1],
      ['pair', 2],
      ['pair', 4],
      ['address', 1],
      ['address', 2],
      ['address', 4],
      ['account', 1],
    ])
    expect(one.map(({ key }) => beside.some((other) => other.key === key))).toEqual([
      false,
      true,
      true,
      false,
      true,
      true,
      true,
    ])
  })

  it('counts one account for every spelling of its email', async () => {
    expect(await bucketsFor({ ...attempt, email: 'OWNER@HARBOUR.EXAMPLE' }, plain)).toEqual(
      await bucketsFor(attempt, plain),
    )
  })

  it('keeps the counters of two addresses apart', async () => {
    const one = await bucketsFor(attempt, plain)
    const other = await bucketsFor({ ...attempt, address: '192.0.2.2' }, plain)
    expect(one[0]?.key).not.toBe(other[0]?.key)
    expect(one[2]?.key).toBe(other[2]?.key)
  })
})
