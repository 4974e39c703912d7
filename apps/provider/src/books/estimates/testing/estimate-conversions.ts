import { describe, expect, it } from 'vitest'
import { ask } from '#testing/graphql-endpoint.ts'
import { mutation, PAYMENT, type EstimatesWorld } from './estimates-world.ts'

/** Tests of the conversion of estimates to invoices. */
export function estimateConversions(world: EstimatesWorld): void {
  const { read, change, faultsOf, item, made, does, approved, patch, pay, balanceOf, numbersOf, rowsOf } =
    world

  describe('the invoice of a converted estimate', () => {
    const asked = { depositStatus: 'ENABLED_MANDATORY', depositUnit: 'AMOUNT', depositValue: '2500' }
    const INVOICE = `status invoiceNumber invoiceDate dueDate title memo total { value } amountDue { value }
      amountPaid { value } exchangeRate customer { name } discounts { name } source { __typename ... on NewEstimate { id } }
      items { description quantity unitPrice total { value } }`
    const invoiceOf = async (id: string) =>
      (await read(`invoice(id: "${id}") { ${INVOICE} }`)).data.business.invoice
    const converted = async (estimate: { readonly id: string }) => {
      const answer = await change('convertEstimateToInvoice', 'invoiceId', { estimateId: estimate.id })
      expect(answer).toMatchObject({ didSucceed: true, inputErrors: [] })
      return answer.invoiceId as string
    }
    const approve = async (invoiceId: string) =>
      (await change('invoiceApprove', 'invoice { status }', { invoiceId })).invoice.status

    it('is a draft of today with the lines of the estimate, and names the estimate as its source', async () => {
      const estimate = await approved({
        estimateDate: '2026-11-01',
        memo: 'Thank you',
        items: [item({ name: 'Gate', quantity: '2' }), item({ description: null })],
        discounts: [{ discountType: 'PERCENTAGE', percentage: '10', name: 'Spring' }],
      })
      const invoice = await invoiceOf(await converted(estimate))
      expect(invoice).toEqual({
        status: 'DRAFT',
        invoiceNumber: '1',
        invoiceDate: '2026-11-20',
        dueDate: '2026-12-20',
        title: 'Invoice',
        memo: 'Thank you',
        total: { value: '305.10' },
        amountDue: { value: '305.10' },
        amountPaid: { value: '0.00' },
        exchangeRate: '1',
        customer: { name: 'Ada Quay' },
        discounts: [{ name: 'Spring' }],
        source: { __typename: 'NewEstimate', id: estimate.id },
        items: [
          { description: 'Gate\nDrawings', quantity: '2', unitPrice: '100', total: { value: '223.40' } },
          { description: null, quantity: '1', unitPrice: '100', total: { value: '111.70' } },
        ],
      })
      const { data } = await read(`estimate(id: "${estimate.id}") { status }`)
      expect(data.business.estimate.status).toBe('CONVERTED')
      expect(await numbersOf('(status: CONVERTED)')).toEqual(['1'])
    })

    it('receives the paid deposit when it is approved, and not before', async () => {
      const estimate = await approved(asked)
      const refusal = await change('convertEstimateToInvoice', 'invoiceId', { estimateId: estimate.id })
      expect(faultsOf(refusal)).toEqual(['estimateId DEPOSIT_REQUIRED'])
      expect(refusal.invoiceId).toBe('')
      const first = (await pay(estimate, '25')).estimatePayment
      const second = (await pay(estimate, '10')).estimatePayment
      const invoiceId = await converted(estimate)
      const remove = ({ id }: { readonly id: string }) => change('estimatePaymentDelete', '', { id })
      expect((await remove(second)).didSucceed).toBe(true)
      expect(await invoiceOf(invoiceId)).toMatchObject({ amountPaid: { value: '0.00' } })
      expect(await balanceOf('SYSTEM_CUSTOMER_CREDITS')).toEqual(['25.00'])
      expect(await approve(invoiceId)).toBe('PARTIAL')
      expect(await invoiceOf(invoiceId)).toMatchObject({
        amountPaid: { value: '25.00' },
        amountDue: { value: '88.00' },
      })
      expect(await balanceOf('SYSTEM_CUSTOMER_CREDITS')).toEqual(['0.00'])
      expect(await balanceOf('RECEIVABLE_INVOICES')).toEqual(['88.00'])
      expect(await balanceOf('CASH_AND_BANK')).toEqual(['25.00'])
      expect(faultsOf(await remove(first))).toEqual(['id HAS_PAYMENTS'])
      const update = { estimateId: estimate.id, id: first.id, amount: '1' }
      expect(faultsOf(await change('estimateDepositPaymentUpdateManual', PAYMENT, update))).toEqual([
        'id HAS_PAYMENTS',
      ])
      expect(faultsOf(await pay(estimate, '1'))).toEqual(['estimateId INVALID_STATE'])
    })

    it('settles a deposit in another currency without a remainder', async () => {
      const estimate = await approved({ currency: 'EUR', exchangeRate: '1.4777' })
      await pay(estimate, '113')
      expect(await approve(await converted(estimate))).toBe('PAID')
      const { data } = await read(
        'accounts(subtypes: [SYSTEM_CUSTOMER_CREDITS, RECEIVABLE_INVOICES]) { edges { node { balance balanceInBusinessCurrency } } }',
      )
      for (const { node } of data.business.accounts.edges) {
        expect(node).toEqual({ balance: '0.00', balanceInBusinessCurrency: '0.00' })
      }
    })

    it('has the last known exchange rate, unless the estimate is as new as that rate', async () => {
      const used = await world.change('invoiceCreate', 'invoice { id }', {
        ...{
          businessId: world.business.id,
          customerId: world.ids.customer,
          items: [item()],
          status: 'SAVED',
        },
        ...{ currency: 'EUR', exchangeRate: '1.55', invoiceDate: '2026-11-19' },
      })
      expect(used.inputErrors).toEqual([])
      const euros = { currency: 'EUR', exchangeRate: '1.4777' }
      const rateOf = async (estimateDate: string) =>
        (await invoiceOf(await converted(await approved({ ...euros, estimateDate })))).exchangeRate
      expect(await rateOf('2026-11-01')).toBe('1.55')
      expect(await rateOf('2026-11-19')).toBe('1.4777')
    })

    it('is created once, and can be created again after it is deleted', async () => {
      const estimate = await approved()
      const invoiceId = await converted(estimate)
      const again = () => change('convertEstimateToInvoice', 'invoiceId', { estimateId: estimate.id })
      expect(faultsOf(await again())).toEqual(['estimateId INVALID_STATE'])
      expect(faultsOf(await patch(estimate, {}))).toEqual(['id INVALID_STATE'])
      expect(faultsOf(await does('estimateResetAcceptance', estimate))).toEqual(['estimateId INVALID_STATE'])
      await change('invoiceDelete', '', { invoiceId })
      expect((await again()).invoiceId).not.toBe(invoiceId)
    })

    it('is not created for a draft or an expired estimate', async () => {
      const draft = await made()
      const expired = await approved({ estimateDate: '2026-11-01', dueDate: '2026-11-19' })
      for (const { id } of [draft, expired]) {
        const answer = await change('convertEstimateToInvoice', 'invoiceId', { estimateId: id })
        expect(faultsOf(answer)).toEqual(['estimateId INVALID_STATE'])
      }
    })

    it('requires the scope invoice:write too', async () => {
      const estimate = await approved()
      const applicationId = await world.endpoint.seed.application()
      const scopes = 'business:read estimate:write'
      await world.endpoint.db
        .updateTable('applications')
        .set({ allowed_scopes: `${scopes} invoice:write` })
        .where('id', '=', applicationId)
        .execute()
      const before = await rowsOf()
      const seed = { userId: world.userId, applicationId, businessId: world.business.uuid }
      const ask2 = async (given: string) => {
        const { token: bearer } = await world.endpoint.seed.token({ ...seed, scopes: given })
        const input = { estimateId: estimate.id }
        return (
          await ask(world.endpoint, bearer, mutation('convertEstimateToInvoice', 'invoiceId'), { input })
        ).body
      }
      const refusal = await ask2(scopes)
      expect(refusal.data).toEqual({ convertEstimateToInvoice: null })
      expect(refusal.errors?.[0]?.extensions).toMatchObject({ requiredScopes: ['invoice:write'] })
      expect(await rowsOf()).toEqual(before)
    })
  })
}
