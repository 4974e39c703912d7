import { expect } from 'vitest'
import type { TestBooks } from './books-endpoint.ts'
import { startSales, type Sales } from './sales.ts'

/** Draws whole numbers: from 0 to below `bound`. */
export type Draw = (bound: number) => number

/** The same numbers for the same seed (mulberry32). */
export function drawsFrom(seed: number): Draw {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound)
  }
}

type ModelInvoice = {
  readonly id: string
  /** By account, a debit positive; without what the customer owes. */
  readonly lines: ReadonlyMap<string, bigint>
  readonly total: bigint
  isApproved: boolean
  readonly payments: { readonly id: string; readonly amount: bigint }[]
}

/** The same business, kept in the plainest way: amounts of minor units by the names of accounts. */
export type Model = {
  readonly balances: Map<string, bigint>
  readonly invoices: ModelInvoice[]
  readonly entered: { readonly input: Readonly<Record<string, unknown>>; readonly id: string }[]
  steps: number
}

const ACCOUNTS = [
  'Sales',
  'Rent',
  'Discounts',
  'Travel',
  'Owner Investments and Drawings',
  'Advertising',
] as const
/** On these a debit makes the balance larger. */
const GROWS_ON_DEBIT: ReadonlySet<string> = new Set(['Rent', 'Discounts', 'Travel', 'Advertising'])
const DIRECTIONS = ['INCREASE', 'DECREASE', 'DEBIT', 'CREDIT'] as const

const text = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

/** A business and a model of it, to which the same things happen. */
export async function startRandomBooks(books: TestBooks, draw: Draw) {
  const sales = await startSales(books)
  const model: Model = { balances: new Map(), invoices: [], entered: [], steps: 0 }
  const add = (account: string, minor: bigint) =>
    model.balances.set(account, (model.balances.get(account) ?? 0n) + minor)
  const pick = <Each>(list: readonly Each[]): Each => list[draw(list.length)] as Each
  const dayOf = () => `2026-${String(9 + draw(3)).padStart(2, '0')}-${String(1 + draw(20)).padStart(2, '0')}`
  const due = (invoice: ModelInvoice) =>
    invoice.total - invoice.payments.reduce((sum, { amount }) => sum + amount, 0n)
  const approved = () => model.invoices.filter(({ isApproved }) => isApproved)
  const post = (invoice: ModelInvoice, sign: bigint) => {
    for (const [account, minor] of invoice.lines) add(account, sign * minor)
    add('Accounts Receivable', sign * invoice.total)
  }

  const STEPS: Readonly<Record<string, () => Promise<void>>> = {
    async money() {
      const lines = Array.from({ length: 1 + draw(3) }, () => {
        const account = pick(ACCOUNTS)
        const balance = pick(DIRECTIONS)
        const amount = BigInt(1 + draw(100_000))
        const isDebit =
          balance === 'DEBIT' ||
          (balance !== 'CREDIT' && (balance === 'INCREASE') === GROWS_ON_DEBIT.has(account))
        return { account, balance, amount, signed: isDebit ? amount : -amount }
      })
      const sum = lines.reduce((total, { signed }) => total + signed, 0n)
      const isWrong = sum === 0n || draw(7) === 0
      const amount = (sum < 0n ? -sum : sum) + (isWrong ? 1n : 0n)
      const input = {
        businessId: books.business.id,
        externalId: `step-${model.steps}`,
        date: dayOf(),
        description: 'Random',
        anchor: {
          accountId: sales.cash,
          amount: text(amount),
          direction: sum < 0n ? 'DEPOSIT' : 'WITHDRAWAL',
        },
        lineItems: lines.map((line) => ({
          accountId: sales.accountId(line.account),
          amount: text(line.amount),
          balance: line.balance,
        })),
      }
      const answer = await books.change('moneyTransactionCreate', input, 'transaction { id }')
      if (isWrong) {
        expect(answer.inputErrors.map(({ code }: { code: string }) => code)).toEqual(['UNBALANCED'])
        return
      }
      expect(answer.inputErrors).toEqual([])
      for (const { account, signed } of lines) add(account, signed)
      add('Cash on Hand', -sum)
      model.entered.push({ input, id: answer.transaction.id })
    },

    async repeat() {
      if (model.entered.length === 0) return
      const { input, id } = pick(model.entered)
      const again = await books.change('moneyTransactionCreate', input, 'transaction { id }')
      expect(again.transaction.id).toBe(id)
      expect(await books.refused('moneyTransactionCreate', { ...input, description: 'Other' })).toEqual([
        'input.externalId IDEMPOTENCY_MISMATCH',
      ])
    },

    async invoice() {
      const items = Array.from({ length: 1 + draw(3) }, () => ({
        quantity: BigInt(1 + draw(5)),
        price: BigInt(1 + draw(50_000)),
        isTaxed: draw(2) === 0,
      }))
      const isApproved = draw(3) > 0
      const invoice = await sales.invoice({
        status: isApproved ? 'SAVED' : 'DRAFT',
        invoiceDate: dayOf(),
        items: items.map(({ quantity, price, isTaxed }) =>
          sales.line({
            quantity: `${quantity}`,
            unitPrice: text(price),
            taxes: isTaxed ? [{ salesTaxId: sales.tax }] : [],
          }),
        ),
      })
      const income = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0n)
      const tax = items.reduce(
        (sum, { quantity, price, isTaxed }) => (isTaxed ? sum + (quantity * price * 13n + 50n) / 100n : sum),
        0n,
      )
      expect(invoice.total.value).toBe(text(income + tax))
      const lines = new Map([
        ['Sales', -income],
        ['HST', -tax],
      ])
      const made: ModelInvoice = { id: invoice.id, lines, total: income + tax, isApproved, payments: [] }
      model.invoices.push(made)
      if (isApproved) post(made, 1n)
    },

    async approve() {
      const draft = model.invoices.find(({ isApproved }) => !isApproved)
      if (draft === undefined) return
      expect(await books.change('invoiceApprove', { invoiceId: draft.id })).toMatchObject({
        didSucceed: true,
      })
      draft.isApproved = true
      post(draft, 1n)
    },

    async pay() {
      const open = approved().filter((invoice) => due(invoice) > 0n)
      if (open.length === 0) return
      const invoice = pick(open)
      const left = due(invoice)
      const amount = draw(3) === 0 ? left : (left * BigInt(1 + draw(130))) / 100n || 1n
      const { id } = await sales.pay(invoice, text(amount), { paymentDate: dayOf() })
      invoice.payments.push({ id, amount })
      add('Cash on Hand', amount)
      add('Accounts Receivable', -amount)
    },

    async unpay() {
      const paid = approved().filter(({ payments }) => payments.length > 0)
      if (paid.length === 0) return
      const invoice = pick(paid)
      const [payment] = invoice.payments.splice(draw(invoice.payments.length), 1)
      if (payment === undefined) return
      expect(await books.change('invoicePaymentDelete', { id: payment.id })).toMatchObject({
        didSucceed: true,
      })
      add('Cash on Hand', -payment.amount)
      add('Accounts Receivable', payment.amount)
    },

    async remove() {
      if (model.invoices.length === 0) return
      const index = draw(model.invoices.length)
      const invoice = model.invoices[index]
      if (invoice === undefined) return
      if (invoice.payments.length > 0) {
        expect(await books.refused('invoiceDelete', { invoiceId: invoice.id })).toEqual([
          'input.invoiceId HAS_PAYMENTS',
        ])
        return
      }
      expect(await books.change('invoiceDelete', { invoiceId: invoice.id })).toMatchObject({
        didSucceed: true,
      })
      model.invoices.splice(index, 1)
      if (invoice.isApproved) post(invoice, -1n)
    },
  }

  const ORDER = [
    'money',
    'money',
    'money',
    'repeat',
    'invoice',
    'invoice',
    'approve',
    'pay',
    'pay',
    'pay',
    'unpay',
    'remove',
  ] as const
  return {
    model,
    sales,
    async step() {
      model.steps += 1
      await STEPS[pick(ORDER)]?.()
    },
    /** Everything that can be read is what the model has. */
    check: () => checkAgainst(books, sales, model),
    due,
    /** Pays back what was paid too much, and then pays what is open. */
    async payAll() {
      for (const invoice of approved()) {
        const amount = due(invoice)
        if (amount === 0n) continue
        const sent = amount < 0n ? `-${text(-amount)}` : text(amount)
        const { id } = await sales.pay(invoice, sent)
        invoice.payments.push({ id, amount })
        add('Cash on Hand', amount)
        add('Accounts Receivable', -amount)
      }
    },
  }
}

