import { describe, expect, it } from 'vitest'
import { nextPrompt } from './prompts.ts'

describe('the next prompt', () => {
  it.each([
    ['nobody is signed in', { account: 'sign_in', choice: undefined }, 'sign_in'],
    ['several are signed in, and none is chosen', { account: 'choose', choice: undefined }, 'account'],
    ['the person has no business', { account: 'known', choice: 'no_businesses' }, 'business'],
    ['none of the businesses can be chosen', { account: 'known', choice: 'none_choosable' }, 'business'],
    ['a business can be chosen', { account: 'known', choice: 'choose' }, 'consent'],
    // The account is asked for before the business.
    [
      'nobody is signed in, and there is no business',
      { account: 'sign_in', choice: 'no_businesses' },
      'sign_in',
    ],
    [
      'no account is chosen, and there is no business',
      { account: 'choose', choice: 'no_businesses' },
      'account',
    ],
  ] as const)('is right when %s', (_, facts, prompt) => {
    expect(nextPrompt(facts)).toBe(prompt)
  })
})
