import { expect } from 'vitest'
import { baseOf, paidOf, type ModelCurrency, type ModelInvoice } from './random-model.ts'
import { minorText, rateText, type RandomWorld } from './random-world.ts'

/** Returns the random operations on invoices and their payments. */
export function startInvoiceSteps(world: RandomWorld) {
  const { books, sales, model, draw, pick, succeed } = world
  const due = (invoice: ModelInvoice) => invoice.total - paidOf(invoice)
  const approved = () => model.invoices.filter(({ isApproved }) => isApproved)

  async function payFor(invoice: ModelInvoice, amount: bigint): Promise<void> {
    const currency: ModelCurrency =
      invoice.currency.code === 'CAD'
        ? invoice.currency
        : { ...invoice.currency, rate: invoice.currency.rate + BigInt(draw(400)) - 200n }
    const more = { paymentDate: world.dayOf(), exchangeRate: rateText(currency) }
    const { id } = await sales.pay(invoice, minorText(amount), more)
    world.changeInvoice(invoice, () => {
      invoice.payments.push({ id, amount, base: baseOf(currency, amount) })
    })
  }

  async function idOfDeposit({ id }: ModelInvoice): Promise<string> {
    const read = await books.select(`invoice(id: "${id}") { payments { id origin } }`)
    return read.invoice.payments.find(({ origin }: any) => origin === 'ESTIMATE_DEPOSIT').id
  }

  return {
    steps: {
      async invoice() {
        const currency = world.currency()
        const goods = world.goods(currency)
        const isApproved = draw(3) > 0
        const { id, total } = await sales.invoice({
          status: isApproved ? 'SAVED' : 'DRAFT',
          invoiceDate: world.dayOf(),
          currency: currency.code,
          exchangeRate: rateText(currency),
          customerId: world.customerIn(currency),
          items: goods.input,
        })
        expect(total.value).toBe(minorText(goods.total))
        const { lines } = goods
        const made: ModelInvoice = {
          id,
          currency,
          lines,
          total: goods.total,
          isApproved: false,
          payments: [],
        }
        model.invoices.push(made)
        world.changeInvoice(made, () => {
          made.isApproved = isApproved
        })
      },

      async approve() {
        const draft = model.invoices.find(({ isApproved }) => !isApproved)
        if (draft === undefined) return
        await succeed('invoiceApprove', { invoiceId: draft.id })
        const deposits = draft.estimate?.payments ?? []
        world.changeInvoice(draft, () => {
          draft.isApproved = true
          if (deposits.length === 0) return
          const amount = deposits.reduce((sum, each) => sum + each.amount, 0n)
          const base = deposits.reduce((sum, each) => sum + each.base, 0n)
          draft.payments.push({ id: '', amount, base, isDeposit: true })
        })
      },

      async pay() {
        const open = approved().filter((invoice) => due(invoice) > 0n)
        if (open.length === 0) return
        const invoice = pick(open)
        const left = due(invoice)
        await payFor(invoice, draw(3) === 0 ? left : (left * BigInt(1 + draw(130))) / 100n || 1n)
      },

      async payBack() {
        const overpaid = approved().filter((invoice) => due(invoice) < 0n)
        if (overpaid.length === 0) return
        const invoice = pick(overpaid)
        await payFor(invoice, (due(invoice) * BigInt(1 + draw(100))) / 100n || -1n)
      },

      async unpay() {
        // A partly refunded payment is kept: otherwise the refund would be larger than the paid amount.
        const paid = approved().flatMap((invoice) =>
          invoice.payments.flatMap((payment) =>
            payment.amount > paidOf(invoice) ? [] : [{ invoice, payment }],
          ),
        )
        if (paid.length === 0) return
        const { invoice, payment } = pick(paid)
        // Removing an applied deposit makes it a credit of the customer again.
        const id = payment.isDeposit === true ? await idOfDeposit(invoice) : payment.id
        await succeed('invoicePaymentDelete', { id })
        world.changeInvoice(invoice, () => {
          invoice.payments.splice(invoice.payments.indexOf(payment), 1)
        })
      },

      async remove() {
        if (model.invoices.length === 0) return
        const invoice = pick(model.invoices)
        if (invoice.payments.length > 0) {
          expect(await books.refused('invoiceDelete', { invoiceId: invoice.id })).toEqual([
            'input.invoiceId HAS_PAYMENTS',
          ])
          return
        }
        await succeed('invoiceDelete', { invoiceId: invoice.id })
        world.changeInvoice(invoice, () => {
          invoice.isApproved = false
        })
        model.invoices.splice(model.invoices.indexOf(invoice), 1)
        if (invoice.estimate !== undefined) invoice.estimate.invoice = undefined
      },
    },

    /** Refunds overpaid invoices, and pays open ones. */
    async payAll() {
      for (const invoice of approved()) if (due(invoice) !== 0n) await payFor(invoice, due(invoice))
    },
  }
}
