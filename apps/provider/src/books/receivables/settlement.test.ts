import fc from 'fast-check'
import { knownCurrency } from '@counterfoil/money/currencies'
import { describe, expect, it } from 'vitest'
import type { RowId } from '#books/book-ids.ts'
import type { EntryLine } from '#books/ledger/entry.ts'
import { buildInvoiceEntry, type InvoiceFacts } from './invoice-entry.ts'
import { settlePayments, type PaymentFacts } from './settlement.ts'

const [CAD, EUR] = [knownCurrency('CAD'), knownCurrency('EUR')]
const account = (id: string) => id as RowId<'Account'>
const ACCOUNTS = {
  creditsAccountId: account('credits'),
  gainAccountId: account('gain'),
  lossAccountId: account('loss'),
}

function invoice(charged: Readonly<Record<string, bigint>>, rateUnits = 10_000n): InvoiceFacts {
  const lines = Object.entries(charged).map(([id, amountMinor]) => ({ accountId: account(id), amountMinor }))
  return {
    invoiceId: '7' as RowId<'Invoice'>,
    invoiceNumber: '1',
    customerId: '8' as RowId<'Customer'>,
    day: '2026-11-20',
    currency: rateUnits === 10_000n ? CAD : EUR,
    rate: { units: rateUnits, scale: 4 },
    baseCurrency: CAD,
    locale: 'en',
    totalMinor: lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    receivableAccountId: account('receivable'),
    charged: lines,
  }
}

function payment(amountMinor: bigint, baseReceivedMinor = amountMinor): PaymentFacts {
  return {
    paymentId: '9' as RowId<'InvoicePayment'>,
    day: '2026-11-20',
    amountMinor,
    baseReceivedMinor,
    account: { id: account('bank'), currency: CAD },
    origin: 'MANUAL',
  }
}

/** Sums lines by account, in the currency of the business, on accrual (1) or on cash (2). */
function sums(lines: readonly EntryLine[], book: 1 | 2): Readonly<Record<string, bigint>> {
  const counted = lines.filter((line) => line.book === 0 || line.book === book)
  const byAccount = Map.groupBy(counted, ({ accountId }) => accountId)
  return Object.fromEntries(
    [...byAccount]
      .map(([id, own]) => [id, own.reduce((sum, { baseMinor }) => sum + baseMinor, 0n)] as const)
      .filter(([, sum]) => sum !== 0n),
  )
}

describe(buildInvoiceEntry, () => {
  it('converts the total once, and shares it over the lines', () => {
    const { lines } = buildInvoiceEntry(invoice({ a: 3334n, b: 3334n, c: 3333n }, 14_777n))
    expect(lines.map(({ amountMinor, baseMinor }) => [amountMinor, baseMinor])).toEqual([
      [10_001n, 14_778n],
      [-4927n, -4927n],
      [-4926n, -4926n],
      [-4925n, -4925n],
    ])
  })

  it('enters an invoice on its day', () => {
    const { kind, day, description, document } = buildInvoiceEntry(invoice({ income: 10_000n }))
    expect({ kind, day, description, document }).toEqual({
      ...{ kind: 'INVOICE', day: '2026-11-20', description: 'Invoice 1' },
      document: { kind: 'INVOICE', id: '7' },
    })
  })

  it('enters income and discounts, even if the total is zero', () => {
    const { lines } = buildInvoiceEntry(invoice({ income: 10_000n, discounts: -10_000n }))
    expect(sums(lines, 1)).toEqual({ income: -10_000n, discounts: 10_000n })
    expect(sums(lines, 2)).toEqual({})
    expect(buildInvoiceEntry(invoice({})).lines).toEqual([])
  })
})

