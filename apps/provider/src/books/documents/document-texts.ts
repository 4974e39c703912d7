import type { FieldReader } from '#books/input-faults.ts'

const MAX_TITLE_CHARACTERS = 100
const MAX_SUBHEAD_CHARACTERS = 300
const MAX_NOTE_CHARACTERS = 5000

/** The texts of a document outside its items, named as in the schema. */
export type DocumentTexts = {
  readonly title: string
  readonly subhead: string | null
  readonly memo: string | null
  readonly footer: string | null
  readonly poNumber: string | null
  readonly itemTitle: string
  readonly unitTitle: string
  readonly priceTitle: string
  readonly amountTitle: string
}

const FLAGS = [
  'hideAmount',
  'hideDescription',
  'hideName',
  'hidePrice',
  'hideUnit',
  'disableAmexPayments',
  'disableBankPayments',
  'disableCreditCardPayments',
  'requireTermsOfServiceAgreement',
] as const

/** The settings of a document for hidden columns and permitted payments, named as in the schema. */
export type DocumentFlags = { readonly [Flag in (typeof FLAGS)[number]]: boolean }

/** The columns of the texts and flags. */
export const COLUMN_OF: Readonly<Record<keyof DocumentFlags | keyof DocumentTexts, string>> = {
  title: 'title',
  subhead: 'subhead',
  memo: 'memo',
  footer: 'footer',
  poNumber: 'po_number',
  itemTitle: 'item_title',
  unitTitle: 'unit_title',
  priceTitle: 'price_title',
  amountTitle: 'amount_title',
  hideAmount: 'hide_amount',
  hideDescription: 'hide_description',
  hideName: 'hide_name',
  hidePrice: 'hide_price',
  hideUnit: 'hide_unit',
  disableAmexPayments: 'disable_amex_payments',
  disableBankPayments: 'disable_bank_payments',
  disableCreditCardPayments: 'disable_credit_card_payments',
  requireTermsOfServiceAgreement: 'require_terms_of_service',
}
const WORDS = Object.keys(COLUMN_OF) as readonly (keyof typeof COLUMN_OF)[]

type Sent<Values> = { readonly [Name in keyof Values]?: Values[Name] | null | undefined }

/** Parses the texts of an input, without omitted ones. A title cannot be cleared. */
export function readTexts(fields: FieldReader, input: Sent<DocumentTexts>): Partial<DocumentTexts> {
  const title = (name: 'amountTitle' | 'itemTitle' | 'priceTitle' | 'title' | 'unitTitle') =>
    fields.text(name, input[name], MAX_TITLE_CHARACTERS) ?? undefined
  return withoutUndefined({
    title: title('title'),
    itemTitle: title('itemTitle'),
    unitTitle: title('unitTitle'),
    priceTitle: title('priceTitle'),
    amountTitle: title('amountTitle'),
    subhead: fields.text('subhead', input.subhead, MAX_SUBHEAD_CHARACTERS),
    memo: fields.text('memo', input.memo, MAX_NOTE_CHARACTERS),
    footer: fields.text('footer', input.footer, MAX_NOTE_CHARACTERS),
    poNumber: fields.line('poNumber', input.poNumber, MAX_TITLE_CHARACTERS),
  })
}

/** Parses the flags of an input, without omitted and null ones. */
export function readFlags(input: Sent<DocumentFlags>): Partial<DocumentFlags> {
  return withoutUndefined(Object.fromEntries(FLAGS.map((flag) => [flag, input[flag] ?? undefined])))
}

/** Returns only the texts and flags of a document. */
export function wordsOf(from: DocumentFlags & DocumentTexts): DocumentFlags & DocumentTexts {
  return Object.fromEntries(WORDS.map((name) => [name, from[name]])) as never
}

function withoutUndefined<Values extends object>(
  values: Values,
): { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
