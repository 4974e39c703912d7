import { expect } from 'vitest'
import type { TestBooks } from './books-endpoint.ts'
import { startEstimateSteps } from './random-estimates.ts'
import { startInvoiceSteps } from './random-invoices.ts'
import { ON_EXCHANGE, paidOf, type Draw, type Model, type ModelInvoice } from './random-model.ts'
import { createRandomWorld, minorText as text, type RandomWorld } from './random-world.ts'
import { startSales, type Sales } from './sales.ts'

const ACCOUNTS = [
  'Sales',
  'Rent',
  'Discounts',
  'Travel',
  'Owner Investments and Drawings',
  'Advertising',
] as const
/** The accounts whose balance increases with a debit. */
const GROWS_ON_DEBIT: ReadonlySet<string> = new Set(['Rent', 'Discounts', 'Travel', 'Advertising'])
const DIRECTIONS = ['INCREASE', 'DECREASE', 'DEBIT', 'CREDIT'] as const

/** The operations to draw from, each as often as its relative frequency. */
const ORDER = [
  ...Array.from({ length: 3 }, () => 'money' as const),
  'repeat',
  'invoice',
  'invoice',
  'approve',
  ...Array.from({ length: 3 }, () => 'pay' as const),
  'payBack',
  'unpay',
  'remove',
  'estimate',
  'estimate',
  'deposit',
  'deposit',
  'changeDeposit',
  'takeBackDeposit',
  'convert',
  'removeEstimate',
] as const

/** Creates a business with a model that applies the same operations. */
export async function startRandomBooks(books: TestBooks, draw: Draw) {
  const sales = await startSales(books)
  const world = await createRandomWorld({ books, sales, draw })
  const { model } = world
  const invoices = startInvoiceSteps(world)
  const steps: Readonly<Record<(typeof ORDER)[number], () => Promise<void>>> = {
    ...startMoneySteps(world),
    ...invoices.steps,
    ...startEstimateSteps(world),
  }
  return {
    model,
    sales,
    async step() {
      model.steps += 1
      await steps[world.pick(ORDER)]()
    },
    /** Compares everything that can be read with the model. */
    check: () => checkAgainst(books, sales, model),
    payAll: invoices.payAll,
  }
}

function startMoneySteps({ books, sales, model, draw, pick, dayOf, add }: RandomWorld) {
  return {
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
  }
}

async function checkAgainst(books: TestBooks, sales: Sales, model: Model): Promise<void> {
  const expected = new Map([...model.balances].filter(([, minor]) => minor !== 0n))
  const signed = Object.entries(await sales.balances()).map(([name, balance]): [string, bigint] => {
    const minor = BigInt(balance.replace('.', ''))
    const isDebit = GROWS_ON_DEBIT.has(name) || /^(?:Cash on Hand|Accounts Receivable|Loss on)/.test(name)
    return [name, isDebit ? minor : -minor]
  })
  expect(mergedOnExchange(signed)).toEqual(expected)

  const shown = await listed(books, 'invoices', 'id amountDue { value }')
  const shownInvoices = new Map(shown.map(({ id, amountDue }) => [id, amountDue.value]))
  const dues = model.invoices.map((invoice) => ({ ...invoice, left: invoice.total - paidOf(invoice) }))
  expect(shownInvoices).toEqual(
    new Map(dues.map(({ id, left }) => [id, left < 0n ? `-${text(-left)}` : text(left)])),
  )

  const outstanding = dues.filter(isOwedInCad).reduce((sum, { left }) => sum + left, 0n)
  const { customer } = await books.select(`customer(id: "${sales.customer}") { outstandingAmount { value } }`)
  expect(customer.outstandingAmount.value).toBe(text(outstanding))
  const paid = await listed(books, 'estimates', 'id amountPaid { value }')
  expect(new Map(paid.map(({ id, amountPaid }) => [id, amountPaid.value]))).toEqual(
    new Map(model.estimates.map((estimate) => [estimate.id, text(paidOf(estimate))])),
  )
  const { accrual, cash } = await sales.trialBalance()
  expect({ accrual, cash }).toEqual({ accrual: 0n, cash: 0n })
}

function isOwedInCad({ isApproved, left, currency }: ModelInvoice & { readonly left: bigint }): boolean {
  return isApproved && left > 0n && currency.code === 'CAD'
}

/** Returns balances in the form of the model: without zeros, and with gains and losses on exchange summed up. */
export function mergedOnExchange(balances: Iterable<readonly [string, bigint]>): ReadonlyMap<string, bigint> {
  const merged = new Map<string, bigint>()
  for (const [name, minor] of balances) {
    const account = name.endsWith(' on Foreign Exchange') ? ON_EXCHANGE : name
    merged.set(account, (merged.get(account) ?? 0n) + minor)
  }
  return new Map([...merged].filter(([, minor]) => minor !== 0n))
}

/** Reads all pages of a list. */
async function listed(books: TestBooks, field: string, selection: string): Promise<readonly any[]> {
  const all = []
  for (let page = 1; ; page += 1) {
    const { nodes, pageInfo } = await books.list(`${field}(page: ${page}, pageSize: 250)`, selection)
    all.push(...nodes)
    if (page >= pageInfo.totalPages) return all
  }
}
