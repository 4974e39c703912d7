import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { readProduct } from './product-form-screen.tsx'

const NEW = { id: null, businessId: asBusinessWireId('b'), language: 'en' } as const

describe('the input of a product form', () => {
  it('contains the filled fields of a new product, with the price as a number', () => {
    expect(
      readProduct({ name: ' Fern ', unitPrice: '1,234.5', incomeAccountId: 'a', description: ' ' }, NEW),
    ).toEqual({
      kind: 'input',
      input: { businessId: 'b', name: 'Fern', unitPrice: '1234.5', incomeAccountId: 'a' },
    })
  })

  it('contains every field of a changed product, and clears emptied ones', () => {
    expect(readProduct({ name: 'Fern', unitPrice: '12,50' }, { ...NEW, id: 'p', language: 'fr' })).toEqual({
      kind: 'input',
      input: {
        ...{ id: 'p', name: 'Fern', unitPrice: '12.50' },
        ...{ description: null, incomeAccountId: null, expenseAccountId: null },
      },
    })
  })

  it.each([
    ['', 'REQUIRED'],
    ['a lot', 'NUMBER'],
  ])('is invalid with the price %j', (unitPrice, code) => {
    expect(readProduct({ name: 'Fern', unitPrice }, NEW)).toEqual({
      kind: 'wrong',
      errors: [{ path: ['unitPrice'], code }],
    })
  })
})
