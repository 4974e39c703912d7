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

it('an attempt can be completed for 15 minutes and is kept for an hour', () => {
  expect([ATTEMPT_LIFE_MS, ATTEMPT_MEMORY_MS]).toEqual([900_000, 3_600_000])
})

describe(namedConnection, () => {
  it('returns the connection of an attempt, but undefined for a sign-in, whose owner is not proved yet', () => {
    const connectionId = asConnectionId('connection-1')
    expect(namedConnection({ intent: 'reconnect', connectionId })).toBe(connectionId)
    expect(namedConnection({ intent: 'sign_in', connectionId })).toBeNull()
    expect(namedConnection({ intent: 'connect', connectionId: null })).toBeNull()
  })
})

describe(buildAttemptId, () => {
  it('sorts chronologically as text, for all times of up to nine digits', () => {
    const times = [0, 35, 36, 1_000_000, Date.UTC(2026, 10, 21), Date.UTC(5000, 0, 1)]
    const ids = times.map((nowMs) => buildAttemptId(nowMs, 'r'))
    expect(ids.toSorted()).toEqual(ids)
    expect(ids.map((id) => id.length)).toEqual(times.map(() => 10))
    expect(ids[1]).toBe('00000000zr')
  })
})

describe(attemptIdOfState, () => {
  it('reads the attempt id out of a state that the BFF created', () => {
    expect(attemptIdOfState(`${ID}.${'s'.repeat(32)}`)).toBe(asAttemptId(ID))
    for (const length of [16, 64])
      expect(attemptIdOfState(`${'i'.repeat(length)}.${'s'.repeat(length)}`)).toHaveLength(length)
  })

  it('returns undefined for a state that the BFF did not create', () => {
    const secret = 's'.repeat(32)
    for (const state of [
      ...['', ID, `${ID}.`, `.${secret}`, `${ID}.${secret}.`, `${ID}.${secret}\n`, `x ${ID}.${secret}`],
      ...[`${ID} .${secret}`, `${ID}.${secret} `, `${ID}x.${'s'.repeat(15)}`, `${ID}.${'s'.repeat(65)}`],
      ...[`${'i'.repeat(15)}.${secret}`, `${'i'.repeat(65)}.${secret}`, `${ID}-${secret}`],
    ])
      expect(attemptIdOfState(state), state).toBeUndefined()
  })
})
