import { CONNECTION_STATES, ConnectionReasonSchema } from '@counterfoil/bff-api/connection'
import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { SAMPLE_NOW, sampleConnection } from '#testing/samples.ts'
import { en } from '#words/en.ts'
import { createFormat } from '#words/format.ts'
import { fr } from '#words/fr.ts'
import { businessName, markWords, stateWords } from './state-words.ts'

const format = createFormat('en', 'UTC', Date.parse(SAMPLE_NOW))

describe(stateWords, () => {
  it('has a text for every state and reason, in both languages', () => {
    for (const t of [en, fr])
      for (const state of CONNECTION_STATES)
        for (const reason of [null, ...ConnectionReasonSchema.options]) {
          const words = stateWords(sampleConnection({ state, reason }), 'Harbour', t, format)
          expect(words.title).not.toBe('')
          expect(words.body).not.toMatch(/undefined|null/)
        }
  })
  it('shows the date and age of what ended', () => {
    const words = stateWords(
      sampleConnection({ state: 'reconnect', reason: 'removed_at_provider' }),
      'Harbour',
      en,
      format,
    )
    expect(words.body).toContain('We noticed on 18\u00a0November, 2 days ago.')
  })
  it('does not call a provider unreachable that limits the rate, nor in a fault of the app', () => {
    const title = (reason: 'rate_limited' | 'misconfigured' | 'partial') =>
      stateWords(sampleConnection({ state: 'trouble', reason }), 'Harbour', en, format).title
    for (const reason of ['rate_limited', 'misconfigured', 'partial'] as const)
      expect(title(reason)).not.toContain('isn’t answering')
  })
})

describe('a connection state', () => {
  it('has the same name in the badge, in lists and in its notice', () => {
    for (const state of CONNECTION_STATES)
      for (const reason of [null, ...ConnectionReasonSchema.options]) {
        const { title } = stateWords(sampleConnection({ state, reason }), 'Harbour', en, format)
        expect(markWords({ state, reason }, 'Harbour', en).full).toBe(title)
      }
  })

  it('does not claim that the person ended an unused connection, and shows the unused days', () => {
    const words = stateWords(
      sampleConnection({
        ...{ state: 'disconnected', reason: 'unused' },
        ...{ since: '2026-11-18T09:41:00.000Z', lastUsedAt: '2026-08-20T09:40:00.000Z' },
      }),
      'Harbour',
      en,
      format,
    )
    expect(words.body).toContain('Nobody used Northwind Trading for 90 days')
    expect(words.body).not.toContain('You disconnected')
  })
})

describe('the sentence below a state', () => {
  const LATER = 'We’ve sent Harbour too many requests in a short time. It can be read again'
  it.each([
    [{ state: 'none' }, 'Nothing is connected.'],
    [{ state: 'connecting' }, 'Nothing is connected.'],
    [{ state: 'connected' }, 'Counterfoil reads from Harbour when you open a page.'],
    [{ state: 'limited', reason: 'fewer_permissions' }, 'What you allowed can be read.'],
    [{ state: 'reconnect', reason: 'ended' }, 'The access to Northwind Trading no longer works.'],
    [
      { state: 'reconnect', reason: 'removed_at_provider' },
      'Harbour says that Counterfoil’s access has ended',
    ],
    [{ state: 'reconnect', reason: 'business_access_lost' }, 'Harbour no longer finds Northwind Trading'],
    [{ state: 'plan_ended', reason: 'subscription_inactive' }, 'Northwind Trading’s plan ended.'],
    [{ state: 'trouble', reason: 'provider_down' }, 'The connection is kept. While this page is open'],
    [{ state: 'trouble', reason: 'partial' }, 'Harbour answered only in part the last time.'],
    [{ state: 'trouble', reason: 'misconfigured' }, 'It isn’t something you did'],
    [{ state: 'trouble', reason: 'rate_limited' }, `${LATER} in a moment.`],
    [
      { state: 'trouble', reason: 'rate_limited', canRetryAt: '2026-11-20T12:06:00.000Z' },
      `${LATER} from 12:06`,
    ],
    [{ state: 'disconnected', reason: 'by_user' }, 'You disconnected Northwind Trading on'],
  ] as const)('for %j begins with %j', (change, beginning) => {
    const { body } = stateWords(sampleConnection(change), 'Harbour', en, format)
    expect(body.slice(0, beginning.length)).toBe(beginning)
  })
})

describe(markWords, () => {
  it('has a short form for very narrow screens', () => {
    expect(markWords({ state: 'limited', reason: 'fewer_permissions' }, 'Harbour', en)).toEqual({
      full: 'Connected, some things off',
      short: 'Some things off',
    })
    expect(markWords({ state: 'trouble', reason: 'provider_down' }, 'Port', en)).toEqual({
      full: 'Port isn’t answering',
      short: 'Port isn’t answering',
    })
  })
})

describe(businessName, () => {
  it('has a fallback name for a connection to all businesses', () => {
    expect(businessName({ businessId: null, businessName: null }, en)).toBe('“All your businesses”')
    expect(businessName({ businessId: asBusinessWireId('a'), businessName: null }, en)).toBe(
      '“Your business”',
    )
  })
})
