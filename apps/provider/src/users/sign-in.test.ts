import { describe, expect, it } from 'vitest'
import { asUserId, asPasswordHash } from '@counterfoil/oauth/testing/ids'
import { attemptSignIn, MAX_PASSWORD_CHARACTERS, type SignInPorts } from './sign-in.ts'
import { TRIES_PER_ACCOUNT_AND_ADDRESS, type Bucket, type Place } from './sign-in-throttle.ts'

const DECOY = asPasswordHash('decoy')

function world(counts = 1, place: Place = { kind: 'place', waitMs: 0 }) {
  const returned: Bucket[] = []
  const verified: string[] = []
  const forgiven: Bucket[] = []
  const waits: number[] = []
  const ports: SignInPorts = {
    findByEmail: (email) => {
      const isDisabled = email === 'closed@harbour.example'
      const known = isDisabled || email === 'maya@harbour.example'
      return Promise.resolve(
        known
          ? { userId: asUserId('u1'), email, passwordHash: asPasswordHash('hash-of:right'), isDisabled }
          : undefined,
      )
    },
    countTry: (buckets) =>
      Promise.resolve(
        buckets.map(({ kind, times }) => ({ kind, times, count: counts, windowStartedAtMs: 0 })),
      ),
    forgive: (buckets) => {
      forgiven.push(...buckets)
      return Promise.resolve()
    },
    verifyPassword: (password, stored) => {
      verified.push(stored)
      return Promise.resolve(stored === `hash-of:${password}`)
    },
    giveBack: (buckets) => {
      returned.push(...buckets)
      return Promise.resolve()
    },
    takePlace: () => Promise.resolve(place),
    decoyHash: DECOY,
    digest: (text) => Promise.resolve(text),
    wait: (milliseconds) => {
      waits.push(milliseconds)
      return Promise.resolve()
    },
  }
  return { ports, verified, forgiven, waits, returned }
}

const attempt = {
  email: 'maya@harbour.example',
  password: 'right',
  address: '192.0.2.1',
  deviceId: undefined,
}

