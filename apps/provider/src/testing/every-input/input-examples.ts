import type { RowKind } from '#books/book-ids.ts'
import { NO_DETAILS } from '#books/contacts/contact.ts'
import { vendorWriter } from '#books/vendors/vendor-store.ts'
import type { TestBooks } from '#testing/books-endpoint.ts'
import type { JsonInput } from './input-variants.ts'

/** Makes a new thing of a business, and answers its id on the wire. */
export type Maker = (kind: RowKind, input?: JsonInput) => Promise<string>

/** Each counts on, so that nothing that must be unique comes twice. */
export type Counter = () => number

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

const salesTax = (next: Counter) => ({
  abbreviation: `T${next()}`,
  description: 'Ontario',
  name: 'Harmonized',
  showTaxNumberOnInvoices: true,
  taxNumber: '123 RT',
})

/** Among the input of an estimate that is made: approve it too. */
const APPROVED = { isApproved: true }

const TEXTS = {
  amountTitle: 'Sum',
  footer: 'Thank you',
  itemTitle: 'Work',
  memo: 'Net 30',
  poNumber: 'PO-7',
  priceTitle: 'Each',
  subhead: 'Phase one',
  title: 'Offer',
  unitTitle: 'Hours',
}

const FLAGS = {
  disableAmexPayments: true,
  disableBankPayments: true,
  disableCreditCardPayments: true,
  hideAmount: false,
  hideDescription: true,
  hideName: false,
  hidePrice: true,
  hideUnit: true,
  requireTermsOfServiceAgreement: true,
}

const estimateContent = async (make: Maker, next: Counter): Promise<JsonInput> => ({
  ...TEXTS,
  ...FLAGS,
  attachmentIds: [],
  currency: 'CAD',
  customerId: await make('Customer'),
  depositStatus: 'ENABLED_OPTIONAL',
  depositUnit: 'AMOUNT',
  depositValue: '100',
  discounts: [{ amount: '5', discountType: 'FIXED', name: 'Spring', percentage: '5' }],
  dontCarryOverNotesToInvoice: true,
  dueDate: '2026-12-31',
  estimateDate: '2026-11-20',
  estimateNumber: `E-${next()}`,
  exchangeRate: '1',
  items: [
    {
      description: 'By hand',
      name: 'Gate',
      productId: await make('Product'),
      quantity: '2',
      taxes: [{ salesTaxId: await make('SalesTax') }],
      unitPrice: '100',
    },
  ],
})

const depositContent = async (make: Maker): Promise<JsonInput> => ({
  amount: '7.50',
  memo: 'In an envelope',
  paymentAccountId: await make('Account'),
  paymentDate: '2026-11-19',
  paymentMethod: 'CHEQUE',
})

const MAIL = {
  ccMyself: true,
  fromAddress: 'books@quay.example',
  message: 'Here it is.',
  subject: 'For you',
  to: ['zoe@mill.example'],
}

const invoiceInput = async (make: Maker, next: Counter) => ({
  ...TEXTS,
  ...FLAGS,
  currency: 'CAD',
  customerId: await make('Customer'),
  discounts: [{ amount: '5', discountType: 'PERCENTAGE', name: 'Friends', percentage: '10' }],
  dueDate: '2026-12-20',
  exchangeRate: '1',
  invoiceDate: '2026-11-20',
  invoiceNumber: `A-${next()}`,
  items: [
    {
      description: 'Sanded',
      productId: await make('Product'),
      quantity: '2.5',
      taxes: [{ amount: '1', salesTaxId: await make('SalesTax') }],
      unitPrice: '20',
    },
  ],
  status: 'SAVED',
})

const payment = async (make: Maker) => ({
  amount: '10',
  exchangeRate: '1',
  memo: 'By hand',
  paymentAccountId: await make('Account'),
  paymentDate: '2026-11-20',
  paymentMethod: 'CASH',
})

const DRAFT = { status: 'DRAFT' }

