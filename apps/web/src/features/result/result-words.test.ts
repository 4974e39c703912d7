import { FlowOutcomeSchema, IntentSchema } from '@counterfoil/bff-api/flow'
import { describe, expect, it } from 'vitest'
import { SAMPLE_NOW, sampleFlow } from '#testing/samples.ts'
import { en } from '#words/en.ts'
import { createFormat } from '#words/format.ts'
import { fr } from '#words/fr.ts'
import { decisionWords, resultWords } from './result-words.ts'

const format = createFormat('en', 'UTC', Date.parse(SAMPLE_NOW))
const expected = { email: 'maria@northwind.example', businessName: 'Northwind' }
const received = { email: 'sam@northwind.example', businessName: 'Harbour Lane Bakery' }

describe(resultWords, () => {
  it('has a heading of its own for every way an attempt can end', () => {
    for (const t of [en, fr]) {
      const titles = FlowOutcomeSchema.options.map(
        (outcome) => resultWords(sampleFlow(outcome, { expected, received }), 'Harbour', t, format).title,
      )
      expect(new Set(titles).size).toBe(FlowOutcomeSchema.options.length)
    }
  })
  it('says that nothing was shared wherever nothing was', () => {
    for (const outcome of [
      'declined',
      'expired',
      'mismatch',
      'provider_failed',
      'misconfigured',
      'rate_limited',
    ] as const)
      expect(resultWords(sampleFlow(outcome), 'Harbour', en, format).body).toMatch(/nothing was shared/i)
  })
  it('does not say "nothing was shared" of a connection that was there before', () => {
    for (const intent of IntentSchema.options.filter((value) => value !== 'connect'))
      expect(resultWords(sampleFlow('declined', { intent }), 'Harbour', en, format).body).not.toMatch(
        /shared/,
      )
  })
  it('does not say that nothing was shared when a plan ended after the connection was made', () => {
    const flow = sampleFlow('plan_ended')
    expect(resultWords(flow, 'Harbour', en, format).body).toContain('Nothing is deleted.')
    expect(resultWords(flow, 'Harbour', en, format).body).not.toMatch(/shared/)
    expect(resultWords({ ...flow, connectionId: null }, 'Harbour', en, format).body).toContain(
      'Nothing was shared',
    )
  })
  it('names both sides when something else came back', () => {
    const { body } = resultWords(sampleFlow('other_business', { expected, received }), 'Harbour', en, format)
    expect(body).toBe(
      'You were reconnecting **Northwind**, but picked **Harbour Lane Bakery**. Nothing has changed yet.',
    )
  })
  it('says from when on it can be tried again', () => {
    const flow = sampleFlow('rate_limited', { retryAt: '2026-11-20T12:15:00.000Z' })
    expect(resultWords(flow, 'Harbour', en, format).body).toContain('at 12:15')
    expect(resultWords({ ...flow, retryAt: null }, 'Harbour', en, format).body).toContain('in a few minutes')
  })
})

describe(decisionWords, () => {
  it('asks about the business or about the person, by name', () => {
    expect(decisionWords(sampleFlow('other_business', { expected, received }), en)).toEqual({
      keep: 'Keep Northwind',
      switch: 'Switch to Harbour Lane Bakery',
    })
    expect(decisionWords(sampleFlow('other_person', { expected, received }), en)).toEqual({
      keep: 'Use maria@northwind.example',
      switch: 'Continue as sam@northwind.example',
    })
  })
})
