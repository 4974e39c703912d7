import type { TestBooks } from '#testing/books-endpoint.ts'
import type { JsonInput } from './input-variants.ts'
import type { Examples, Maker, Things } from './make-things.ts'

/** The texts and switches that invoices and estimates have in common. */
const LOOK = {
  amountTitle: 'Amount',
  disableAmexPayments: true,
  disableBankPayments: true,
  disableCreditCardPayments: true,
  footer: 'Thank you.',
  hideAmount: true,
  hideDescription: true,
  hideName: true,
  hidePrice: true,
  hideUnit: true,
  itemTitle: 'Item',
  memo: 'Second phase',
  poNumber: 'PO-7',
  priceTitle: 'Price',
  requireTermsOfServiceAgreement: true,
  subhead: 'Oak and elm',
  title: 'Bill',
  unitTitle: 'Hours',
}

const item = async (make: Maker) => ({
  description: 'Planed on both sides',
  productId: await make('Product'),
  quantity: '2',
  taxes: [{ amount: '1', salesTaxId: await make('SalesTax') }],
  unitPrice: '100',
})

const invoice = async (make: Maker, number: string) => ({
  ...LOOK,
  currency: 'CAD',
  customerId: await make('Customer'),
  discounts: [{ discountType: 'FIXED', amount: '1', name: 'Early', percentage: '10' }],
  dueDate: '2026-12-20',
  exchangeRate: '1',
  invoiceDate: '2026-11-20',
  invoiceNumber: number,
  items: [await item(make)],
})

const estimate = async (make: Maker, number: string) => ({
  ...LOOK,
  attachmentIds: [],
  currency: 'CAD',
  customerId: await make('Customer'),
  depositStatus: 'ENABLED_OPTIONAL',
  depositUnit: 'PERCENTAGE',
  depositValue: '25',
  discounts: [{ discountType: 'PERCENTAGE', percentage: '10', amount: '1', name: 'Early' }],
  dontCarryOverNotesToInvoice: true,
  dueDate: '2026-12-20',
  estimateDate: '2026-11-20',
  estimateNumber: number,
  exchangeRate: '1',
  items: [
    {
      description: 'Planed on both sides',
      name: 'Board',
      productId: await make('Product'),
      quantity: '2',
      taxes: [{ salesTaxId: await make('SalesTax') }],
      unitPrice: '100',
    },
  ],
})

const letter = ({ email }: Pick<TestBooks, 'email'>) => ({
  ccMyself: true,
  fromAddress: email,
  message: 'Please find it attached.',
  subject: 'From Quay Books',
  to: ['zoe@mill.example'],
})

const payment = async (make: Maker, methods: JsonInput) => ({
  amount: '10',
  memo: 'By hand',
  paymentAccountId: await make('Account'),
  paymentDate: '2026-11-20',
  ...methods,
})

/** Creates a payment of a new document. */
const paid = async (make: Maker, kind: 'InvoicePayment' | 'EstimatePayment', of: 'Invoice' | 'Estimate') => {
  const documentId = await make(of)
  return { documentId, paymentId: await make(kind, { of: documentId }) }
}

