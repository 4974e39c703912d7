import { CONNECTION_STATES, ConnectionReasonSchema } from '@counterfoil/bff-api/connection'
import { describe, expect, it } from 'vitest'
import { SAMPLE_NOW, sampleConnection } from '#testing/samples.ts'
import { en } from '#words/en.ts'
import { createFormat } from '#words/format.ts'
import { fr } from '#words/fr.ts'
import { businessName, markWords, stateWords } from './state-words.ts'

const format = createFormat('en', 'UTC', Date.parse(SAMPLE_NOW))

describe(stateWords, () => {
  it('has words of its own for every state and reason, in both languages', () => {
    for (const t of [en, fr])
      for (const state of CONNECTION_STATES)
        for (const reason of [null, ...ConnectionReasonSchema.options]) {
          const words = stateWords(sampleConnection({ state, reason }), 'Harbour', t, format)
          expect(words.title).not.toBe('')
          expect(words.body).not.toMatch(/undefined|null/)
        }
  })
  it('dates what ended, with its age', () => {
    const words = stateWords(
      sampleConnection({ state: 'reconnect', reason: 'removed_at_provider' }),
      'Harbour',
      en,
      format,
    )
    expect(words.body).toContain('We noticed on 18 November, 2 days ago.')
  })
  it('does not call a provider silent that only asked for patience, or a fault of ours', () => {
    const title = (reason: 'rate_limited' | 'misconfigured' | 'partial') =>
      stateWords(sampleConnection({ state: 'trouble', reason }), 'Harbour', en, format).title
    for (const reason of ['rate_limited', 'misconfigured', 'partial'] as const)
      expect(title(reason)).not.toContain('isn’t answering')
  })
})

describe(markWords, () => {
  it('has a short form for the narrowest screens', () => {
    expect(markWords('limited', 'Harbour', en)).toEqual({
      full: 'Connected, some things off',
      short: 'Some things off',
    })
    expect(markWords('trouble', 'Port', en).full).toBe('Port isn’t answering')
  })
})

describe(businessName, () => {
  it('has a name for a connection that covers all businesses', () => {
    expect(businessName({ businessId: null, businessName: null }, en)).toBe('All your businesses')
    expect(businessName({ businessId: 'a', businessName: null }, en)).toBe('Your business')
  })
})
