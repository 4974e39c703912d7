import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addSent, fillTemplate, findPause, findSent, pauseKey, sentKey, toTemplate } from './use-notes.ts'

const TODAY = '2026-11-20'
const notesWith = (until: string | null) => ({
  [pauseKey('7')]: JSON.stringify({ until, reason: 'More time' }),
})

describe(findPause, () => {
  it.each([
    ['2026-11-21', true],
    ['2026-11-20', false],
    ['2026-11-19', false],
    [null, true],
  ])('finds a pause only if it ends after today: %s', (until, isPaused) => {
    expect(findPause(notesWith(until), { customerId: '7', today: TODAY }) !== undefined).toBe(isPaused)
  })

  it('returns undefined for another customer, without notes, or for an invalid note', () => {
    expect(findPause(notesWith(null), { customerId: '8', today: TODAY })).toBeUndefined()
    expect(findPause(undefined, { customerId: '7', today: TODAY })).toBeUndefined()
    expect(findPause({ [pauseKey('7')]: '{' }, { customerId: '7', today: TODAY })).toBeUndefined()
  })
})

describe(addSent, () => {
  it('puts the latest reminder first, and keeps twenty', () => {
    let notes: Record<string, string> = {}
    for (let day = 10; day < 40; day += 1)
      notes = { [sentKey('7')]: addSent(notes, '7', { at: `2026-01-${day}`, tone: 'firm' }) }
    expect(findSent(notes, '7')).toHaveLength(20)
    expect(findSent(notes, '7')[0]).toEqual({ at: '2026-01-39', tone: 'firm' })
    expect(findSent(notes, '8')).toEqual([])
  })
})

describe(toTemplate, () => {
  const facts = { lines: '1042: $5.00\n1043: $6.00', customer: 'Fern & Co', business: 'Quay Ltd' }
  const message = `Hello Fern & Co,\n\n${facts.lines}\n\nCome and see us.\nQuay Ltd`

  it('keeps the text for use with another customer and other invoices', () => {
    const template = toTemplate(message, facts) ?? ''
    expect(template).toBe('Hello {customer},\n\n{invoices}\n\nCome and see us.\n{business}')
    expect(fillTemplate(template, { lines: '7: €1', customer: 'A {business}', business: 'B' })).toBe(
      'Hello A {business},\n\n7: €1\n\nCome and see us.\nB',
    )
  })

  it('returns undefined if the invoice lines of a message were edited', () => {
    expect(toTemplate(message.replace('$5.00', '$4.00'), facts)).toBeUndefined()
  })

  it('replaces no text inside a placeholder, even for short names', () => {
    const short = { lines: '1', customer: 'u', business: 'e' }
    expect(toTemplate('u 1 e', short)).toBe('{customer} {invoices} {business}')
  })

  it('keeps the invoice lines as one placeholder, even if they contain the customer’s name', () => {
    const named = { ...facts, lines: 'Fern & Co 1042' }
    expect(toTemplate(`Fern & Co\n${named.lines}`, named)).toBe('{customer}\n{invoices}')
  })

  it('gives the original message when it is filled again, for any customer', () => {
    const text = fc.string({ minLength: 1 })
    fc.assert(
      fc.property(text, text, text, text, text, (before, after, lines, customer, business) => {
        const all = { lines, customer, business }
        // A name that contains a placeholder of the template is written as that placeholder.
        fc.pre(!/[{}]/.test(before + after + lines + customer + business))
        const written = before + lines + after
        const template = toTemplate(written, all)
        expect(template === undefined ? undefined : fillTemplate(template, all)).toBe(written)
      }),
      { numRuns: 2000 },
    )
  })
})
