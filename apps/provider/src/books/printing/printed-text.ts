import type { DocumentLocale, PrintedDocument } from './printed-document.ts'

const TAGS = { en: 'en-CA', fr: 'fr-CA', de: 'de-DE' } as const satisfies Record<DocumentLocale, string>

/**
 * An amount with its currency, as people of that language write it. Exact: the digits of the text are what is shown.
 *
 * @param amount Decimal text with as many digits as the currency has.
 */
export function printedAmount(
  amount: string,
  { currencyCode, locale }: Pick<PrintedDocument, 'currencyCode' | 'locale'>,
): string {
  const digits = amount.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(TAGS[locale], {
    style: 'currency',
    currency: currencyCode,
    currencyDisplay: 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount as `${number}`)
}

/** A quantity or a price without currency, with the digits it has. */
export function printedNumber(decimal: string, locale: DocumentLocale): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(TAGS[locale], {
    minimumFractionDigits: digits,
    maximumFractionDigits: 20,
  }).format(decimal as `${number}`)
}

/** A calendar day, `yyyy-MM-dd`; it is the same day everywhere. */
export function printedDay(day: string, locale: DocumentLocale): string {
  const format = new Intl.DateTimeFormat(TAGS[locale], { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}
