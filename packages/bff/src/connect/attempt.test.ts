import { describe, expect, it } from 'vitest'
import { asAttemptId, asConnectionId } from '@counterfoil/oauth/testing/ids'
import {
  ATTEMPT_LIFE_MS,
  ATTEMPT_MEMORY_MS,
  attemptIdOfState,
  buildAttemptId,
  namedConnection,
} from './attempt.ts'

const ID = 'mb1234567RANDOM_of-16-char'

it('an attempt is open for fifteen minutes, and remembered for an hour', () => {
  expect([ATTEMPT_LIFE_MS, ATTEMPT_MEMORY_MS]).toEqual([900_000, 3_600_000])
})

describe(namedConnection, () => {
  it('names the connection an attempt is about, but not to who only comes back: whose it is has not been shown', () => {
    const connectionId = asConnectionId('connection-1')
    expect(namedConnection({ intent: 'reconnect', connectionId })).toBe(connectionId)
    expect(namedConnection({ intent: 'sign_in', connectionId })).toBeNull()
    expect(namedConnection({ intent: 'connect', connectionId: null })).toBeNull()
  })
})

describe(buildAttemptId, () => {
  it('sorts by time as text, for all times that have nine digits or fewer', () => {
    const times = [0, 35, 36, 1_000_000, Date.UTC(2026, 10, 21), Date.UTC(5000, 0, 1)]
    const ids = times.map((nowMs) => buildAttemptId(nowMs, 'r'))
    expect(ids.toSorted()).toEqual(ids)
    expect(ids.map((id) => id.length)).toEqual(times.map(() => 10))
    expect(ids[1]).toBe('00000000zr')
  })
})

describe(attemptIdOfState, () => {
  it('reads the attempt out of a state of ours', () => {
    expect(attemptIdOfState(`${ID}.${'s'.repeat(32)}`)).toBe(asAttemptId(ID))
    for (const length of [16, 64])
      expect(attemptIdOfState(`${'i'.repeat(length)}.${'s'.repeat(length)}`)).toHaveLength(length)
  })

  it('reads nothing out of what cannot be one', () => {
    const secret = 's'.repeat(32)
    for (const state of [
      ...['', ID, `${ID}.`, `.${secret}`, `${ID}.${secret}.`, `${ID}.${secret}\n`, `x ${ID}.${secret}`],
      ...[`${ID} .${secret}`, `${ID}.${secret} `, `${ID}x.${'s'.repeat(15)}`, `${ID}.${'s'.repeat(65)}`],
      ...[`${'i'.repeat(15)}.${secret}`, `${'i'.repeat(65)}.${secret}`, `${ID}-${secret}`],
    ])
      expect(attemptIdOfState(state), state).toBeUndefined()
  })
})