export const DOCUMENT_EXAMPLES: Examples = {
  convertEstimateToInvoice: async (_, make) => ({ estimateId: await make('Estimate') }),
  estimateApprove: async (_, make) => ({ estimateId: await make('Estimate', { life: 'DRAFT' }) }),
  estimateClone: async (_, make) => ({ estimateId: await make('Estimate') }),
  estimateCreate: async ({ business }, make) => ({
    ...(await estimate(make, 'Q-#')),
    businessId: business.id,
    status: 'DRAFT',
  }),
  estimateDelete: async (_, make) => ({ estimateId: await make('Estimate') }),
  estimateDepositPaymentCreateManual: async (_, make) => ({
    ...(await payment(make, { paymentMethod: 'CASH' })),
    estimateId: await make('Estimate'),
  }),
  estimateDepositPaymentReceiptSend: async (books, make) => {
    const { documentId, paymentId } = await paid(make, 'EstimatePayment', 'Estimate')
    return { ...letter(books), attachPdf: true, estimateId: documentId, estimatePaymentId: paymentId }
  },
  estimateDepositPaymentUpdateManual: async (_, make) => {
    const { documentId, paymentId } = await paid(make, 'EstimatePayment', 'Estimate')
    return { ...(await payment(make, { paymentMethod: 'CASH' })), estimateId: documentId, id: paymentId }
  },
  estimateGeneratePdf: async (_, make) => ({ estimateId: await make('Estimate') }),
  estimateMarkAccepted: async (_, make) => ({ estimateId: await make('Estimate') }),
  estimateMarkSent: async (_, make) => ({
    estimateId: await make('Estimate'),
    sendMethod: 'GMAIL',
    sentAt: '2026-11-20T08:00:00.000Z',
  }),
  estimatePatch: async (_, make) => ({
    ...(await estimate(make, 'Q-#')),
    id: await make('Estimate', { life: 'DRAFT' }),
    status: 'DRAFT',
  }),
  estimatePaymentDelete: async (_, make) => ({ id: await make('EstimatePayment') }),
  estimateResetAcceptance: async (books, make) => {
    const estimateId = await make('Estimate')
    await books.change('estimateMarkAccepted', { estimateId })
    return { estimateId }
  },
  estimateSend: async (books, make) => ({
    ...letter(books),
    attachPDF: true,
    estimateId: await make('Estimate'),
    hideGrandTotal: true,
    includeAttachments: true,
  }),
  estimateSendAcceptanceCustomerEmail: async (books, make) => {
    const estimateId = await make('Estimate')
    await books.change('estimateMarkAccepted', { estimateId })
    return { estimateId }
  },
  invoiceApprove: async (_, make) => ({ invoiceId: await make('Invoice', { status: 'DRAFT' }) }),
  invoiceClone: async (_, make) => ({ invoiceId: await make('Invoice') }),
  invoiceCreate: async ({ business }, make) => ({
    ...(await invoice(make, 'N-#')),
    businessId: business.id,
    status: 'DRAFT',
  }),
  invoiceDelete: async (_, make) => ({ invoiceId: await make('Invoice') }),
  invoiceMarkSent: async (_, make) => ({
    invoiceId: await make('Invoice'),
    sendMethod: 'GMAIL',
    sentAt: '2026-11-20T08:00:00.000Z',
  }),
  invoicePatch: async (_, make) => ({
    ...(await invoice(make, 'N-#')),
    id: await make('Invoice', { status: 'DRAFT' }),
    status: 'DRAFT',
  }),
  invoicePaymentCreateManual: async (_, make) => ({
    ...(await payment(make, { paymentMethod: 'CASH', exchangeRate: '1' })),
    invoiceId: await make('Invoice'),
  }),
  invoicePaymentDelete: async (_, make) => ({ id: await make('InvoicePayment') }),
  invoicePaymentPatch: async (_, make) => ({
    ...(await payment(make, { paymentMethod: 'CASH', exchangeRate: '1' })),
    id: await make('InvoicePayment'),
  }),
  invoicePaymentReceiptSend: async (books, make) => {
    const { documentId, paymentId } = await paid(make, 'InvoicePayment', 'Invoice')
    return { ...letter(books), attachPdf: true, invoiceId: documentId, invoicePaymentId: paymentId }
  },
  invoiceSend: async (books, make) => ({
    ...letter(books),
    attachPDF: true,
    invoiceId: await make('Invoice'),
  }),
}

export const DOCUMENT_THINGS: Things = {
  async Invoice({ business, change }, { status = 'SAVED' }, make) {
    const draft = {
      businessId: business.id,
      customerId: await make('Customer'),
      items: [{ productId: await make('Product'), unitPrice: '100' }],
      status,
    }
    return (await change('invoiceCreate', draft, 'invoice { id }')).invoice.id
  },
  async InvoicePayment({ change }, { of }, make) {
    const input = {
      ...(await payment(make, { paymentMethod: 'CASH', exchangeRate: '1' })),
      invoiceId: of ?? (await make('Invoice')),
    }
    return (await change('invoicePaymentCreateManual', input, 'invoicePayment { id }')).invoicePayment.id
  },
  async Estimate({ business, change }, { life = 'APPROVED' }, make) {
    const draft = {
      businessId: business.id,
      customerId: await make('Customer'),
      items: [{ productId: await make('Product'), unitPrice: '100' }],
      depositStatus: 'ENABLED_OPTIONAL',
      depositUnit: 'PERCENTAGE',
      depositValue: '25',
    }
    const estimateId = (await change('estimateCreate', draft, 'estimate { id }')).estimate.id
    if (life === 'APPROVED') await change('estimateApprove', { estimateId })
    return estimateId
  },
  async EstimatePayment({ change }, { of }, make) {
    const input = {
      ...(await payment(make, { paymentMethod: 'CASH' })),
      estimateId: of ?? (await make('Estimate')),
    }
    const { estimatePayment } = await change(
      'estimateDepositPaymentCreateManual',
      input,
      'estimatePayment { id }',
    )
    return estimatePayment.id
  },
}
