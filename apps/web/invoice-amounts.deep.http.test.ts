import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoiceValues, readInvoice, sumLines, type InvoiceToEdit } from '#features/invoices/invoice-input.ts'
import { readOperations } from './codegen.ts'
import { startSeededHarbour, createPost, type SeededHarbour } from './seeded-harbour.ts'

/** What the form of an invoice shows and sends, beside what Harbour makes of it. */

const EMAIL = 'robin@harbour.example'

let harbour: SeededHarbour
let businessId: string
let post: <Data>(query: string, variables: object) => Promise<Data>

beforeAll(async () => {
  harbour = await startSeededHarbour({ seed: 'none' })
  const { provider } = harbour
  const names = ['--first-name', 'Robin', '--last-name', 'Vale']
  await provider.admin(['user', 'create', '--email', EMAIL, ...names], { password: 'harbour-demo' })
  const business = ['--owner', EMAIL, '--name', 'Northwind Trading', '--state', 'active']
  businessId = ((await provider.admin(['business', 'create', ...business])) as { id: string }).id
  const send = await createPost(provider, EMAIL)
  post = async (query, variables) => (await send(query, variables)) as never
})
afterAll(() => harbour.close())

/** Makes one thing, and answers its id. */
async function make(noun: 'customer' | 'product' | 'salesTax' | 'invoice', input: object): Promise<string> {
  const type = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}CreateInput!`
  const data = await post<Record<string, Record<string, unknown>>>(
    `mutation ($input: ${type}) {
      ${noun}Create(input: $input) { didSucceed inputErrors { code path } ${noun} { id } }
    }`,
    { input: { businessId, ...input } },
  )
  const made = data[`${noun}Create`] ?? {}
  expect(made).toMatchObject({ didSucceed: true })
  return (made[noun] as { id: string }).id
}

async function ask<Data>(name: string, variables: object): Promise<Data> {
  const { built } = await readOperations()
  return post(built.find((operation) => operation.name === name)?.document ?? '', variables)
}

it('shows the lines together as Harbour adds them up, and keeps several taxes of a line through a change', async () => {
  const accounts = await post<{ business: { accounts: { edges: { node: { id: string } }[] } } }>(
    'query ($id: ID!) { business(id: $id) { accounts(subtypes: [INCOME]) { edges { node { id } } } } }',
    { id: businessId },
  )
  const customerId = await make('customer', { name: 'Fern & Co' })
  const incomeAccountId = accounts.business.accounts.edges[0]?.node.id
  const productId = await make('product', { name: 'Planting', unitPrice: '0.335', incomeAccountId })
  const tax = (abbreviation: string, rate: string, isCompound: boolean) =>
    make('salesTax', { name: abbreviation, abbreviation, rate, isCompound })
  const [gst, qst] = [await tax('GST', '0.05', false), await tax('QST', '0.09975', true)]
  const line = (index: number, quantity: string, unitPrice: string) => ({
    [`items.${index}.productId`]: productId,
    [`items.${index}.quantity`]: quantity,
    [`items.${index}.unitPrice`]: unitPrice,
    [`items.${index}.taxes`]: 'these',
    [`items.${index}.taxes.${gst}`]: 'on',
    [`items.${index}.taxes.${qst}`]: 'on',
  })
  const values = {
    customerId,
    ...{ ...line(0, '1', ''), ...line(1, '3', '0.115'), ...line(2, '-1', '0.005') },
    ...{ ...line(3, '1.5', '333.33'), ...line(4, '1000000', '0.000000005') },
  }
  const about = { id: null, businessId: asBusinessWireId(businessId), language: 'en' } as const
  const read = readInvoice(values, about)
  if (read.kind === 'wrong') throw new Error(JSON.stringify(read.errors))
  const { input } = read
  const id = await make('invoice', input)

  const asked = `query ($businessId: ID!, $id: ID!) {
    business(id: $businessId) { invoice(id: $id) { subtotal { value } taxTotal { value } items { subtotal { value } } } }
  }`
  type Amounts = {
    readonly business: { readonly invoice: { readonly subtotal: { readonly value: string } } }
  }
  const amounts = await post<Amounts>(asked, { businessId, id })
  const prices = new Map([[productId, '0.335']])
  expect(sumLines(values, { prices, language: 'en', exponent: 2 })).toBe(
    amounts.business.invoice.subtotal.value,
  )

  const before = await ask<{ business: { invoice: InvoiceToEdit } }>('InvoiceToEdit', {
    ...{ businessId, id, withTaxes: true },
  })
  const { invoice } = before.business
  expect(
    invoice.items?.map(({ taxes }) => taxes?.map(({ salesTax }) => salesTax.abbreviation).toSorted()),
  ).toEqual(Array.from({ length: 5 }, () => ['GST', 'QST']))
  const again = readInvoice(invoiceValues(invoice, 'fr'), { ...about, id, language: 'fr' })
  if (again.kind === 'wrong') throw new Error(JSON.stringify(again.errors))
  const patched = await ask<{ invoicePatch: object }>('InvoicePatch', { input: again.input })
  expect(patched.invoicePatch).toMatchObject({ didSucceed: true })
  expect(await post(asked, { businessId, id })).toEqual(amounts)
})
