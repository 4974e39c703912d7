import { expect } from 'vitest'
import { baseOf, paidOf, type ModelEstimate, type ModelInvoice } from './random-model.ts'
import { minorText, rateText, type RandomWorld } from './random-world.ts'

/** Returns the random operations on estimates and their deposits. */
export function startEstimateSteps(world: RandomWorld) {
  const { books, sales, model, draw, pick, succeed } = world
  const left = (estimate: ModelEstimate) => estimate.total - paidOf(estimate)
  const unapplied = ({ invoice }: ModelEstimate) =>
    invoice?.isApproved !== true || !invoice.payments.some(({ isDeposit }) => isDeposit)
  /** Returns the deposit payments that are not applied to an approved invoice. */
  const deposits = () =>
    model.estimates
      .filter(unapplied)
      .flatMap((estimate) => estimate.payments.map((payment) => ({ estimate, payment })))
  const part = (of: bigint) => (of * BigInt(1 + draw(100))) / 100n || 1n

  return {
    async estimate() {
      const currency = world.currency()
      const goods = world.goods(currency)
      const isApproved = draw(3) > 0
      const input = {
        businessId: books.business.id,
        customerId: world.customerIn(currency),
        currency: currency.code,
        exchangeRate: rateText(currency),
        items: goods.input,
        depositStatus: 'ENABLED_OPTIONAL',
        depositUnit: 'PERCENTAGE',
        depositValue: String(draw(101)),
      }
      const { estimate } = await succeed('estimateCreate', input, 'estimate { id total { value } }')
      expect(estimate.total.value).toBe(minorText(goods.total))
      if (isApproved) await succeed('estimateApprove', { estimateId: estimate.id })
      const { lines, total } = goods
      model.estimates.push({ id: estimate.id, currency, lines, total, isApproved, payments: [] })
    },

    async deposit() {
      if (model.estimates.length === 0) return
      const estimate = pick(model.estimates)
      const input = { estimateId: estimate.id, paymentDate: world.dayOf(), paymentMethod: 'CASH' }
      if (!estimate.isApproved || estimate.isConverted === true) {
        const refusal = await books.refused('estimateDepositPaymentCreateManual', { ...input, amount: '1' })
        expect(refusal).toContain('input.estimateId INVALID_STATE')
        return
      }
      if (left(estimate) <= 0n) return
      const amount = part(left(estimate))
      const sent = { ...input, amount: minorText(amount), paymentAccountId: sales.cash }
      const { estimatePayment } = await succeed(
        'estimateDepositPaymentCreateManual',
        sent,
        'estimatePayment { id }',
      )
      world.changeEstimate(estimate, () => {
        estimate.payments.push({ id: estimatePayment.id, amount, base: baseOf(estimate.currency, amount) })
      })
    },

    async changeDeposit() {
      const all = deposits()
      if (all.length === 0) return
      const { estimate, payment } = pick(all)
      const amount = part(left(estimate) + payment.amount)
      const input = { estimateId: estimate.id, id: payment.id, amount: minorText(amount) }
      await succeed('estimateDepositPaymentUpdateManual', input)
      world.changeEstimate(estimate, () => {
        const at = estimate.payments.indexOf(payment)
        estimate.payments[at] = { id: payment.id, amount, base: baseOf(estimate.currency, amount) }
      })
    },

    async takeBackDeposit() {
      const all = deposits()
      if (all.length === 0) return
      const { estimate, payment } = pick(all)
      await succeed('estimatePaymentDelete', { id: payment.id })
      world.changeEstimate(estimate, () => {
        estimate.payments.splice(estimate.payments.indexOf(payment), 1)
      })
    },

    async convert() {
      if (model.estimates.length === 0) return
      const estimate = pick(model.estimates)
      const { id: estimateId, currency, lines, total } = estimate
      if (!estimate.isApproved || estimate.invoice !== undefined) {
        expect(await books.refused('convertEstimateToInvoice', { estimateId })).toEqual([
          'input.estimateId INVALID_STATE',
        ])
        return
      }
      const { invoiceId } = await succeed('convertEstimateToInvoice', { estimateId }, 'invoiceId')
      const invoice: ModelInvoice = {
        ...{ id: invoiceId, currency, lines, total, estimate },
        isApproved: false,
        payments: [],
      }
      model.invoices.push(invoice)
      estimate.invoice = invoice
      estimate.isConverted = true
    },

    async removeEstimate() {
      const free = model.estimates.filter(({ invoice }) => invoice === undefined)
      if (free.length === 0) return
      const estimate = pick(free)
      if (estimate.payments.length > 0) {
        expect(await books.refused('estimateDelete', { estimateId: estimate.id })).toEqual([
          'input.estimateId HAS_PAYMENTS',
        ])
        return
      }
      await succeed('estimateDelete', { estimateId: estimate.id })
      model.estimates.splice(model.estimates.indexOf(estimate), 1)
    },
  }
}
