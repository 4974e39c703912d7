import type { PrintedDocument } from './printed-document.ts'
import { printedWords } from './printed-words.ts'

/** Returns a file name that all operating systems accept, for example `invoice-TK-020.pdf`. */
export function pdfFileName({
  kind,
  number,
  locale,
}: Pick<PrintedDocument, 'kind' | 'number' | 'locale'>): string {
  const safe = number
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${[printedWords(locale).fileName[kind], ...(safe === '' ? [] : [safe])].join('-')}.pdf`
}
