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

describe('the current account of a browser', () => {
  it('is the one last used, while signed in; otherwise the first one', () => {
    expect(
      currentAccount(session(asUserId('b'), account(asUserId('a')), account(asUserId('b'))))?.userId,
    ).toBe('b')
    expect(
      currentAccount(session(asUserId('b'), account(asUserId('a')), account(asUserId('b'), false)))?.userId,
    ).toBe('a')
    expect(currentAccount(session(asUserId('b'), account(asUserId('b'), false)))).toBeUndefined()
  })

  it('ignores accounts that signed out', () => {
    expect(
      signedInAccounts(session(undefined, account(asUserId('a'), false), account(asUserId('b')))),
    ).toHaveLength(1)
  })
})

describe(needsStepUp, () => {
  it('must enter its password again after exactly five minutes', () => {
    expect(needsStepUp(account(asUserId('a')), 1_000 + STEP_UP_MS - 1)).toBe(false)
    expect(needsStepUp(account(asUserId('a')), 1_000 + STEP_UP_MS)).toBe(true)
  })
})

describe('the lifetime of a session', () => {
  it('is a week unused and thirty days at most, and five minutes for an entered password', () => {
    expect([SESSION_IDLE_MS, SESSION_ABSOLUTE_MS, STEP_UP_MS]).toEqual([604_800_000, 2_592_000_000, 300_000])
  })

  it('starts without an account', () => {
    expect(signedInAccounts(NOBODY)).toEqual([])
    expect(NOBODY).toEqual({ id: undefined, currentUserId: undefined, accounts: [] })
  })
})
