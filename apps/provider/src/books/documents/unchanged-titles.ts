import { LANGUAGES } from '@counterfoil/design/languages'
import type { DocumentLocale, PrintedDocument } from '#books/printing/printed-document.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import type { DocumentKind, DocumentTitles } from './document.ts'

/** Returns the titles of a new document from the settings. Unchanged default titles are translated to the customer's language. */
export function titlesIn(
  locale: DocumentLocale,
  { kind, titles }: { readonly kind: DocumentKind; readonly titles: DocumentTitles },
): DocumentTitles {
  // The columns of the settings have the English titles as their defaults.
  const [before, translated] = [usualTitles('en', kind), usualTitles(locale, kind)]
  const pick = (name: keyof DocumentTitles) =>
    titles[name] === before[name] ? translated[name] : titles[name]
  return {
    title: pick('title'),
    itemTitle: pick('itemTitle'),
    unitTitle: pick('unitTitle'),
    priceTitle: pick('priceTitle'),
    amountTitle: pick('amountTitle'),
  }
}

/** Returns the title and column headings of a printed document. Default ones in any language are translated; others are kept. */
export function headingsIn(
  locale: DocumentLocale,
  { kind, title, columns }: Pick<PrintedDocument, 'columns' | 'kind' | 'title'>,
): Pick<PrintedDocument['columns'], 'amount' | 'item' | 'price' | 'unit'> & { readonly title: string } {
  const noun = kind === 'ESTIMATE' ? 'estimate' : 'invoice'
  const usual = LANGUAGES.map((each) => usualTitles(each, noun))
  const pick = (name: keyof DocumentTitles, text: string) =>
    usual.some((titles) => titles[name] === text) ? usualTitles(locale, noun)[name] : text
  return {
    title: pick('title', title),
    item: pick('itemTitle', columns.item),
    unit: pick('unitTitle', columns.unit),
    price: pick('priceTitle', columns.price),
    amount: pick('amountTitle', columns.amount),
  }
}

function usualTitles(locale: DocumentLocale, kind: DocumentKind): DocumentTitles {
  const { title, columns } = printedWords(locale).starts
  return {
    title: title[kind],
    itemTitle: columns.item,
    unitTitle: columns.unit,
    priceTitle: columns.price,
    amountTitle: columns.amount,
  }
}
