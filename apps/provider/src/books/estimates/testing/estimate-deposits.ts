import { describe, expect, it } from 'vitest'
import { PAYMENT, type EstimatesWorld } from './estimates-world.ts'

/** Tests of the deposits of estimates, and of their entries in the books. */
export function estimateDeposits(world: EstimatesWorld): void {
  const { read, change, newCustomer, accountOf, faultsOf, item, does, approved, patch, pay, balanceOf } =
    world

  describe('an estimate with a deposit', () => {
    const asked = { depositStatus: 'ENABLED_OPTIONAL', depositUnit: 'AMOUNT', depositValue: '2500' }

    it('is accepted by a payment, which is a credit of the customer until an invoice exists', async () => {
      const estimate = await approved(asked)
      const { estimatePayment } = await pay(estimate, '10.00', { memo: ' Half ' })
      expect(estimatePayment).toEqual({
        id: expect.any(String),
        amount: '10.00',
        memo: 'Half',
        paymentDate: '2026-11-18',
        paymentMethod: 'CASH',
        paymentAccountId: await accountOf('CASH_AND_BANK'),
        active: true,
        state: 'SUCCEEDED',
      })
      expect(await balanceOf('CASH_AND_BANK')).toEqual(['10.00'])
      expect(await balanceOf('SYSTEM_CUSTOMER_CREDITS')).toEqual(['10.00'])
      const { data } = await read(
        `estimate(id: "${estimate.id}", embedDepositPayments: true) { status depositPaymentStatus amountDue { value } payments { id } }`,
      )
      expect(data.business.estimate).toEqual({
        status: 'ACCEPTED',
        depositPaymentStatus: 'PAID_PARTIAL',
        amountDue: { value: '103.00' },
        payments: [{ id: estimatePayment.id }],
      })
      const { data: found } = await read(
        `estimatePayment(id: "${estimatePayment.id}") { amount estimate { id } }`,
      )
      expect(found.business.estimatePayment).toEqual({ amount: '10.00', estimate: { id: estimate.id } })
    })

    it('reverses the entries of a payment that is changed or deleted', async () => {
      const estimate = await approved(asked)
      const { estimatePayment } = await pay(estimate, '10')
      const update = (input: Readonly<Record<string, unknown>>) =>
        change('estimateDepositPaymentUpdateManual', PAYMENT, {
          estimateId: estimate.id,
          id: estimatePayment.id,
          ...input,
        })
      expect((await update({ amount: '25', memo: 'All' })).estimatePayment).toMatchObject({
        amount: '25.00',
        memo: 'All',
        paymentMethod: 'CASH',
      })
      expect(await balanceOf('CASH_AND_BANK')).toEqual(['25.00'])
      expect((await update({ memo: null })).estimatePayment).toMatchObject({ amount: '25.00', memo: null })
      expect(faultsOf(await update({ amount: '113.01' }))).toEqual(['amount OUT_OF_RANGE'])
      expect(faultsOf(await does('estimateDelete', estimate))).toEqual(['estimateId HAS_PAYMENTS'])
      const remove = () => change('estimatePaymentDelete', '', { id: estimatePayment.id })
      expect(await remove()).toEqual({ didSucceed: true, inputErrors: [] })
      expect(await remove()).toEqual({ didSucceed: true, inputErrors: [] })
      expect(await balanceOf('CASH_AND_BANK')).toEqual(['0.00'])
      expect(await balanceOf('SYSTEM_CUSTOMER_CREDITS')).toEqual(['0.00'])
      expect(faultsOf(await update({ amount: '1' }))).toEqual(['id NOT_FOUND'])
      expect((await does('estimateDelete', estimate)).didSucceed).toBe(true)
    })

    it.each([
      ['0', 'OUT_OF_RANGE'],
      ['-1', 'OUT_OF_RANGE'],
      ['0.004', 'OUT_OF_RANGE'],
      ['113.01', 'OUT_OF_RANGE'],
      ['1e30', 'OUT_OF_RANGE'],
    ])('refuses a payment of %s', async (amount, code) => {
      const estimate = await approved(asked)
      expect(faultsOf(await pay(estimate, amount))).toEqual([`amount ${code}`])
    })

    it('accepts a payment only to an active payment account in a matching currency', async () => {
      const estimate = await approved(asked)
      const into = async (paymentAccountId: string) =>
        faultsOf(await pay(estimate, '1', { paymentAccountId }))
      const account = async (input: Readonly<Record<string, unknown>>) =>
        (
          await change('accountCreate', 'account { id }', {
            businessId: world.business.id,
            name: 'X',
            ...input,
          })
        ).account.id
      expect(await into('7')).toEqual(['paymentAccountId NOT_FOUND'])
      expect(await into(await accountOf('SYSTEM_CUSTOMER_CREDITS'))).toEqual([
        'paymentAccountId SYSTEM_ACCOUNT',
      ])
      const euros = await account({ subtype: 'CASH_AND_BANK', currency: 'EUR' })
      expect(await into(euros)).toEqual(['paymentAccountId CURRENCY_MISMATCH'])
      const old = await account({ subtype: 'CASH_AND_BANK' })
      await change('accountArchive', '', { id: old })
      expect(await into(old)).toEqual(['paymentAccountId ARCHIVED'])
    })

    it('in another currency has its payments converted at the exchange rate of the estimate', async () => {
      const estimate = await approved({ ...asked, currency: 'EUR', exchangeRate: '1.4777' })
      expect((await pay(estimate, '100')).didSucceed).toBe(true)
      expect(await balanceOf('CASH_AND_BANK')).toEqual(['147.77'])
      const { data } = await read(
        'accounts(subtypes: [SYSTEM_CUSTOMER_CREDITS]) { edges { node { currency { code } balance balanceInBusinessCurrency } } }',
      )
      const nodes = data.business.accounts.edges.map(({ node }: any) => node)
      expect(nodes).toContainEqual({
        currency: { code: 'EUR' },
        balance: '100.00',
        balanceInBusinessCurrency: '147.77',
      })
    })

    it('with a payment keeps its customer and currency, and a total that is not below the paid amount', async () => {
      const estimate = await approved(asked)
      await pay(estimate, '50')
      const reset = (await does('estimateResetAcceptance', estimate)).estimate
      expect(reset.status).toBe('APPROVED')
      const other = await newCustomer('Bea')
      expect(faultsOf(await patch(reset, { customerId: other, currency: 'EUR', exchangeRate: '2' }))).toEqual(
        ['customerId HAS_PAYMENTS', 'currency HAS_PAYMENTS'],
      )
      expect(
        faultsOf(await patch(reset, { items: [item({ unitPrice: '40' })], depositStatus: 'DISABLED' })),
      ).toEqual(['items OUT_OF_RANGE'])
    })
  })
}
