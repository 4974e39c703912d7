import { describe, expect, it } from 'vitest'
import { nextPrompt } from './prompts.ts'

describe('what a person is asked next', () => {
  it.each([
    ['nobody is signed in', { account: 'sign_in', choice: undefined }, 'sign_in'],
    ['several are, and nobody has said who', { account: 'choose', choice: undefined }, 'account'],
    ['this person has no business', { account: 'known', choice: 'no_businesses' }, 'business'],
    ['none of the businesses can be chosen', { account: 'known', choice: 'none_choosable' }, 'business'],
    ['there is something to choose from', { account: 'known', choice: 'choose' }, 'consent'],
    // The order of the list: who it is comes before what they have.
    [
      'nobody is signed in, and there is no business',
      { account: 'sign_in', choice: 'no_businesses' },
      'sign_in',
    ],
    [
      'it is not said who, and there is no business',
      { account: 'choose', choice: 'no_businesses' },
      'account',
    ],
  ] as const)('when %s', (_, facts, prompt) => {
    expect(nextPrompt(facts)).toBe(prompt)
  })
})
