import { describe, expect, it } from 'vitest'
import type { UserId } from '@counterfoil/oauth/ids'
import { asBrowserSessionId, asUserId } from '@counterfoil/oauth/testing/ids'
import {
  currentAccount,
  needsStepUp,
  NOBODY,
  SESSION_ABSOLUTE_MS,
  SESSION_IDLE_MS,
  signedInAccounts,
  STEP_UP_MS,
  type BrowserAccount,
} from './browser-session.ts'

const account = (userId: UserId, isSignedIn = true): BrowserAccount => ({
  userId,
  email: userId,
  name: userId,
  isSignedIn,
  passwordCheckedAtMs: 1_000,
})
const session = (currentUserId: UserId | undefined, ...accounts: BrowserAccount[]) => ({
  id: asBrowserSessionId('s'),
  currentUserId,
  accounts,
})

describe('who is in a browser', () => {
  it('is the one last used, while signed in; else the first who is', () => {
    expect(
      currentAccount(session(asUserId('b'), account(asUserId('a')), account(asUserId('b'))))?.userId,
    ).toBe('b')
    expect(
      currentAccount(session(asUserId('b'), account(asUserId('a')), account(asUserId('b'), false)))?.userId,
    ).toBe('a')
    expect(currentAccount(session(asUserId('b'), account(asUserId('b'), false)))).toBeUndefined()
  })

  it('does not count those who signed out', () => {
    expect(
      signedInAccounts(session(undefined, account(asUserId('a'), false), account(asUserId('b')))),
    ).toHaveLength(1)
  })
})

describe(needsStepUp, () => {
  it('asks for the password again after exactly five minutes', () => {
    expect(needsStepUp(account(asUserId('a')), 1_000 + STEP_UP_MS - 1)).toBe(false)
    expect(needsStepUp(account(asUserId('a')), 1_000 + STEP_UP_MS)).toBe(true)
  })
})

describe('the lives of a session', () => {
  it('are a week unused and thirty days at most, and five minutes for a typed password', () => {
    expect([SESSION_IDLE_MS, SESSION_ABSOLUTE_MS, STEP_UP_MS]).toEqual([604_800_000, 2_592_000_000, 300_000])
  })

  it('have nobody in them before anybody signs in', () => {
    expect(signedInAccounts(NOBODY)).toEqual([])
    expect(NOBODY).toEqual({ id: undefined, currentUserId: undefined, accounts: [] })
  })
})