describe(attemptSignIn, () => {
  it('signs in with the right pair and empties the account’s buckets', async () => {
    const { ports, forgiven } = world()
    expect(await attemptSignIn(attempt, ports)).toMatchObject({ kind: 'signed_in', userId: asUserId('u1') })
    expect(forgiven.map((bucket) => bucket.kind)).toEqual(['pair', 'address', 'account'])
  })

  it('gives the same answer for a wrong password and for an unknown account, after the same work', async () => {
    const wrong = world()
    expect(await attemptSignIn({ ...attempt, password: 'wrong' }, wrong.ports)).toEqual({ kind: 'no_match' })
    const unknown = world()
    expect(await attemptSignIn({ ...attempt, email: 'nobody@harbour.example' }, unknown.ports)).toEqual({
      kind: 'no_match',
    })
    expect(wrong.verified).toEqual(['hash-of:right'])
    expect(unknown.verified).toEqual([DECOY])
    expect([...wrong.forgiven, ...unknown.forgiven]).toEqual([])
  })

  it('reports a closed account only to a caller with its password', async () => {
    const { ports } = world()
    const closed = { ...attempt, email: 'closed@harbour.example' }
    expect(await attemptSignIn(closed, ports)).toEqual({ kind: 'disabled' })
    expect(await attemptSignIn({ ...closed, password: 'wrong' }, ports)).toEqual({ kind: 'no_match' })
  })

  it('does no work for a blocked attempt, not even with the right password', async () => {
    const { ports, verified } = world(TRIES_PER_ACCOUNT_AND_ADDRESS + 1)
    expect(await attemptSignIn(attempt, ports)).toMatchObject({ kind: 'blocked' })
    expect(verified).toEqual([])
  })

  it('checks a stranger’s password only at their turn in the queue', async () => {
    const { ports, waits, verified } = world(1, { kind: 'place', waitMs: 700 })
    const wait = ports.wait
    ports.wait = (milliseconds) => {
      expect(verified).toEqual([])
      return wait(milliseconds)
    }
    expect(await attemptSignIn(attempt, ports)).toMatchObject({ kind: 'signed_in' })
    expect(waits).toEqual([700])
  })

  it('refuses a stranger if the queue is full, without a check and without counting the attempt', async () => {
    const { ports, verified, returned } = world(1, { kind: 'full', againAtMs: 9_000 })
    expect(await attemptSignIn(attempt, ports)).toEqual({ kind: 'blocked', untilMs: 9_000 })
    expect(verified).toEqual([])
    expect(returned.map((bucket) => bucket.kind)).toEqual(['pair', 'address', 'account', 'first'])
  })

  it('lets the owner in a known browser pass every queue', async () => {
    const { ports, waits } = world(1, { kind: 'full', againAtMs: 9_000 })
    expect(await attemptSignIn({ ...attempt, deviceId: 'device-1' }, ports)).toMatchObject({
      kind: 'signed_in',
    })
    expect(waits).toEqual([])
  })

  it('names empty fields, without counting an attempt', async () => {
    const { ports } = world(1_000)
    expect(await attemptSignIn({ ...attempt, email: ' ', password: '' }, ports)).toEqual({
      kind: 'missing',
      fields: ['email', 'password'],
    })
    expect(await attemptSignIn({ ...attempt, password: '' }, ports)).toEqual({
      kind: 'missing',
      fields: ['password'],
    })
  })

  it('refuses an overlong password, after the usual work', async () => {
    const { ports, verified } = world()
    const password = 'right'.padEnd(MAX_PASSWORD_CHARACTERS + 1, 'x')
    expect(await attemptSignIn({ ...attempt, password }, ports)).toEqual({ kind: 'no_match' })
    expect(verified).toEqual([DECOY])
  })

  it('checks the longest permitted password, and only the beginning of a longer one', async () => {
    const { ports, verified } = world()
    const checked: string[] = []
    const verify = ports.verifyPassword
    ports.verifyPassword = (password, stored) => {
      checked.push(password)
      return verify(password, stored)
    }
    const longest = 'right'.padEnd(MAX_PASSWORD_CHARACTERS, 'x')
    await attemptSignIn({ ...attempt, password: longest }, ports)
    await attemptSignIn({ ...attempt, password: `${longest}more` }, ports)
    expect(verified).toEqual(['hash-of:right', DECOY])
    expect(checked).toEqual([longest, longest])
  })

  it('does not search for an email that the database could not store, and counts the attempt', async () => {
    const { ports, verified } = world()
    const asked: string[] = []
    const counted: string[] = []
    ports.findByEmail = async (email) => void asked.push(email)
    const countTry = ports.countTry
    ports.countTry = (buckets) => {
      counted.push(...buckets.map(({ key }) => key))
      return countTry(buckets)
    }
    const longest = 'm'.repeat(320)
    for (const email of ['maya\u0000@harbour.example', `${longest}m`, longest])
      expect(await attemptSignIn({ ...attempt, email }, ports)).toEqual({ kind: 'no_match' })
    expect(asked).toEqual([longest])
    expect(verified).toEqual([DECOY, DECOY, DECOY])
    // Text after the longest possible email does not create another queue for the account.
    expect(new Set(counted).size).toBe(2 + 1 + 2 + 2)
  })

  it('does not delay a stranger at their turn', async () => {
    const { ports, waits } = world(1, { kind: 'place', waitMs: 0 })
    await attemptSignIn(attempt, ports)
    expect(waits).toEqual([])
  })

  it('puts a stranger’s first attempt and later ones into different queues', async () => {
    const places: (readonly [string, number])[] = []
    for (const tries of [1, 2]) {
      const { ports } = world(tries)
      ports.takePlace = async (account, spacingMs) => {
        places.push([account.kind, spacingMs])
        return { kind: 'place', waitMs: 0 }
      }
      await attemptSignIn(attempt, ports)
    }
    expect(places).toEqual([
      ['first', 100],
      ['account', 100],
    ])
  })
})
