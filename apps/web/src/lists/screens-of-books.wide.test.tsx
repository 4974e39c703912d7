import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { asBusinessWireId, asConnectionId } from '@counterfoil/oauth/testing/ids'
import { sample } from '@counterfoil/testkit/sample'
import { FIGURES_CALL, giveScreen, setOnline, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { openOver, plainText, textsOf } from '#testing/detail-worlds.ts'
import { SAMPLE_NOW, sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
beforeEach(() => {
  giveScreen()
  setOnline(true)
  bff.answers(`GET ${BFF_PATHS.connectionFigures}`, () => problemAnswer('not-found'))
})

const CAD = { code: 'CAD', exponent: 2 }
const money = (value: string) => ({ value, currency: CAD })
const list = (node: object) => ({ pageInfo: { totalCount: 1, totalPages: 1 }, edges: [{ node }] })
const DOCUMENT = {
  ...{ id: 'x7', title: 'Invoice', subhead: null, poNumber: null, memo: null, exchangeRate: '1' },
  ...{ createdAt: '2026-11-01T10:00:00Z', modifiedAt: '2026-11-01T10:00:00Z', lastSentAt: null },
  ...{ lastViewedAt: null, pdfUrl: 'https://harbour.example/p', viewUrl: 'https://harbour.example/v' },
  ...{ customer: { id: 'c1', name: 'Fern & Co' }, currency: CAD, items: [], payments: [] },
  ...{ subtotal: money('5.00'), discountTotal: money('0.00'), taxTotal: money('0.00') },
  ...{ total: money('5.00'), depositTotal: money('0.00'), amountPaid: money('0.00') },
  ...{ amountDue: money('5.00'), status: 'SENT', dueDate: '2026-11-10', invoiceNumber: '7' },
  ...{ invoiceDate: '2026-11-01', estimateNumber: '7', estimateDate: '2026-11-01' },
}
const CUSTOMER = {
  ...{ id: 'x7', name: 'Fern & Co', email: null, firstName: null, lastName: null, phone: null },
  ...{ mobile: null, website: null, isArchived: false, address: null },
  ...{ outstandingAmount: money('5.00'), overdueAmount: money('0.00') },
}
const ACCOUNT = {
  ...{ id: 'x7', name: 'Till', displayId: null, description: null, isArchived: false, currency: CAD },
  ...{ balance: '5.00', balanceInBusinessCurrency: '5.00', normalBalanceType: 'DEBIT' },
  ...{ type: { value: 'ASSET' }, subtype: { value: 'CASH_AND_BANK' } },
}
const PRODUCT = {
  ...{ id: 'x7', name: 'Rope', description: null, unitPrice: '5.00' },
  ...{ isSold: true, isBought: false, isArchived: false },
}
const ENTRY = { id: 't', date: '2026-11-10', description: 'Entry', kind: 'DEPOSIT', lines: [] }

/** Address, answer of the provider, a sentence of the page, and its sentence for empty books. */
const SCREENS = [
  ['/invoices', { invoices: list(DOCUMENT) }, '1 invoice', 'No invoices yet.'],
  ['/customers', { customers: list(CUSTOMER) }, '1 customer', 'No customers yet.'],
  ['/products', { products: list(PRODUCT) }, '1 product', 'No products yet.'],
  ['/transactions', { transactions: list(ENTRY) }, '1 transaction', 'No transactions yet.'],
  ['/accounts', { accounts: list(ACCOUNT) }, '1 account', 'No accounts yet.'],
  ['/estimates', { estimates: list(DOCUMENT) }, '1 estimate', 'No estimates yet.'],
  ['/invoices/x7', { invoice: DOCUMENT }, '$5.00 10 days late', 'We can’t find this invoice.'],
  ['/customers/x7', { customer: CUSTOMER }, 'Owes you $5.00.', 'We can’t find this customer.'],
  ['/accounts/x7', { account: ACCOUNT }, 'This account has $5.00.', 'We can’t find this account.'],
  ['/estimates/x7', { estimate: DOCUMENT }, 'Fern & Co · Sent', 'We can’t find this estimate.'],
] as const
const STATES = [
  ['the plan ended', { state: 'plan_ended', reason: 'subscription_inactive' }],
  ['access was removed', { state: 'reconnect', reason: 'removed_at_provider' }],
  ['the provider is down', { state: 'trouble', reason: 'provider_down' }],
  ['the reader is offline', {}],
] as const
const CASES = SCREENS.flatMap(([path, books, sentence, none]) =>
  STATES.map(([name, change]) => ({ path, books, sentence, none, name, change })),
)

const business = (books: object) => ({ business: { id: 'B', timezone: 'UTC', currency: CAD, ...books } })
/** Returns the same books without records. */
const emptied = (books: object) =>
  Object.fromEntries(
    Object.entries(books).map(([name, one]) => [
      name,
      'edges' in one ? { pageInfo: { totalCount: 0, totalPages: 1 }, edges: [] } : null,
    ]),
  )
const main = () => plainText(document.querySelector('main'))
const READ_AT = '2026-11-18T08:40:00.000Z'

/** Returns the stored answer to the query that the app sends at `path`. */
async function readBefore(path: string, books: object) {
  await openOver(bff, path, () => business(books))
  const isRead = ({ name, body }: (typeof bff.asked)[number]) => name === FIGURES_CALL && body !== undefined
  const [asked] = bff.asked.filter(isRead)
  if (asked === undefined) throw new Error(`${path} asked for nothing`)
  const { operationName, variables, extensions } = asked.body as {
    readonly operationName: string
    readonly variables: Readonly<Record<string, unknown>>
    readonly extensions: { readonly persistedQuery: { readonly sha256Hash: string } }
  }
  const { sha256Hash } = extensions.persistedQuery
  const { id, version } = sampleConnection()
  const answer = { sha256Hash, operationName, variables, data: business(books), readAt: READ_AT }
  cleanup()
  return { ...{ connectionId: id, version }, answers: [answer] }
}

function breakReading(change: (typeof STATES)[number][1]) {
  bff.answers(FIGURES_CALL, () =>
    Object.keys(change).length === 0 ? Response.error() : problemAnswer('provider-unavailable'),
  )
  bff.session = signedInSession([sampleConnection(change)], { idleEndsAt: null })
}

describe('a list or record that cannot be read now', () => {
  it.each(sample(CASES, 8))('shows the last reading of $path with its date while $name', async (about) => {
    const { path, books, sentence, change } = about
    const lastRead = await readBefore(path, books)
    breakReading(change)
    bff.open(path, { lastRead, now: SAMPLE_NOW })
    if (Object.keys(change).length === 0) setOnline(false)
    await waitFor(() => expect(main()).toMatch(/As of 18 November, \d\d:\d\d/))
    expect(main()).toContain(sentence)
    expect(main()).not.toContain('just now')
  })

  it.each(sample(CASES, 8))('claims nothing about $path that was never read while $name', async (about) => {
    const { path, sentence, none, change } = about
    breakReading(change)
    bff.open(path)
    if (Object.keys(change).length === 0) setOnline(false)
    const said =
      /Nothing from this list is kept\.|Not read yet|This page isn’t saved on this device\.|Harbour isn’t answering/
    await waitFor(() => expect(main()).toMatch(said))
    for (const claim of [sentence, none, 'As of', 'just now', '$', /\d+ (?:invoice|customer|account)/])
      expect(main()).not.toMatch(claim)
  })
})

describe('a page of another business than the one used last', () => {
  const bakery = sampleConnection({
    ...{ id: asConnectionId('connection-bakery'), businessId: asBusinessWireId('QnVzaW5lc3M6Mg==') },
    businessName: 'Harbour Lane Bakery',
  })

  it.each(SCREENS)(
    'reads and names the business of its address, not that of the other tab: %s',
    async (...about) => {
      const [path, books, sentence, none] = about
      bff.session = signedInSession([sampleConnection(), bakery], { idleEndsAt: null })
      const answer = (_: string, { id }: Readonly<Record<string, unknown>>) =>
        business(id === bakery.businessId ? emptied(books) : books)
      await openOver(bff, `/b/northwind${path}`, answer)
      expect(main()).toContain(sentence)
      cleanup()
      bff.answers(FIGURES_CALL, ({ body }) => ({
        data: answer('', (body as { readonly variables: { readonly id: string } }).variables),
      }))
      bff.open(`/b/bakery${path}`)
      await waitFor(() => expect(main()).toContain(none))
      expect(main()).not.toContain(sentence)
      if (!path.endsWith('/x7')) expect(textsOf('.list-empty')[0]).toContain('Harbour Lane Bakery')
      else expect(screen.getByText(/belong to another business\.$/)).toBeTruthy()
    },
  )
})