/**
 * For each mutation an input that succeeds and fills every field; made anew each time, with new things to act on. A
 * mutation without one is refused by the test that is made from the schema.
 */
export const EXAMPLES: Readonly<
  Record<string, (books: TestBooks, make: Maker, next: Counter) => Promise<JsonInput>>
> = {
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
  convertEstimateToInvoice: async (_, make) => ({ estimateId: await make('Estimate', APPROVED) }),
  estimateApprove: async (_, make) => ({ estimateId: await make('Estimate') }),
  estimateClone: async (_, make) => ({ estimateId: await make('Estimate') }),
  estimateCreate: async ({ business }, make, next) => ({
    ...(await estimateContent(make, next)),
    businessId: business.id,
    status: 'DRAFT',
  }),
  estimateDelete: async (_, make) => ({ estimateId: await make('Estimate') }),
  estimateDepositPaymentCreateManual: async (_, make) => ({
    ...(await depositContent(make)),
    estimateId: await make('Estimate', APPROVED),
  }),
  estimateDepositPaymentUpdateManual: async ({ select }, make) => {
    const id = await make('EstimatePayment')
    const { estimatePayment } = await select(`estimatePayment(id: "${id}") { estimate { id } }`)
    return { ...(await depositContent(make)), estimateId: estimatePayment.estimate.id, id }
  },
  estimateDepositPaymentReceiptSend: async ({ select }, make) => {
    const estimatePaymentId = await make('EstimatePayment')
    const { estimatePayment } = await select(
      `estimatePayment(id: "${estimatePaymentId}") { estimate { id } }`,
    )
    return { ...MAIL, attachPdf: true, estimateId: estimatePayment.estimate.id, estimatePaymentId }
  },
  estimateGeneratePdf: async (_, make) => ({ estimateId: await make('Estimate', APPROVED) }),
  estimateMarkAccepted: async (_, make) => ({ estimateId: await make('Estimate', APPROVED) }),
  estimateMarkSent: async (_, make) => ({
    estimateId: await make('Estimate', APPROVED),
    sendMethod: 'SHARED_LINK',
    sentAt: '2026-11-19T10:00:00.000Z',
  }),
  estimatePatch: async (_, make, next) => ({
    ...(await estimateContent(make, next)),
    id: await make('Estimate'),
    status: 'APPROVED',
  }),
  estimatePaymentDelete: async (_, make) => ({ id: await make('EstimatePayment') }),
  estimateResetAcceptance: async (_, make) => ({ estimateId: await make('Estimate') }),
  invoiceApprove: async (_, make) => ({ invoiceId: await make('Invoice', DRAFT) }),
  invoiceClone: async (_, make) => ({ invoiceId: await make('Invoice') }),
  invoiceCreate: async ({ business }, make, next) => ({
    ...(await invoiceInput(make, next)),
    businessId: business.id,
  }),
  invoiceDelete: async (_, make) => ({ invoiceId: await make('Invoice') }),
  invoiceMarkSent: async (_, make) => ({
    invoiceId: await make('Invoice'),
    sendMethod: 'GMAIL',
    sentAt: '2026-11-20T08:00:00Z',
  }),
  invoicePatch: async (_, make, next) => ({
    ...(await invoiceInput(make, next)),
    id: await make('Invoice', DRAFT),
  }),
  invoicePaymentCreateManual: async (_, make) => ({
    ...(await payment(make)),
    invoiceId: await make('Invoice'),
  }),
  invoicePaymentDelete: async (_, make) => ({ id: await make('InvoicePayment') }),
  invoicePaymentPatch: async (_, make) => ({ ...(await payment(make)), id: await make('InvoicePayment') }),
  invoicePaymentReceiptSend: async ({ select }, make) => {
    const invoicePaymentId = await make('InvoicePayment')
    const { invoicePayment } = await select(`invoicePayment(id: "${invoicePaymentId}") { invoice { id } }`)
    return { ...MAIL, attachPdf: true, invoiceId: invoicePayment.invoice.id, invoicePaymentId }
  },
  invoiceSend: async (_, make) => ({ ...MAIL, attachPDF: true, invoiceId: await make('Invoice') }),
  estimateSend: async (_, make) => ({
    ...MAIL,
    attachPDF: true,
    estimateId: await make('Estimate', APPROVED),
    hideGrandTotal: true,
    includeAttachments: true,
  }),
  estimateSendAcceptanceCustomerEmail: async ({ change }, make) => {
    const estimateId = await make('Estimate', APPROVED)
    await change('estimateMarkAccepted', { estimateId })
    return { estimateId }
  },
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
  salesTaxCreate: async ({ business }, _, next) => ({
    ...salesTax(next),
    businessId: business.id,
    isCompound: true,
    isRecoverable: true,
    rate: '0.13',
  }),
  salesTaxPatch: async (_, make, next) => ({
    ...salesTax(next),
    id: await make('SalesTax'),
    rates: [{ effective: '2026-07-01', rate: '0.15' }],
  }),
}

