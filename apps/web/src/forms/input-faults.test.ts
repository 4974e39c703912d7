import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formsEn } from '#words/generated/forms.en.ts'
import { placeFaults } from './input-faults.ts'
import { faultWord } from './record-form.tsx'

const FIELDS = new Set([
  'name',
  'email',
  'items.0.productId',
  'items.0.quantity',
  'items.1.productId',
  'address.city',
  'address.countryCode',
])

/** The fields of each form by their names on the page. */
const FORMS = {
  customer: ['name', 'email', 'website', 'address.addressLine1', 'address.city', 'address.countryCode'],
  product: ['name', 'unitPrice', 'description', 'incomeAccountId', 'expenseAccountId'],
  invoice: [
    ...['customerId', 'invoiceDate', 'dueDate', 'invoiceNumber'],
    ...['items.0.productId', 'items.0.quantity', 'items.0.unitPrice', 'items.0.taxes'],
    ...['items.1.productId', 'items.1.quantity', 'items.1.unitPrice', 'items.1.taxes'],
    ...['discountKind', 'discount', 'memo'],
  ],
  payment: ['amount', 'paymentDate', 'paymentAccountId', 'paymentMethod'],
  sending: ['to', 'subject', 'message'],
} as const

const SCHEMA = join(import.meta.dirname, '../../../../packages/graphql-schema/schema.graphql')

/** Returns the error codes that the schema of the provider documents. */
async function documentedCodes(): Promise<readonly string[]> {
  const [, text = ''] = /type InputError \{\s+"""(.*?)"""/s.exec(await readFile(SCHEMA, 'utf8')) ?? []
  return [...text.matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => code)
}

describe(placeFaults, () => {
  it.each([
    [['input', 'name'], 'name'],
    [['name'], 'name'],
    [['input', 'items', '0', 'quantity'], 'items.0.quantity'],
    [['input', 'items', '1', 'taxes', '0', 'salesTaxId'], 'items.1.productId'],
    [['input', 'items'], 'items.0.productId'],
    [['input', 'address', 'provinceCode'], 'address.countryCode'],
    [['input', 'status'], undefined],
    [['input'], undefined],
    [[], undefined],
    [null, undefined],
  ])('shows %j beside %s', (path, field) => {
    expect(placeFaults([{ path, code: 'REQUIRED' }], FIELDS)).toEqual([{ field, code: 'REQUIRED' }])
  })

  it('shows an equal error of one field once', () => {
    const twice = { path: ['input', 'name'], code: 'TOO_LONG' }
    expect(placeFaults([twice, twice], FIELDS)).toHaveLength(1)
  })

  it('sorts errors by their position on the page, those without a field last', () => {
    const errors = [['status'], ['email'], ['name']].map((path) => ({ path, code: 'INVALID' }))
    expect(placeFaults(errors, FIELDS).map(({ field }) => field)).toEqual(['name', 'email', undefined])
  })

  it('keeps errors with an unknown code', () => {
    expect(placeFaults([{}], FIELDS)).toEqual([{ field: undefined, code: 'INVALID' }])
  })

  it.each([
    ['customer', 'website', 'INVALID', 'website', 'Enter a web address like https://example.com.'],
    ['customer', 'address.countryCode', 'INVALID', 'address.countryCode', 'Check what you entered here.'],
    ['product', 'unitPrice', 'OUT_OF_RANGE', 'unitPrice', 'This number is too large.'],
    ['product', 'incomeAccountId', 'ARCHIVED', 'incomeAccountId', 'This was archived. Choose another.'],
    ['invoice', 'dueDate', 'OUT_OF_RANGE', 'dueDate', 'Enter a date from 1900 to 2199.'],
    ['invoice', 'invoiceNumber', 'NOT_UNIQUE', 'invoiceNumber', 'This is already in use. Choose another.'],
    ['invoice', 'items.1', 'OUT_OF_RANGE', 'items.1.unitPrice', 'This number is too large.'],
    ['invoice', 'items', 'OUT_OF_RANGE', 'items.0.unitPrice', 'This number is too large.'],
    [
      'invoice',
      'items.1.productId',
      'INVALID',
      'items.1.productId',
      'This product has no income account. Choose another.',
    ],
    [
      'invoice',
      'items.1.taxes.0.salesTaxId',
      'ARCHIVED',
      'items.1.taxes',
      'This was archived. Choose another.',
    ],
    [
      'invoice',
      'discounts.0.percentage',
      'OUT_OF_RANGE',
      'discount',
      'Enter a discount no larger than the amount it is taken from.',
    ],
    ['invoice', 'discounts.0.amount', 'INVALID', 'discount', 'Check what you entered here.'],
    [
      'invoice',
      'exchangeRate',
      'REQUIRED',
      'customerId',
      'No exchange rate is known yet for this customer’s currency.',
    ],
    ['invoice', 'currency', 'HAS_PAYMENTS', 'customerId', 'This has payments. Delete them first.'],
    ['payment', 'exchangeRate', 'OUT_OF_RANGE', 'amount', 'This number is too large.'],
    ['payment', 'paymentDate', 'OUT_OF_RANGE', 'paymentDate', 'Enter a date from 1900 to 2199.'],
    [
      'payment',
      'amount',
      'OUT_OF_RANGE',
      'amount',
      'Enter an amount above 0, with no more digits than the currency has.',
    ],
    ['sending', 'to.1', 'INVALID', 'to', 'Enter an email like name@example.com.'],
  ] as const)('of the %s form shows %s %s beside %s: %s', (form, path, code, field, word) => {
    const [fault] = placeFaults([{ path: ['input', ...path.split('.')], code }], new Set(FORMS[form]))
    expect(fault?.field).toBe(field)
    expect(fault && faultWord(fault, formsEn, 'Harbour')).toBe(word)
  })

  it('has a message for every field of every form and every documented error code', async () => {
    const codes = await documentedCodes()
    expect(codes.length).toBeGreaterThan(15)
    for (const code of codes)
      for (const fields of Object.values(FORMS))
        for (const field of fields) {
          const [fault] = placeFaults([{ path: ['input', ...field.split('.')], code }], new Set(fields))
          expect(fault?.field).toBe(field)
          expect(fault && faultWord(fault, formsEn, 'Harbour')).toMatch(/^[A-Z].*\.$/)
        }
  })
})
