import { asUserWireId, asConnectionId, asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { planLookup } from './outcome-lookup.ts'
import type { SentCommand, Verb } from './sent-command.ts'

const PLACE = {
  userId: asUserWireId('u'),
  connectionId: asConnectionId('c'),
  businessId: asBusinessWireId('b'),
}
const SENT_AT_MS = Date.parse('2026-11-20T10:00:00Z')
const sent = (verb: Verb, input: SentCommand['input'], recordId: string | null = null): SentCommand => ({
  ...{ key: 'k', verb, ...PLACE, recordId, label: 'x', input },
  sentAtMs: SENT_AT_MS,
})
const edges = (...nodes: readonly object[]) => ({ edges: nodes.map((node) => ({ node })) })
const at = (seconds: number) => new Date(SENT_AT_MS + seconds * 1000).toISOString()

describe('finding a new customer after a lost answer', () => {
  const look = planLookup(sent('customer-create', { name: 'Fern ' }))
  const find = (...nodes: readonly object[]) => look.find({ business: { customers: edges(...nodes) } })
  const fern = { id: '1', name: 'Fern', createdAt: at(0) }

  it.each([
    ['is there', [fern], { kind: 'one', id: '1' }],
    ['is there by a clock two minutes behind', [{ ...fern, createdAt: at(-120) }], { kind: 'one', id: '1' }],
    ['is an older one', [{ ...fern, createdAt: at(-121) }], { kind: 'none' }],
    ['has another name', [{ ...fern, name: 'Fern & Co' }], { kind: 'none' }],
    ['is not there', [], { kind: 'none' }],
  ])('the customer %s', (_name, nodes, finding) => expect(find(...nodes)).toEqual(finding))

  it('returns all candidates if there are several', () => {
    expect(find(fern, { ...fern, id: '2' })).toEqual({
      kind: 'several',
      found: [
        { id: '1', label: 'Fern' },
        { id: '2', label: 'Fern' },
      ],
    })
  })
})

describe('finding a new invoice after a lost answer', () => {
  const item = { productId: 'p', quantity: '2', unitPrice: '10' }
  const input = { customerId: 'c1', invoiceDate: '2026-11-20', dueDate: '2026-12-20', items: [item] }
  const made = {
    ...{ id: '1', invoiceNumber: '7', createdAt: at(1), invoiceDate: '2026-11-20', dueDate: '2026-12-20' },
    customer: { id: 'c1' },
    items: [{ product: { id: 'p' }, quantity: '2.00', unitPrice: '10.0' }],
  }
  const find = (change: object) =>
    planLookup(sent('invoice-create', input)).find({ business: { invoices: edges({ ...made, ...change }) } })
      .kind

  it.each([
    ['as it was sent, numbers written another way', {}, 'one'],
    ['of another customer', { customer: { id: 'c2' } }, 'none'],
    ['of another day', { invoiceDate: '2026-11-19' }, 'none'],
    ['due another day', { dueDate: '2026-12-21' }, 'none'],
    ['with a line more', { items: [...made.items, ...made.items] }, 'none'],
    ['with another quantity', { items: [{ ...made.items[0], quantity: '20' }] }, 'none'],
    ['with another price', { items: [{ ...made.items[0], unitPrice: '1' }] }, 'none'],
  ])('an invoice %s', (_name, change, kind) => expect(find(change)).toBe(kind))
})

describe('finding a change of an invoice after a lost answer', () => {
  const find = (verb: Verb, invoice: object | null, input = {}) =>
    planLookup(sent(verb, input, 'i')).find({ business: { invoice } }).kind
  const payment = { id: 'y', amount: '5.00', paymentDate: '2026-11-20', createdAt: at(3) }
  const pay = { amount: '5', paymentDate: '2026-11-20' }

  it.each([
    ['invoice-approve', { status: 'SAVED' }, {}, 'one'],
    ['invoice-approve', { status: 'DRAFT' }, {}, 'none'],
    ['invoice-send', { lastSentAt: at(1) }, {}, 'one'],
    ['invoice-send', { lastSentAt: at(-3600) }, {}, 'none'],
    ['invoice-send', { lastSentAt: null }, {}, 'none'],
    ['invoice-delete', null, {}, 'one'],
    ['invoice-delete', { status: 'DRAFT' }, {}, 'none'],
    ['payment-create', { payments: [payment] }, pay, 'one'],
    ['payment-create', { payments: [{ ...payment, createdAt: at(-3600) }] }, pay, 'none'],
    ['payment-create', { payments: [{ ...payment, amount: '50' }] }, pay, 'none'],
    ['payment-create', { payments: null }, pay, 'none'],
    ['payment-delete', { payments: [] }, { id: 'y' }, 'one'],
    ['payment-delete', { payments: [payment] }, { id: 'y' }, 'none'],
  ] as const)('%s: %j', (verb, invoice, input, kind) => expect(find(verb, invoice, input)).toBe(kind))
})

it('a changed customer is found if every sent field has its new value', () => {
  const look = planLookup(sent('customer-patch', { id: 'i', name: 'Fern', phone: null, address: {} }, 'i'))
  const find = (customer: object) => look.find({ business: { customer } }).kind
  expect(find({ id: 'i', name: 'Fern', phone: null })).toBe('one')
  expect(find({ id: 'i', name: 'Fern', phone: '1' })).toBe('none')
})

describe('finding a change of an estimate after a lost answer', () => {
  const find = (verb: Verb, estimate: object | null) =>
    planLookup(sent(verb, {}, 'e')).find({ business: { estimate } }).kind

  it.each([
    ['estimate-approve', { status: 'APPROVED' }, 'one'],
    ['estimate-approve', { status: 'DRAFT' }, 'none'],
    ['estimate-send', { lastSentAt: at(1) }, 'one'],
    ['estimate-send', { lastSentAt: at(-3600) }, 'none'],
    ['estimate-accept', { status: 'ACCEPTED' }, 'one'],
    ['estimate-accept', { status: 'SENT' }, 'none'],
    ['estimate-reopen', { status: 'SENT' }, 'one'],
    ['estimate-reopen', { status: 'ACCEPTED' }, 'none'],
    ['estimate-convert', { status: 'CONVERTED' }, 'one'],
    ['estimate-convert', { status: 'ACCEPTED' }, 'none'],
    ['estimate-delete', null, 'one'],
    ['estimate-delete', { status: 'DELETED' }, 'one'],
    ['estimate-delete', { status: 'SENT' }, 'none'],
  ] as const)('%s: %j', (verb, estimate, kind) => expect(find(verb, estimate)).toBe(kind))

  it('finds a new estimate among the newest by customer, date and lines', () => {
    const line = { productId: 'p', quantity: '2', unitPrice: '10' }
    const input = { customerId: 'c1', estimateDate: '2026-11-20', items: [line] }
    const made = {
      ...{ id: '1', estimateNumber: 'E-7', createdAt: at(1), estimateDate: '2026-11-20' },
      customer: { id: 'c1' },
      items: [{ product: { id: 'p' }, quantity: '2.00', unitPrice: '10.0' }],
    }
    const among = (...rows: readonly object[]) =>
      planLookup(sent('estimate-create', input)).find({ business: { estimates: edges(...rows) } })
    expect(among(made)).toEqual({ kind: 'one', id: '1' })
    expect(among({ ...made, estimateDate: '2026-11-19' }).kind).toBe('none')
    expect(among(made, { ...made, id: '2' })).toMatchObject({
      kind: 'several',
      found: [{ label: 'E-7' }, {}],
    })
  })
})
