import { ConnectOutcomeSchema, IntentSchema, type ConnectOutcome } from '@counterfoil/bff-api/connect-result'
import { describe, expect, it } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { SAMPLE_NOW, sampleConnectResult } from '#testing/samples.ts'
import { en as catalogue } from '#words/en.ts'
import { createFormat } from '#words/format.ts'
import { fr as catalogueFr } from '#words/fr.ts'
import { resultEn } from '#words/generated/result.en.ts'
import { resultFr } from '#words/generated/result.fr.ts'
import { permissionNames } from '#words/permission-words.ts'
import { decisionWords, resultWords } from './result-words.ts'

const en = { ...catalogue, result: resultEn }
const fr = { ...catalogueFr, result: resultFr }
const plain = createFormat('en', 'UTC', Date.parse(SAMPLE_NOW))
const english = { t: catalogue, locale: 'en', scopeWords: {} } as const
const format = {
  ...plain,
  permissions: (values: readonly string[]) => permissionNames(values, english, plain),
}
const expected = { email: 'maria@northwind.example', businessName: 'Northwind' }
const received = { email: 'sam@northwind.example', businessName: 'Harbour Lane Bakery' }

describe(resultWords, () => {
  it('has a different heading for every outcome', () => {
    for (const t of [en, fr]) {
      const titles = ConnectOutcomeSchema.options.map(
        (outcome) =>
          resultWords(sampleConnectResult(outcome, { expected, received }), 'Harbour', t, format).title,
      )
      expect(new Set(titles).size).toBe(ConnectOutcomeSchema.options.length)
    }
  })
  it('claims that nothing was shared only if no code was exchanged, otherwise that nothing changed in the app', () => {
    const body = (outcome: ConnectOutcome) =>
      resultWords(sampleConnectResult(outcome), 'Harbour', en, format).body
    for (const outcome of ['declined', 'expired', 'mismatch'] as const)
      expect(body(outcome)).toMatch(/nothing was shared/i)
    // The effect of an unanswered code exchange at the provider is unknown.
    for (const outcome of ['provider_failed', 'misconfigured', 'rate_limited'] as const) {
      expect(body(outcome)).toMatch(/nothing has changed/i)
      expect(body(outcome)).not.toMatch(/shared/)
    }
  })
  it('does not claim "nothing was shared" for an existing connection', () => {
    for (const intent of IntentSchema.options.filter((value) => value !== 'connect'))
      expect(
        resultWords(sampleConnectResult('declined', { intent }), 'Harbour', en, format).body,
      ).not.toMatch(/shared/)
  })
  it('does not claim that nothing was shared if the plan ended after connecting', () => {
    const connectResult = sampleConnectResult('plan_ended')
    expect(resultWords(connectResult, 'Harbour', en, format).body).toContain('The connection is kept')
    expect(resultWords(connectResult, 'Harbour', en, format).body).not.toMatch(/shared/)
    expect(resultWords({ ...connectResult, connectionId: null }, 'Harbour', en, format).body).toContain(
      'Nothing was shared',
    )
  })
  it('names the expected and the received business', () => {
    const { body } = resultWords(
      sampleConnectResult('other_business', { expected, received }),
      'Harbour',
      en,
      format,
    )
    expect(body).toBe(
      'You were reconnecting **Northwind**, but picked **Harbour Lane Bakery**. Nothing has changed yet.',
    )
  })
  it('explains what happens to the businesses of the first account', () => {
    const connectResult = sampleConnectResult('other_account', { expected, received, stayConnected: 3 })
    expect(resultWords(connectResult, 'Harbour', en, format).body).toBe(
      'You were signed in as **maria@northwind.example**, and came back as **sam@northwind.example**. Nothing has changed yet. Whatever you choose, the 3 businesses of **maria@northwind.example** stay connected: sign in as maria@northwind.example to see them.',
    )
    const one = { ...connectResult, stayConnected: 1 }
    expect(resultWords(one, 'Harbour', en, format).body).toContain(
      'the one business of **maria@northwind.example** stays connected: sign in as maria@northwind.example to see it.',
    )
    expect(resultWords(one, 'Harbour', fr, format).body).toContain(
      'l’entreprise de **maria@northwind.example** reste connectée\u00a0: connectez-vous avec maria@northwind.example pour la voir.',
    )
    const replaced = {
      connectionId: asConnectionId('a'),
      businessName: 'Alpha Cakes',
      revocation: 'planned',
    } as const
    expect(resultWords({ ...connectResult, replaced }, 'Harbour', en, format).body).toContain(
      'Counterfoil then stops seeing **Alpha Cakes**.',
    )
    // Nobody was signed in: only the remembered name of the other account is known.
    const stranger = {
      ...connectResult,
      expected: { email: null, businessName: 'Northwind' },
      stayConnected: null,
    }
    expect(resultWords(stranger, 'Harbour', en, format).body).not.toContain('stay connected')
  })
  it('reports the end of the replaced connection as far as the provider has confirmed it', () => {
    const replaced = {
      connectionId: asConnectionId('a'),
      businessName: 'Alpha Cakes',
      revocation: 'confirmed',
    } as const
    const connectResult = sampleConnectResult('switched', { replaced })
    expect(resultWords(connectResult, 'Harbour', en, format).body).toContain('Harbour has confirmed it')
    const open = { ...connectResult, replaced: { ...replaced, revocation: 'confirming' as const } }
    expect(resultWords(open, 'Harbour', en, format).body).toContain('hasn’t confirmed yet')
  })
  it('shows the time of the next allowed attempt', () => {
    const connectResult = sampleConnectResult('rate_limited', { retryAt: '2026-11-20T12:15:00.000Z' })
    expect(resultWords(connectResult, 'Harbour', en, format).body).toContain('at 12:15')
    expect(resultWords({ ...connectResult, retryAt: null }, 'Harbour', en, format).body).toContain(
      'in a few minutes',
    )
  })
})

describe(decisionWords, () => {
  it('asks about the business or the person, by name', () => {
    expect(decisionWords(sampleConnectResult('other_business', { expected, received }), en)).toEqual({
      keep: 'Keep Northwind',
      switch: 'Connect Harbour Lane Bakery',
    })
    expect(decisionWords(sampleConnectResult('other_person', { expected, received }), en)).toEqual({
      keep: 'Use maria@northwind.example',
      switch: 'Continue as sam@northwind.example',
    })
  })
})
