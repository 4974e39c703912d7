import type { FieldReader } from '#books/input-faults.ts'

const MAX_TITLE_CHARACTERS = 100
const MAX_SUBHEAD_CHARACTERS = 300
const MAX_NOTE_CHARACTERS = 5000

/** What is on the paper beside the items, by the names of the schema. */
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

/** What is shown and allowed, by the names of the schema. */
export type DocumentFlags = {
  readonly hideAmount: boolean
  readonly hideDescription: boolean
  readonly hideName: boolean
  readonly hidePrice: boolean
  readonly hideUnit: boolean
  readonly disableAmexPayments: boolean
  readonly disableBankPayments: boolean
  readonly disableCreditCardPayments: boolean
  readonly requireTermsOfServiceAgreement: boolean
}

type Sent<Values> = { readonly [Name in keyof Values]?: Values[Name] | null | undefined }

/** Reads the texts of an input. One that was left out is missing; a title cannot be cleared. */
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

/** Reads the flags of an input. One that was left out, or null, is missing. */
export function readFlags(input: Sent<DocumentFlags>): Partial<DocumentFlags> {
  return withoutUndefined({
    hideAmount: input.hideAmount ?? undefined,
    hideDescription: input.hideDescription ?? undefined,
    hideName: input.hideName ?? undefined,
    hidePrice: input.hidePrice ?? undefined,
    hideUnit: input.hideUnit ?? undefined,
    disableAmexPayments: input.disableAmexPayments ?? undefined,
    disableBankPayments: input.disableBankPayments ?? undefined,
    disableCreditCardPayments: input.disableCreditCardPayments ?? undefined,
    requireTermsOfServiceAgreement: input.requireTermsOfServiceAgreement ?? undefined,
  })
}

/** The texts alone, of something that has more. */
export function textsOf(from: DocumentTexts): DocumentTexts {
  const { title, subhead, memo, footer, poNumber, itemTitle, unitTitle, priceTitle, amountTitle } = from
  return { title, subhead, memo, footer, poNumber, itemTitle, unitTitle, priceTitle, amountTitle }
}

/** The flags alone, of something that has more. */
export function flagsOf(from: DocumentFlags): DocumentFlags {
  return {
    hideAmount: from.hideAmount,
    hideDescription: from.hideDescription,
    hideName: from.hideName,
    hidePrice: from.hidePrice,
    hideUnit: from.hideUnit,
    disableAmexPayments: from.disableAmexPayments,
    disableBankPayments: from.disableBankPayments,
    disableCreditCardPayments: from.disableCreditCardPayments,
    requireTermsOfServiceAgreement: from.requireTermsOfServiceAgreement,
  }
}

function withoutUndefined<Values extends object>(
  values: Values,
): { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
