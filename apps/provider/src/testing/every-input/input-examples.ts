import { NO_DETAILS } from '#books/contacts/contact.ts'
import { contactValues } from '#books/contacts/contact-store.ts'
import { insertRow } from '#books/row-store.ts'
import { VENDORS } from '#books/vendors/vendor-noun.ts'
import type { TestBooks } from '#testing/books-endpoint.ts'
import { DOCUMENT_EXAMPLES, DOCUMENT_THINGS } from './document-examples.ts'
import { numbered, type JsonInput } from './input-variants.ts'
import type { Examples, Maker, Things } from './make-things.ts'
import { MONEY_EXAMPLES, MONEY_THINGS } from './money-examples.ts'

const ADDRESS = {
  addressLine1: '1 Pier',
  addressLine2: 'Unit 2',
  city: 'Toronto',
  countryCode: 'CA',
  postalCode: 'M5V 2T6',
  provinceCode: 'CA-ON',
}

const SHIPPING = { address: ADDRESS, instructions: 'Ring twice', name: 'Yard', phone: '5' }

const CONTACT = {
  address: ADDRESS,
  currency: 'CAD',
  displayId: 'C-1',
  email: 'zoe@mill.example',
  fax: '1',
  firstName: 'Zoë',
  internalNotes: 'Pays late.',
  lastName: 'Mill',
  mobile: '2',
  name: 'Mill & Co',
  phone: '3',
  shippingDetails: SHIPPING,
  tollFree: '4',
  website: 'mill.example',
}

/** An account that a product may name. */
const SALES = { subtype: 'INCOME' }
const PURCHASES = { subtype: 'EXPENSE' }

const SALES_TAX = {
  abbreviation: 'T#',
  description: 'Ontario',
  name: 'Harmonized',
  showTaxNumberOnInvoices: true,
  taxNumber: '123 RT',
}

/** One example per mutation. The test generated from the schema fails for a mutation without an example. */
export const EXAMPLES: Examples = {
  ...DOCUMENT_EXAMPLES,
  ...MONEY_EXAMPLES,
  accountArchive: async (_, make) => ({ id: await make('Account') }),
  accountCreate: async ({ business }) => ({
    businessId: business.id,
    currency: 'CAD',
    description: 'Front desk',
    displayId: '1010',
    name: 'Till',
    restrictions: { canArchive: true },
    subtype: 'CASH_AND_BANK',
  }),
  accountPatch: async (_, make) => ({
    description: 'Back office',
    displayId: '1020',
    id: await make('Account'),
    name: 'Safe',
    sequence: 1,
  }),
  customerCreate: async ({ business }) => ({ ...CONTACT, businessId: business.id }),
  customerDelete: async (_, make) => ({ id: await make('Customer') }),
  customerPatch: async (_, make) => ({ ...CONTACT, id: await make('Customer') }),
  productArchive: async (_, make) => ({ id: await make('Product') }),
  productCreate: async ({ business }, make) => ({
    businessId: business.id,
    defaultSalesTaxIds: [await make('SalesTax')],
    description: 'Planed',
    expenseAccountId: await make('Account', PURCHASES),
    incomeAccountId: await make('Account', SALES),
    name: 'Oak board',
    unitPrice: '19.50',
  }),
  productPatch: async (_, make) => ({
    defaultSalesTaxIds: [await make('SalesTax')],
    description: 'Sawn',
    expenseAccountId: await make('Account', PURCHASES),
    id: await make('Product'),
    incomeAccountId: await make('Account', SALES),
    name: 'Elm board',
    unitPrice: '21',
  }),
  salesTaxArchive: async (_, make) => ({ id: await make('SalesTax') }),
  salesTaxCreate: async ({ business }) => ({
    ...SALES_TAX,
    businessId: business.id,
    isCompound: true,
    isRecoverable: true,
    rate: '0.13',
  }),
  salesTaxPatch: async (_, make) => ({
    ...SALES_TAX,
    id: await make('SalesTax'),
    rates: [{ effective: '2026-07-01', rate: '0.15' }],
  }),
}

const THINGS: Things = {
  ...DOCUMENT_THINGS,
  ...MONEY_THINGS,
  Account: async ({ business, change }, input) => {
    const draft = { businessId: business.id, name: 'Till', subtype: 'CASH_AND_BANK', ...input }
    return (await change('accountCreate', draft, 'account { id }')).account.id
  },
  Customer: async ({ business, change }, input) => {
    const draft = { businessId: business.id, name: 'Mill & Co', email: 'zoe@mill.example', ...input }
    return (await change('customerCreate', draft, 'customer { id }')).customer.id
  },
  Product: async ({ business, change }, input, make) => {
    const incomeAccountId = await make('Account', SALES)
    const draft = {
      businessId: business.id,
      name: 'Oak board',
      unitPrice: '19.50',
      incomeAccountId,
      ...input,
    }
    return (await change('productCreate', draft, 'product { id }')).product.id
  },
  SalesTax: async ({ business, change }, input) => {
    const draft = { businessId: business.id, name: 'Tax', abbreviation: 'T#', rate: '0.05', ...input }
    return (await change('salesTaxCreate', draft, 'salesTax { id }')).salesTax.id
  },
  Vendor: async ({ business, transact }) => {
    const { id } = await transact((transaction) =>
      insertRow(transaction, VENDORS, contactValues({ ...NO_DETAILS, name: 'Timber Yard' })),
    )
    return btoa(`Business:${business.uuid};Vendor:${id}`)
  },
}

/** Returns a function that creates rows in `books`. */
export function makerOf(books: TestBooks, next: () => number): Maker {
  const change: TestBooks['change'] = (mutation, input, selection) =>
    books.change(mutation, numbered(input as JsonInput, next), selection)
  const writing = { ...books, change }
  return function make(kind, input = {}) {
    const thing = THINGS[kind]
    if (!thing) throw new Error(`There is no example of a thing of kind ${kind}`)
    return thing(writing, input, make)
  }
}
