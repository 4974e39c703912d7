import type { TestBooks } from './books-endpoint.ts'
import {
  effectOfEstimate,
  effectOfInvoice,
  type Draw,
  type Model,
  type ModelCurrency,
  type ModelEstimate,
  type ModelInvoice,
} from './random-model.ts'
import type { Sales } from './sales.ts'

/** Formats an amount in minor units as it is sent and shown. */
export function minorText(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Formats `rate` as it is sent. */
export function rateText({ rate }: ModelCurrency): string {
  const digits = rate.toString().padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

export type RandomWorld = Awaited<ReturnType<typeof createRandomWorld>>

/** Shared state of all random steps. */
export async function createRandomWorld({
  books,
  sales,
  draw,
}: {
  readonly books: TestBooks
  readonly sales: Sales
  readonly draw: Draw
}) {
  const abroad = await sales.addCustomer('Abroad')
  const model: Model = { balances: new Map(), invoices: [], estimates: [], entered: [], steps: 0 }
  const add = (account: string, minor: bigint) =>
    model.balances.set(account, (model.balances.get(account) ?? 0n) + minor)
  const addAll = (effect: ReadonlyMap<string, bigint>, sign: bigint) => {
    for (const [account, minor] of effect) add(account, sign * minor)
  }
  const pick = <Each>(list: readonly Each[]): Each => list[draw(list.length)] as Each
  return {
    books,
    sales,
    draw,
    model,
    add,
    pick,
    dayOf: () => `2026-${String(9 + draw(3)).padStart(2, '0')}-${String(1 + draw(20)).padStart(2, '0')}`,
    /** Draws a currency, half of the time that of the business. */
    currency: (): ModelCurrency =>
      pick([
        { code: 'CAD', rate: 10_000n },
        { code: 'CAD', rate: 10_000n },
        { code: 'EUR', rate: BigInt(14_000 + draw(2_000)) },
        { code: 'USD', rate: BigInt(13_000 + draw(1_500)) },
      ]),
    /** Returns one customer for the currency of the business and another for all others, so that the first owes in one currency. */
    customerIn: ({ code }: ModelCurrency) => (code === 'CAD' ? sales.customer : abroad),
    /** Changes an invoice of the model, and updates the balances. */
    changeInvoice(invoice: ModelInvoice, change: () => void) {
      addAll(effectOfInvoice(invoice), -1n)
      change()
      addAll(effectOfInvoice(invoice), 1n)
    },
    /** Changes an estimate of the model, and updates the balances. */
    changeEstimate(estimate: ModelEstimate, change: () => void) {
      addAll(effectOfEstimate(estimate), -1n)
      change()
      addAll(effectOfEstimate(estimate), 1n)
    },
    /** Sends a mutation, and throws if it is refused. */
    async succeed(mutation: string, input: Readonly<Record<string, unknown>>, selection = ''): Promise<any> {
      const answer = await books.change(mutation, input, selection)
      if (answer.inputErrors.length > 0) throw new Error(`${mutation}: ${JSON.stringify(answer.inputErrors)}`)
      return answer
    },
    /** Draws lines of goods. Only lines in the currency of the business are taxed, so that other documents have one account. */
    goods(currency: ModelCurrency) {
      const items = Array.from({ length: 1 + draw(3) }, () => ({
        quantity: BigInt(1 + draw(5)),
        price: BigInt(1 + draw(50_000)),
        isTaxed: currency.code === 'CAD' && draw(2) === 0,
      }))
      const income = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0n)
      const tax = items
        .filter(({ isTaxed }) => isTaxed)
        .reduce((sum, { quantity, price }) => sum + (quantity * price * 13n + 50n) / 100n, 0n)
      return {
        input: items.map(({ quantity, price, isTaxed }) =>
          sales.line({
            quantity: `${quantity}`,
            unitPrice: minorText(price),
            taxes: isTaxed ? [{ salesTaxId: sales.tax }] : [],
          }),
        ),
        lines: new Map(
          currency.code === 'CAD'
            ? [
                ['Sales', -income],
                ['HST', -tax],
              ]
            : [['Sales', -income]],
        ),
        total: income + tax,
      }
    },
  }
}
