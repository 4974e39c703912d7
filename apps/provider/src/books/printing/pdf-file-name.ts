import type { PrintedDocument } from './printed-document.ts'

/** A name that every system takes, for example `invoice-TK-020.pdf`. */
export function pdfFileName({
  kind,
  number,
  locale,
}: Pick<PrintedDocument, 'kind' | 'number' | 'locale'>): string {
  const nouns = {
    en: { INVOICE: 'invoice', ESTIMATE: 'estimate', RECEIPT: 'receipt', DEPOSIT_RECEIPT: 'receipt' },
    fr: { INVOICE: 'facture', ESTIMATE: 'devis', RECEIPT: 'recu', DEPOSIT_RECEIPT: 'recu' },
  }
  const safe = number
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${[nouns[locale][kind], ...(safe === '' ? [] : [safe])].join('-')}.pdf`
}