/** How a thing of each kind is made; a kind without one is refused by the test that is made from the schema. */
export const THINGS: Readonly<
  Partial<
    Record<RowKind, (books: TestBooks, input: JsonInput, make: Maker, next: Counter) => Promise<string>>
  >
> = {
  Account: async ({ business, change }, input) => {
    const draft = { businessId: business.id, name: 'Till', subtype: 'CASH_AND_BANK', ...input }
    return (await change('accountCreate', draft, 'account { id }')).account.id
  },
  Customer: async ({ business, change }, input) => {
    const draft = { businessId: business.id, name: 'Mill & Co', email: 'zoe@mill.example', ...input }
    return (await change('customerCreate', draft, 'customer { id }')).customer.id
  },
  Estimate: async ({ business, change }, { isApproved, ...input }, make) => {
    const items = [{ productId: await make('Product'), unitPrice: '100' }]
    const draft = { businessId: business.id, customerId: await make('Customer'), items, ...input }
    const { id } = (await change('estimateCreate', draft, 'estimate { id }')).estimate
    if (isApproved === true) await change('estimateApprove', { estimateId: id }, '')
    return id
  },
  EstimatePayment: async ({ change }, input, make) => {
    const estimateId = await make('Estimate', APPROVED)
    const draft = { ...(await depositContent(make)), estimateId, ...input }
    const answer = await change('estimateDepositPaymentCreateManual', draft, 'estimatePayment { id }')
    return answer.estimatePayment.id
  },
  Invoice: async ({ business, change }, input, make) => {
    const items = [{ productId: await make('Product') }]
    const customerId = await make('Customer')
    const draft = { businessId: business.id, customerId, items, status: 'SAVED', ...input }
    return (await change('invoiceCreate', draft, 'invoice { id }')).invoice.id
  },
  InvoicePayment: async ({ change }, input, make) => {
    const draft = { ...(await payment(make)), invoiceId: await make('Invoice'), ...input }
    return (await change('invoicePaymentCreateManual', draft, 'invoicePayment { id }')).invoicePayment.id
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
  SalesTax: async ({ business, change }, input, _, next) => {
    const draft = { businessId: business.id, name: 'Tax', abbreviation: `T${next()}`, rate: '0.05', ...input }
    return (await change('salesTaxCreate', draft, 'salesTax { id }')).salesTax.id
  },
  Vendor: async ({ business, transact }) => {
    const { id } = await transact((transaction) =>
      vendorWriter.create(transaction, { ...NO_DETAILS, name: 'Timber Yard' }),
    )
    return btoa(`Business:${business.uuid};Vendor:${id}`)
  },
}

/** Makes things of `books`. */
export function makerOf(books: TestBooks, next: Counter): Maker {
  return function make(kind, input = {}) {
    const thing = THINGS[kind]
    if (!thing) throw new Error(`There is no example of a thing of kind ${kind}`)
    return thing(books, input, make, next)
  }
}