async function checkAgainst(books: TestBooks, sales: Sales, model: Model): Promise<void> {
  const expected = new Map([...model.balances].filter(([, minor]) => minor !== 0n))
  const shown = await sales.balances()
  const signed = Object.entries(shown).map(([name, balance]): [string, bigint] => {
    const minor = BigInt(balance.replace('.', ''))
    const isDebit = GROWS_ON_DEBIT.has(name) || ['Cash on Hand', 'Accounts Receivable'].includes(name)
    return [name, isDebit ? minor : -minor]
  })
  expect(new Map(signed)).toEqual(expected)

  const shownInvoices = new Map<string, string>()
  for (let page = 1; ; page += 1) {
    const { nodes, pageInfo } = await books.list(
      `invoices(page: ${page}, pageSize: 250)`,
      'id amountDue { value }',
    )
    for (const { id, amountDue } of nodes) shownInvoices.set(id, amountDue.value)
    if (page >= pageInfo.totalPages) break
  }
  const dues = model.invoices.map((invoice) => {
    const left = invoice.payments.reduce((sum, { amount }) => sum - amount, invoice.total)
    return { ...invoice, left }
  })
  expect(shownInvoices).toEqual(
    new Map(dues.map(({ id, left }) => [id, left < 0n ? `-${text(-left)}` : text(left)])),
  )

  const outstanding = dues.reduce(
    (sum, { left, isApproved }) => (isApproved && left > 0n ? sum + left : sum),
    0n,
  )
  const { customer } = await books.select(`customer(id: "${sales.customer}") { outstandingAmount { value } }`)
  expect(customer.outstandingAmount.value).toBe(text(outstanding))
  const { accrual, cash } = await sales.trialBalance()
  expect({ accrual, cash }).toEqual({ accrual: 0n, cash: 0n })
}
