import { describe, expect, it } from 'vitest'
import {
  currentAccount,
  needsStepUp,
  signedInAccounts,
  STEP_UP_MS,
  type BrowserAccount,
} from './browser-session.ts'

const account = (userId: string, isSignedIn = true): BrowserAccount => ({
  userId,
  email: userId,
  name: userId,
  isSignedIn,
  passwordCheckedAtMs: 1_000,
})
const session = (currentUserId: string | undefined, ...accounts: BrowserAccount[]) => ({
  id: 's',
  currentUserId,
  accounts,
})

describe('who is in a browser', () => {
  it('is the one last used, while signed in; else the first who is', () => {
    expect(currentAccount(session('b', account('a'), account('b')))?.userId).toBe('b')
    expect(currentAccount(session('b', account('a'), account('b', false)))?.userId).toBe('a')
    expect(currentAccount(session('b', account('b', false)))).toBeUndefined()
  })

  it('does not count those who signed out', () => {
    expect(signedInAccounts(session(undefined, account('a', false), account('b')))).toHaveLength(1)
  })
})

describe(needsStepUp, () => {
  it('asks for the password again after exactly five minutes', () => {
    expect(needsStepUp(account('a'), 1_000 + STEP_UP_MS - 1)).toBe(false)
    expect(needsStepUp(account('a'), 1_000 + STEP_UP_MS)).toBe(true)
  })
})
