import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { printPdf } from './print-pdf.ts'
import type { PrintedDocument } from './printed-document.ts'
import { printedSample } from './testing/printed-sample.ts'

async function pagesOf(document: PrintedDocument): Promise<readonly string[]> {
  const { text } = await extractText(new Uint8Array(await printPdf(document)))
  // The library ends lines where the layout does.
  return text.map((page) => page.replace(/\s+/g, ' '))
}

/** One pixel. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('a PDF', () => {
  it('shows the seller, the customer, the items and the sums', async () => {
    const [page, ...others] = await pagesOf(printedSample())
    expect(others).toEqual([])
    for (const text of [
      'Invoice number TK-020',
      'Invoice date November 20, 2026',
      'Payment due December 20, 2026',
      'Northwind Trading 219 Carlaw Avenue Toronto ON M4M 2S1',
      'Bill to Ada Quay 1 Quay Street',
      'Items Quantity Price Amount',
      'Rope Ten metres 3 $10.05 $30.15',
      'Subtotal $30.15 HST 13 % $3.92 Total $34.07 Amount due $34.07',
      'Page 1 of 1',
    ]) {
      expect(page).toContain(text)
    }
  })

  it('in French has its accents, its spaces and the euro sign', async () => {
    const [page] = await pagesOf(
      printedSample({
        locale: 'fr',
        title: 'Facture',
        currencyCode: 'EUR',
        total: '1234567.89',
        amountDue: '-0.01',
        items: [
          {
            name: 'Œuvre d’été à cœur',
            description: null,
            quantity: '1.5',
            unitPrice: '0.12345678',
            amount: '0.19',
          },
        ],
        discounts: [{ name: 'Remise', amount: '5.00' }],
        payments: [{ day: '2026-11-21', method: null, amount: '34.08' }],
      }),
    )
    for (const text of [
      'Numéro de facture TK-020',
      'À payer au plus tard le 20 décembre 2026',
      'Œuvre d’été à cœur 1,5 0,12345678 € 0,19 €',
      'Remise -5,00 €',
      'Total 1 234 567,89 €',
      'Paiement du 21 novembre 2026 34,08 €',
      'Montant dû -0,01 €',
      'Page 1 sur 1',
    ]) {
      expect(page).toContain(text)
    }
  })

  it('supports every script, embeds only the letters it uses, and has a sign for pictures', async () => {
    const lines = ['深圳市海港贸易有限公司', '株式会社みなと', '주식회사 항구', 'บริษัท ท่าเรือ', 'नई दिल्ली']
    const { business } = printedSample()
    const sample = printedSample({ business: { ...business, name: 'مرحبا', lines }, currencyCode: 'INR' })
    const pdf = await printPdf({ ...sample, customer: { name: 'שלום (ABC) עולם', lines: ['Zoë 👩‍❤️‍👨 Quay'] } })
    expect(pdf.length).toBeLessThan(120_000)
    const { text } = await extractText(new Uint8Array(pdf))
    const page = (text[0] ?? '').replaceAll('\u200b', '')
    for (const each of [...lines.slice(0, 4), '₹30.15', 'Zoë ◊ Quay']) expect(page).toContain(each)
    for (const letter of 'नदलﻣمرحب') expect(page.normalize('NFKC')).toContain(letter.normalize('NFKC'))

    const document = await getDocumentProxy(new Uint8Array(pdf))
    const { items } = await (await document.getPage(1)).getTextContent()
    const left = (word: string) => {
      const found = items.find((item) => 'str' in item && item.str.includes(word))
      return found !== undefined && 'transform' in found ? found.transform[4] : undefined
    }
    const turned = (word: string) => [...word].toReversed().join('')
    const [first, middle, last] = [
      left(turned('שלום')) ?? left('שלום'),
      left('ABC'),
      left(turned('עולם')) ?? left('עולם'),
    ]
    expect(first).toBeGreaterThan(middle)
    expect(middle).toBeGreaterThan(last)
  })

  it('of an estimate shows its expiry and the requested deposit', async () => {
    const estimate = printedSample({ kind: 'ESTIMATE', title: 'Estimate', amountDue: '25.43' })
    const [page] = await pagesOf(estimate)
    expect(page).toContain('Estimate number TK-020')
    expect(page).toContain('Valid until December 20, 2026')
    expect(page).toContain('Deposit requested $25.43')
    const [without] = await pagesOf({ ...estimate, amountDue: null })
    expect(without).not.toContain('Deposit')
  })

  it('of a receipt shows the received amount and the method', async () => {
    const [page] = await pagesOf(
      printedSample({
        kind: 'RECEIPT',
        title: 'Receipt',
        dueDay: null,
        payments: [{ day: '2026-11-21', method: 'Cheque', amount: '30.00' }],
        amountDue: '4.07',
      }),
    )
    expect(page).toContain('Payment on November 21, 2026 (Cheque) $30.00 Amount due $4.07')
    expect(page).not.toContain('Payment due')
  })

  it('of a hundred items repeats the headings and the page number on each page', async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({
      name: `Part ${index + 1} ${'of a very long name '.repeat(8)}`,
      description: index % 3 === 0 ? 'Which needs explaining. '.repeat(20) : null,
      quantity: '1',
      unitPrice: '1.00',
      amount: '1.00',
    }))
    const pages = await pagesOf(printedSample({ items }))
    expect(pages.length).toBeGreaterThan(5)
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    for (const page of pages.slice(0, -1)) expect(page).toContain('Items Quantity Price Amount')
    const text = pages.join(' ')
    for (const { name } of items) expect(text).toContain(name.trim().split(' of ')[0])
    expect(pages.at(-1)).toContain('Amount due $34.07')
  })

  it('keeps everything on the page beside words that are wider than it', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(9)
    const party = { name: word, lines: [word] }
    const sample = printedSample({
      ...{ title: word, subhead: word, number: word, poNumber: word, memo: word, footer: word },
      customer: party,
      business: { ...printedSample().business, ...party },
      taxes: [{ name: word, amount: '3.92' }],
      items: [
        {
          ...{ name: word.slice(0, 27), description: word, quantity: '12345678.12345678' },
          ...{ unitPrice: '123456789012.12345678', amount: '123456789012345.00' },
        },
      ],
    })
    const pdf = await getDocumentProxy(new Uint8Array(await printPdf(sample)))
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      const [, , width = 0] = page.view
      const { items } = await page.getTextContent()
      for (const item of items)
        if ('str' in item) expect(item.transform[4] + item.width, item.str).toBeLessThan(width)
    }
  })

  it('leaves out the columns that the business hides, and works without items and without a customer’s address', async () => {
    const { columns } = printedSample()
    const [page] = await pagesOf(
      printedSample({ columns: { ...columns, hidesUnit: true, hidesPrice: true, hidesDescription: true } }),
    )
    expect(page).toContain('Items Amount Rope $30.15')
    const hidden = { ...columns, hidesName: true, hidesDescription: true, hidesUnit: true }
    const all = { ...hidden, hidesPrice: true, hidesAmount: true }
    const [bare] = await pagesOf(printedSample({ columns: all, customer: { name: 'Ada Quay', lines: [] } }))
    expect(bare).not.toContain('Rope')
    expect((await pagesOf(printedSample({ items: [] })))[0]).toContain('No items')
  })

  it('shows a logo from its data address, and leaves out one that cannot be read or would be downloaded', async () => {
    const withLogo = (logoUrl: string | null) =>
      printPdf(printedSample({ business: { ...printedSample().business, logoUrl } }))
    const plain = await withLogo(null)
    expect((await withLogo(LOGO)).length).toBeGreaterThan(plain.length)
    for (const url of [
      'data:image/png;base64,AAAA',
      'https://example.com/logo.png',
      '/etc/passwd',
      'file:///etc/passwd',
    ]) {
      expect((await withLogo(url)).length, url).toBe(plain.length)
    }
  })
})
