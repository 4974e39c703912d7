import { describe, expect, it } from 'vitest'
import { type EstimatesWorld } from './estimates-world.ts'

const DAY_MS = 86_400_000

/** Tests of the sort orders and filters of the list of estimates. */
export function estimateLists(world: EstimatesWorld): void {
  const { read, newCustomer, item, made, does, approved, pay, numbersOf } = world

  describe('a list of estimates', () => {
    it('is sorted by every order, ascending and descending', async () => {
      const bea = await newCustomer('Bea')
      await made({
        estimateNumber: '10',
        estimateDate: '2026-11-03',
        dueDate: '2026-12-01',
        items: [item({ unitPrice: '5' })],
      })
      await approved({
        estimateNumber: '9',
        customerId: bea,
        estimateDate: '2026-11-01',
        dueDate: '2026-12-03',
        items: [item({ unitPrice: '7' })],
      })
      await approved({
        estimateNumber: '11',
        estimateDate: '2026-11-02',
        dueDate: '2026-12-02',
        items: [item({ unitPrice: '6' })],
      })
      const orders = {
        CREATED_AT: ['10', '9', '11'],
        AMOUNT_DUE: ['10', '11', '9'],
        AMOUNT_PAID: ['10', '9', '11'],
        CUSTOMER_NAME: ['10', '11', '9'],
        DUE_AT: ['10', '11', '9'],
        ESTIMATE_DATE: ['9', '11', '10'],
        ESTIMATE_NUMBER: ['9', '10', '11'],
        MODIFIED_AT: ['10', '9', '11'],
        STATUS: ['10', '9', '11'],
        TOTAL: ['10', '11', '9'],
      }
      for (const [name, numbers] of Object.entries(orders)) {
        expect([name, await numbersOf(`(sort: ${name}_ASC)`)]).toEqual([name, numbers])
        expect([name, await numbersOf(`(sort: ${name}_DESC)`)]).toEqual([name, numbers.toReversed()])
      }
      expect(await numbersOf()).toEqual(['11', '9', '10'])
      expect(await numbersOf('(pageSize: 1, page: 2)')).toEqual(['9'])
    })

    it('is filtered by every filter', async () => {
      const bea = await newCustomer('Bea')
      const old = { estimateDate: '2026-11-01', dueDate: '2026-11-19' }
      const deposit = { depositStatus: 'ENABLED_OPTIONAL', depositUnit: 'AMOUNT', depositValue: '2500' }
      await made({ estimateNumber: 'draft' })
      await approved({ estimateNumber: 'a_pproved', customerId: bea })
      await approved({ estimateNumber: 'expired', ...old })
      await does('estimateMarkSent', await approved({ estimateNumber: 'sent' }), { sendMethod: 'WAVE' })
      await does('estimateMarkAccepted', await approved({ estimateNumber: 'accepted' }))
      await approved({ estimateNumber: 'unpaid', ...deposit })
      await pay(await approved({ estimateNumber: 'partial', ...deposit }), '24.99')
      await pay(
        await approved({ estimateNumber: 'paid', ...deposit, currency: 'EUR', exchangeRate: '1.5' }),
        '25',
      )
      await does('estimateDelete', await approved({ estimateNumber: 'deleted' }))
      const found = async (args: string) => (await numbersOf(`(${args}, sort: CREATED_AT_ASC)`)).join(' ')
      expect(await found('status: DRAFT')).toBe('draft')
      expect(await found('status: APPROVED')).toBe('a_pproved unpaid')
      expect(await found('status: EXPIRED')).toBe('expired')
      expect(await found('status: SENT')).toBe('sent')
      expect(await found('status: ACCEPTED')).toBe('accepted partial paid')
      expect(await found('status: ACTIVE')).toBe('a_pproved sent accepted unpaid partial paid')
      expect(await found('status: UNPAID')).toBe('unpaid')
      expect(await found('status: PARTIAL')).toBe('partial')
      expect(await found('status: PAID')).toBe('paid')
      for (const status of ['REJECTED', 'VIEWED', 'CONVERTED'])
        expect(await found(`status: ${status}`)).toBe('')
      expect(await found(`customerId: "${bea}"`)).toBe('a_pproved')
      expect(await found(`customerId: "${atob(bea).split(':').at(-1)}"`)).toBe('a_pproved')
      expect(await found('customerId: "BAD_ID"')).toBe('')
      expect(await found('currency: EUR')).toBe('paid')
      expect(await found('amountDue: "88.00"')).toBe('paid')
      expect(await found('amountDue: 88.01')).toBe('partial')
      expect(await found('amountDue: 88.011')).toBe('')
      expect(await found('estimateDateEnd: "2026-11-01"')).toBe('expired')
      expect(await found('estimateDateStart: "2026-11-21"')).toBe('')
      expect(await found('estimateNumber: "P_"')).toBe('')
      expect(await found('estimateNumber: "A_P"')).toBe('a_pproved')
      const now = world.endpoint.now().toISOString()
      const later = new Date(world.endpoint.now().getTime() + DAY_MS).toISOString()
      expect(await numbersOf(`(modifiedAtAfter: "${now}", modifiedAtBefore: "${now}")`)).toHaveLength(8)
      expect(await found(`modifiedAtAfter: "${later}"`)).toBe('')
      expect(await numbersOf('(status: null, amountDue: null)')).toHaveLength(8)
      const { data } = await read(
        'estimates(status: ACTIVE, pageSize: 4) { pageInfo { totalCount totalPages } }',
      )
      expect(data.business.estimates.pageInfo).toEqual({ totalCount: 6, totalPages: 2 })
    })
  })
}
