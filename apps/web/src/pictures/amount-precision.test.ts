import { describe, expect, it } from 'vitest'
import { createFigureFormat } from '#words/figure-format.ts'
import { chooseAmountFormat } from './money.tsx'

const CAD = { code: 'CAD', exponent: 2 }
const format = createFigureFormat('en', CAD)

describe('the amounts of one sentence', () => {
  it('are whole numbers if those add up', () => {
    const say = chooseAmountFormat(format, { parts: [1_195_000, -830_040], total: 364_960, exponent: 2 })
    expect([1_195_000, 830_040, 364_960].map(say)).toEqual(['$11,950', '$8,300', '$3,650'])
  })

  it('have cents if a non-zero amount would be rounded to zero', () => {
    const say = chooseAmountFormat(format, { parts: [500], total: 500, others: [-49], exponent: 2 })
    expect([500, -49].map(say)).toEqual(['$5.00', '−\u2060$0.49'])
  })

  it('have cents if the rounded amounts would not add up', () => {
    const say = chooseAmountFormat(format, { parts: [140, 140], total: 280, exponent: 2 })
    expect([140, 280].map(say)).toEqual(['$1.40', '$2.80'])
  })
})
