import type { DocumentLocale } from '#books/printing/printed-document.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import type { DocumentTexts } from './document-texts.ts'

type Titles = Pick<DocumentTexts, 'amountTitle' | 'itemTitle' | 'priceTitle' | 'title' | 'unitTitle'>

/** What the settings of new books say: the defaults of their columns. */
const UNCHANGED: Readonly<Record<'estimate' | 'invoice', Titles>> = {
  invoice: columnsWith('Invoice'),
  estimate: columnsWith('Estimate'),
}

function columnsWith(title: string): Titles {
  return { title, itemTitle: 'Items', unitTitle: 'Quantity', priceTitle: 'Price', amountTitle: 'Amount' }
}

/** The titles of a new document: those of the settings, and where nobody changed them, in the language that is written to customers. */
export function titlesIn(
  locale: DocumentLocale,
  { kind, titles }: { readonly kind: 'estimate' | 'invoice'; readonly titles: Titles },
): Titles {
  const { title, columns } = printedWords(locale).starts
  const translated: Titles = {
    title: title[kind],
    itemTitle: columns.item,
    unitTitle: columns.unit,
    priceTitle: columns.price,
    amountTitle: columns.amount,
  }
  const pick = (name: keyof Titles) =>
    titles[name] === UNCHANGED[kind][name] ? translated[name] : titles[name]
  return {
    title: pick('title'),
    itemTitle: pick('itemTitle'),
    unitTitle: pick('unitTitle'),
    priceTitle: pick('priceTitle'),
    amountTitle: pick('amountTitle'),
  }
}
