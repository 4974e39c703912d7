import { expect, it } from 'vitest'
import { type EstimatesWorld } from './estimates-world.ts'

/** Tests of new estimates: their fields, numbers and taxes. */
export function estimateDrafts(world: EstimatesWorld): void {
  const { change, faultsOf, item, create, made, does, approved, patch, rowsOf } = world

  it('creates a draft of today with defaults for every omitted field', async () => {
    expect(
      await made({ items: [{ productId: world.ids.product, unitPrice: '33.335', quantity: '2' }] }),
    ).toEqual({
      id: expect.any(String),
      estimateNumber: '1',
      status: 'DRAFT',
      title: 'Estimate',
      // Three in the morning in Toronto.
      estimateDate: '2026-11-20',
      dueDate: '2026-12-20',
      currency: { code: 'CAD' },
      exchangeRate: '1',
      subtotal: { value: '66.67' },
      discountTotal: { value: '0.00' },
      taxTotal: { value: '8.67' },
      total: { value: '75.34' },
      amountDue: { value: '75.34' },
      amountPaid: { value: '0.00' },
      depositStatus: 'DISABLED',
      depositUnit: null,
      depositValue: null,
      depositTotal: { value: '0.00' },
      depositPaymentStatus: 'UNPAID',
      lastSentVia: null,
      lastSentAt: null,
      memo: null,
      footer: null,
      customer: { name: 'Ada Quay' },
      discounts: [],
      items: [
        {
          description: 'Drawings',
          quantity: '2',
          unitPrice: '33.335',
          subtotal: { value: '66.67' },
          total: { value: '75.34' },
          product: { name: 'Design' },
          account: { name: 'Sales' },
          taxes: [{ amount: { value: '8.67' }, salesTax: { abbreviation: 'HST' } }],
        },
      ],
    })
  })

  it('subtracts the discount before the taxes, and accepts a deposit in cents or per cent', async () => {
    const items = ['33.33', '33.33', '33.34'].map((unitPrice) => item({ unitPrice }))
    const discounts = [{ discountType: 'PERCENTAGE', percentage: '10', name: 'Spring' }]
    const deposit = { depositStatus: 'ENABLED_OPTIONAL', depositUnit: 'PERCENTAGE', depositValue: 25 }
    const one = await made({ items, discounts, ...deposit })
    expect(one).toMatchObject({
      discountTotal: { value: '10.00' },
      total: { value: '101.70' },
      depositTotal: { value: '25.43' },
      depositValue: '25',
      discounts: [{ __typename: 'PercentageEstimateDiscount', name: 'Spring', percentage: '10' }],
    })
    const fixed = [{ discountType: 'FIXED', amount: '20.005' }]
    const other = await made({ discounts: fixed, ...deposit, depositUnit: 'AMOUNT', depositValue: '2500' })
    expect(other).toMatchObject({
      discountTotal: { value: '20.01' },
      depositTotal: { value: '25.00' },
      discounts: [{ __typename: 'FixedEstimateDiscount', name: null, amount: '20.01' }],
    })
  })

  it('reports every fault of a new estimate at once, and leaves the books unchanged', async () => {
    const before = await rowsOf()
    const answer = await create({
      title: 'x'.repeat(101),
      attachmentIds: ['none'],
      discounts: [{ discountType: 'FIXED' }, { discountType: 'FIXED', amount: '1' }],
      exchangeRate: '0',
      items: [item({ quantity: '1e30' }), item({ description: 'x'.repeat(2001) })],
    })
    expect(faultsOf(answer).toSorted()).toEqual([
      'attachmentIds.0 NOT_FOUND',
      'discounts INVALID',
      'discounts.0.amount REQUIRED',
      'exchangeRate OUT_OF_RANGE',
      'items.0.quantity OUT_OF_RANGE',
      'items.1.description TOO_LONG',
      'title TOO_LONG',
    ])
    const looked = await create({
      customerId: 'BAD_ID',
      currency: 'EUR',
      items: [
        item({ productId: '7' }),
        item({ taxes: [{ salesTaxId: world.ids.hst }, { salesTaxId: world.ids.hst }, { salesTaxId: '7' }] }),
      ],
      depositStatus: 'ENABLED_MANDATORY',
    })
    expect(faultsOf(looked).toSorted()).toEqual([
      'customerId NOT_FOUND',
      'depositUnit REQUIRED',
      'depositValue REQUIRED',
      'exchangeRate REQUIRED',
      'items.0.productId NOT_FOUND',
      'items.1.taxes.1.salesTaxId NOT_UNIQUE',
      'items.1.taxes.2.salesTaxId NOT_FOUND',
    ])
    const whole = await create({
      dueDate: '2026-11-19',
      exchangeRate: '1.1',
      discounts: [{ discountType: 'FIXED', amount: '100.01' }],
    })
    expect(faultsOf(whole)).toEqual([
      'dueDate INVALID',
      'exchangeRate OUT_OF_RANGE',
      'discounts.0.amount OUT_OF_RANGE',
    ])
    const deposit = { depositStatus: 'ENABLED_OPTIONAL', depositUnit: 'AMOUNT', depositValue: '11301' }
    expect(faultsOf(await create(deposit))).toEqual(['depositValue OUT_OF_RANGE'])
    expect(await rowsOf()).toEqual(before)
  })

  it('numbers a new estimate with the largest number in use plus one, and refuses a number in use', async () => {
    await made({ estimateNumber: 'TK-019' })
    expect((await made()).estimateNumber).toBe('TK-020')
    expect(faultsOf(await create({ estimateNumber: ' TK-020 ' }))).toEqual(['estimateNumber NOT_UNIQUE'])
    const draft = await made({ estimateNumber: '0500' })
    await does('estimateDelete', draft)
    expect((await made()).estimateNumber).toBe('TK-021')
    const sent = await approved({ estimateNumber: 'TK-600' })
    await does('estimateDelete', sent)
    // A customer may have seen the deleted estimate with its number.
    const many = await Promise.all(Array.from({ length: 12 }, () => made()))
    expect(new Set(many.map(({ estimateNumber }) => estimateNumber))).toEqual(
      new Set(Array.from({ length: 12 }, (_, index) => `TK-${601 + index}`)),
    )
    expect((await made({ estimateNumber: 'TK-019b' })).estimateNumber).toBe('TK-019b')
  })

  it('changes the given fields and keeps the others', async () => {
    const estimate = await made({ memo: 'Thank you', poNumber: '7' })
    expect((await patch(estimate, {})).estimate).toEqual(estimate)
    const changed = await patch(estimate, {
      memo: null,
      estimateNumber: '9',
      items: [item({ quantity: '3' })],
    })
    expect(changed.estimate).toMatchObject({ memo: null, estimateNumber: '9', total: { value: '339.00' } })
    const emptied = await patch(estimate, { items: [], discounts: [] })
    expect(emptied.estimate).toMatchObject({ items: [], total: { value: '0.00' } })
    expect((await patch(estimate, { status: 'APPROVED' })).estimate.status).toBe('APPROVED')
    expect(faultsOf(await patch(estimate, { status: 'ACCEPTED' }))).toEqual(['status INVALID_STATE'])
  })

  it('applies the tax rates of the date of the estimate, and keeps them until that date changes', async () => {
    const rates = [
      { effective: '2020-01-01', rate: '0.13' },
      { effective: '2026-11-25', rate: '0.15' },
    ]
    await change('salesTaxPatch', 'salesTax { id }', { id: world.ids.hst, rates })
    const estimate = await made()
    expect(estimate.total.value).toBe('113.00')
    const later = (await patch(estimate, { estimateDate: '2026-11-25' })).estimate
    expect(later.total.value).toBe('115.00')
    await change('salesTaxPatch', 'salesTax { id }', {
      id: world.ids.hst,
      rates: [{ effective: '2020-01-01', rate: '0.2' }],
    })
    expect((await patch(later, { memo: 'Same' })).estimate.total.value).toBe('115.00')
    const clone = (await does('estimateClone', later)).estimate
    expect(clone).toMatchObject({ status: 'DRAFT', estimateDate: '2026-11-20', total: { value: '120.00' } })
  })
}
