import type { BusinessId } from '@counterfoil/oauth/ids'
import { describe, expect, it } from 'vitest'
import type { Message, MessageId } from '#books/messages/message.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { printedSample } from '#books/printing/testing/printed-sample.ts'
import { writeMail } from './mail.ts'

const OPTIONS = { from: 'books@harbour.example', origin: 'https://harbour.example', pdf: undefined }

function mail(change: Partial<PrintedDocument>, text = '') {
  const document = printedSample({ paymentDetails: 'Account 004-10202\npay@quay.example', ...change })
  const message: Message = {
    ...{
      id: '1' as MessageId,
      businessId: '2' as BusinessId,
      kind: document.kind,
      documentId: '3',
      document,
    },
    ...{ to: ['ada@quay.example'], copies: [], replyTo: 'bo@quay.example', subject: 'Invoice', text },
    ...{ attachesPdf: false, viewPath: '/invoices/x', state: 'WAITING', attempts: 0, fault: null },
    ...{ createdAt: new Date(0), sentAt: null },
  }
  return writeMail(message, OPTIONS)
}

describe('the mail of an invoice', () => {
  it('has a greeting, the number, the amount, the due date, the payment details and a link', () => {
    expect(mail({}).text.split('\n')).toEqual([
      ...['Hello Ada Quay,', '', 'Here is invoice TK-020 from Northwind Trading.', ''],
      ...['Invoice TK-020', 'Amount due: $34.07', 'Due by December 20, 2026', ''],
      ...['How to pay', 'Account 004-10202', 'pay@quay.example', ''],
      ...['View the invoice: https://harbour.example/invoices/x', ''],
      ...['Northwind Trading', '219 Carlaw Avenue', 'Toronto ON M4M 2S1', ''],
    ])
  })

  it('begins with the sender’s own text in place of the greeting', () => {
    const { text, html } = mail({}, 'Dear Ada\nAs agreed.')
    expect(text).toMatch(/^Dear Ada\nAs agreed\.\n\nInvoice TK-020\n/)
    expect(html).toContain('<p><b>How to pay</b><br />Account 004-10202<br />pay@quay.example</p>')
    expect(html).not.toContain('Hello')
  })

  it.each([
    [
      'fr',
      'CA',
      'Bonjour Ada Quay,',
      'Montant dû\u00a0: 34,07\u00a0$',
      'À payer au plus tard le 20 décembre 2026',
    ],
    [
      'fr',
      'FR',
      'Bonjour Ada Quay,',
      'Montant dû\u00a0: 34,07\u00a0$CA',
      'À payer au plus tard le 20 décembre 2026',
    ],
    ['de', 'DE', 'Guten Tag Ada Quay,', 'Zu zahlen: 34,07\u00a0CA$', 'Zahlbar bis 20. Dezember 2026'],
    ['en', 'GB', 'Hello Ada Quay,', 'Amount due: CA$34.07', 'Due by 20 December 2026'],
    ['fr', 'CA', 'Voir la facture\u00a0: https://harbour.example/invoices/x'],
  ] as const)('is in %s as in %s', (locale, countryCode, ...lines) => {
    const { text } = mail({ locale, countryCode })
    for (const line of lines) expect(text.split('\n')).toContain(line)
  })

  it('omits the payment details if nothing is due, and on receipts', () => {
    expect(mail({ amountDue: '0.00' }).text).not.toContain('Account 004')
    const receipt = mail({
      kind: 'RECEIPT',
      title: 'Receipt',
      payments: [{ day: '2026-11-21', method: null, amount: '34.07' }],
    })
    expect(receipt.text).toMatch(
      /^Hello Ada Quay,\n\nNorthwind Trading has received your payment for invoice TK-020\. Thank you\./,
    )
    expect(receipt.text).not.toContain('Account 004')
  })
})