describe(settlePayments, () => {
  it('enters income and taxes on cash in the proportions of the invoice, to the last cent', () => {
    const settled = settlePayments(
      invoice({ income: 10_000n, tax: 1300n }),
      [payment(5000n), payment(6300n)],
      ACCOUNTS,
    )
    expect(settled.map(({ entry }) => sums(entry.lines, 2))).toEqual([
      { bank: 5000n, income: -4425n, tax: -575n },
      { bank: 6300n, income: -5575n, tax: -725n },
    ])
  })

  it('labels its entry as a payment, an applied deposit or a refund', () => {
    const facts = invoice({ income: 10_000n })
    const about = { customerId: facts.customerId, documentId: facts.invoiceId }
    const [paid, applied, refund] = settlePayments(
      facts,
      [payment(4000n), { ...payment(6000n), origin: 'ESTIMATE_DEPOSIT' }, payment(-500n)],
      ACCOUNTS,
    )
    expect(paid).toMatchObject({ paymentId: '9', entry: { day: '2026-11-20' } })
    expect(paid?.entry.document).toEqual({ kind: 'INVOICE_PAYMENT', id: '9' })
    expect([paid, applied, refund].map((each) => [each?.entry.kind, each?.entry.description])).toEqual([
      ['INVOICE_PAYMENT', 'Payment of invoice 1'],
      ['DEPOSIT_APPLIED', 'Payment of invoice 1'],
      ['INVOICE_PAYMENT', 'Refund of invoice 1'],
    ])
    for (const line of paid?.entry.lines ?? []) expect(line).toMatchObject(about)
    const inFrench = settlePayments({ ...facts, locale: 'fr' }, [payment(4000n), payment(-500n)], ACCOUNTS)
    expect(inFrench.map(({ entry }) => entry.description)).toEqual([
      'Paiement de la facture 1',
      'Remboursement de la facture 1',
    ])
  })

  it('enters the currency of the account on it, and the currency of the invoice on receivables', () => {
    const facts = invoice({ income: 10_000n }, 14_700n)
    const amounts = (currency: typeof CAD) => {
      const given = { ...payment(10_000n, 14_800n), account: { id: account('bank'), currency } }
      const [settled] = settlePayments(facts, [given], ACCOUNTS)
      return settled?.entry.lines.map(({ accountId, amountMinor }) => [accountId, amountMinor])
    }
    const rest = [
      ['receivable', -10_000n],
      ['gain', -100n],
      ['income', -14_800n],
    ]
    expect(amounts(CAD)).toEqual([['bank', 14_800n], ...rest])
    expect(amounts(EUR)).toEqual([['bank', 10_000n], ...rest])
  })

  it('refunds an invoice with a negative total up to its amount', () => {
    const settled = settlePayments(
      invoice({ income: -10_000n }),
      [payment(-4000n), payment(-7000n), payment(1500n)],
      ACCOUNTS,
    )
    expect(settled.map(({ entry }) => sums(entry.lines, 2))).toEqual([
      { bank: -4000n, income: 4000n },
      { bank: -7000n, income: 6000n, credits: 1000n },
      { bank: 1500n, income: -500n, credits: -1000n },
    ])
  })

  it('enters the change of the rate since the invoice as a gain or loss', () => {
    const settled = settlePayments(
      invoice({ income: 100_000n }, 14_700n),
      [payment(40_000n, 59_400n), payment(60_000n, 87_000n)],
      ACCOUNTS,
    )
    expect(settled.map(({ baseSettledMinor }) => baseSettledMinor)).toEqual([58_800n, 88_200n])
    expect(settled.map(({ entry }) => sums(entry.lines, 1))).toEqual([
      { bank: 59_400n, receivable: -58_800n, gain: -600n },
      { bank: 87_000n, receivable: -88_200n, loss: 1200n },
    ])
  })

  it('settles a part of the total as it was converted once, not at a new rate', () => {
    // 100.01 at 1.4777 is 147.78, and half a cent less than that would be the part at the rate.
    const settled = settlePayments(
      invoice({ income: 10_001n }, 14_777n),
      [payment(5000n, 7388n), payment(5001n, 7390n)],
      ACCOUNTS,
    )
    expect(settled.map(({ baseSettledMinor }) => baseSettledMinor)).toEqual([7388n, 7390n])
  })

  it('credits the customer with an overpayment', () => {
    const [only] = settlePayments(invoice({ income: 10_000n }), [payment(12_000n)], ACCOUNTS)
    expect(sums(only?.entry.lines ?? [], 1)).toEqual({ bank: 12_000n, receivable: -12_000n })
    expect(sums(only?.entry.lines ?? [], 2)).toEqual({ bank: 12_000n, income: -10_000n, credits: -2000n })
    const [nothing] = settlePayments(invoice({}), [payment(50n)], ACCOUNTS)
    expect(sums(nothing?.entry.lines ?? [], 2)).toEqual({ bank: 50n, credits: -50n })
  })

  it('enters the change of the rate between an overpayment and its refund as a gain or loss', () => {
    const [, ...back] = settlePayments(
      invoice({ income: 10_000n }, 14_700n),
      [payment(12_000n, 17_760n), payment(-1500n, -2175n), payment(-500n, -755n)],
      ACCOUNTS,
    )
    expect(back.map(({ entry }) => sums(entry.lines, 2))).toEqual([
      { bank: -2175n, credits: 2220n, gain: -45n },
      { bank: -755n, credits: 740n, loss: 15n },
    ])
  })

  it('refunds the credit first, and then earned income', () => {
    const [, back] = settlePayments(
      invoice({ income: 10_000n }, 14_700n),
      [payment(12_000n, 17_760n), payment(-3000n, -4350n)],
      ACCOUNTS,
    )
    expect(sums(back?.entry.lines ?? [], 2)).toEqual({
      bank: -4350n,
      credits: 2960n,
      income: 1450n,
      gain: -60n,
    })
  })

  it('leaves no remainder once everything is paid, whatever the lines, parts and rates', () => {
    const amount = fc.bigInt({ min: -100_000n, max: 1_000_000n })
    const lines = fc.array(amount, { minLength: 1, maxLength: 5 })
    const rate = fc.bigInt({ min: 1n, max: 30_000n })
    const parts = fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 500_000n }), amount), { maxLength: 6 })
    fc.assert(
      fc.property(lines, rate, parts, (charged, rateUnits, paid) => {
        const facts = invoice(
          Object.fromEntries(charged.map((each, index) => [`line ${index}`, each])),
          rateUnits,
        )
        const before = paid.reduce((sum, [each]) => sum + each, 0n)
        fc.pre(before !== facts.totalMinor)
        const last = payment(facts.totalMinor - before, 5n)
        const all = [...paid.map(([each, received]) => payment(each, received)), last]
        const settled = settlePayments(facts, all, ACCOUNTS)
        const entered = [buildInvoiceEntry(facts), ...settled.map(({ entry }) => entry)].flatMap(
          ({ lines: own }) => own,
        )
        expect(sums(entered, 1)['receivable']).toBeUndefined()
        const receivable = entered.filter(({ accountId }) => accountId === account('receivable'))
        expect(receivable.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(0n)
        for (const book of [1, 2] as const) {
          expect(Object.values(sums(entered, book)).reduce((sum, each) => sum + each, 0n)).toBe(0n)
        }
        const credits = entered.filter(({ accountId }) => accountId === account('credits'))
        expect(credits.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(0n)
        expect(sums(entered, 2)['credits']).toBeUndefined()
        if (rateUnits !== 10_000n || facts.totalMinor === 0n) return
        const inOneCurrency = settlePayments(
          facts,
          all.map((each) => payment(each.amountMinor)),
          ACCOUNTS,
        )
        const cash = sums(
          inOneCurrency.flatMap(({ entry }) => entry.lines),
          2,
        )
        for (const { accountId, amountMinor } of facts.charged)
          expect(cash[accountId] ?? 0n).toBe(-amountMinor)
      }),
    )
  })
})
