import { asBusinessId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { rowWireIdOf, type RowId, type RowKind } from '#books/book-ids.ts'
import { canonicalTextOf } from './money-digest.ts'
import type { DraftLine, MoneyDraft } from './money-input.ts'

const BUSINESS = asBusinessId('11111111-1111-4111-8111-111111111111')
const OTHER = asBusinessId('22222222-2222-4222-8222-222222222222')
const wireId = <Kind extends RowKind>(kind: Kind, id: string, businessId = BUSINESS) =>
  rowWireIdOf(kind, { businessId, id: id as RowId<Kind> })

const ANCHOR: DraftLine = {
  ...{ place: ['anchor'], accountSent: '1', amount: '11.30', direction: 'DEBIT', taxes: [] },
  ...{ customerSent: undefined, description: undefined },
}
const BY_ID = { place: ['tax'], named: { by: 'id', sent: '9' }, amount: '1.30' } as const
const BY_NAME = { ...BY_ID, named: { by: 'abbreviation', sent: 'HST' } } as const
const SOLD: DraftLine = {
  ...{ place: ['line'], accountSent: '2', amount: '10', direction: 'CREDIT', taxes: [BY_ID] },
  ...{ customerSent: '5', description: 'Jam' },
}
const DRAFT: MoneyDraft = {
  ...{ place: [], kind: 'DEPOSIT', day: '2026-11-20', description: 'Market', notes: 'Rain' },
  ...{ externalId: 'm-1', origin: 'ZAPIER', createdAt: new Date('2026-11-20T12:00:00Z') },
  lines: [ANCHOR, SOLD],
}

const textOf = (change: Partial<MoneyDraft> = {}) => canonicalTextOf({ ...DRAFT, ...change }, BUSINESS)
const anchored = (change: Partial<DraftLine>) => textOf({ lines: [{ ...ANCHOR, ...change }, SOLD] })
const sold = (change: Partial<DraftLine>) => textOf({ lines: [ANCHOR, { ...SOLD, ...change }] })

describe('two drafts have the same digest', () => {
  it.each([
    ['where they stand in an input', textOf({ place: ['transactions', '7'] }), textOf()],
    ['where a line stands', sold({ place: ['lineItems', '3'] }), textOf()],
    ['the form of an account', anchored({ accountSent: wireId('Account', '1') }), textOf()],
    ['the form of a customer', sold({ customerSent: wireId('Customer', '5') }), textOf()],
    [
      'the form of a tax',
      sold({ taxes: [{ ...BY_ID, named: { by: 'id', sent: wireId('SalesTax', '9') } }] }),
      textOf(),
    ],
    ['zeros at the end', anchored({ amount: '11.3' }), textOf()],
    ['zeros and the point', sold({ amount: '10.00' }), textOf()],
    ['zeros of a tax', sold({ taxes: [{ ...BY_ID, amount: '1.3000' }] }), textOf()],
    [
      'capitals and spaces around an abbreviation',
      sold({ taxes: [{ ...BY_NAME, named: { by: 'abbreviation', sent: ' hst ' } }] }),
      sold({ taxes: [BY_NAME] }),
    ],
  ])('if they differ only in %s', (_, one, other) => {
    expect(one).toBe(other)
  })
})

describe('two drafts have different digests', () => {
  it.each([
    ['kind', textOf({ kind: 'WITHDRAWAL' })],
    ['day', textOf({ day: '2026-11-21' })],
    ['description', textOf({ description: 'Fair' })],
    ['notes', textOf({ notes: 'Sun' })],
    ['notes, left out', textOf({ notes: undefined })],
    ['externalId', textOf({ externalId: 'm-2' })],
    ['externalId, left out', textOf({ externalId: undefined })],
    ['origin', textOf({ origin: 'MANUAL' })],
    ['origin, left out', textOf({ origin: undefined })],
    ['time', textOf({ createdAt: new Date('2026-11-20T12:00:01Z') })],
    ['time, left out', textOf({ createdAt: undefined })],
    ['account', anchored({ accountSent: '3' })],
    ['account of another business', anchored({ accountSent: wireId('Account', '1', OTHER) })],
    ['amount', anchored({ amount: '11.31' })],
    ['amount, ten times as much', sold({ amount: '100' })],
    ['amount, a tenth', anchored({ amount: '1.130' })],
    ['side', anchored({ direction: 'CREDIT' })],
    ['customer', sold({ customerSent: '6' })],
    ['customer, left out', sold({ customerSent: undefined })],
    ['words of a line', sold({ description: 'Tea' })],
    ['words of a line, left out', sold({ description: undefined })],
    ['tax', sold({ taxes: [{ ...BY_ID, named: { by: 'id', sent: '8' } }] })],
    ['tax, by its name', sold({ taxes: [BY_NAME] })],
    ['amount of a tax', sold({ taxes: [{ ...BY_ID, amount: '1.31' }] })],
    ['taxes, left out', sold({ taxes: [] })],
    ['lines, one more', textOf({ lines: [ANCHOR, SOLD, SOLD] })],
    ['order of lines', textOf({ lines: [SOLD, ANCHOR] })],
  ])('if they differ in their %s', (_, text) => {
    expect(text).not.toBe(textOf())
  })
})
