import { describe, expect, it } from 'vitest'
import { createBodyBudget } from './body-budget.ts'

describe(createBodyBudget, () => {
  it('grants exactly the available bytes in total', () => {
    const budget = createBodyBudget(10, 0)
    const [one, other] = [budget.open(), budget.open()]
    expect(one.take(6)).toBe(true)
    expect(other.take(5)).toBe(false)
    expect(other.take(4)).toBe(true)
    expect(one.take(1)).toBe(false)
  })

  it('grants each caller what is free, even if that is nothing', () => {
    const budget = createBodyBudget(10, 5)
    const [one, other] = [budget.open(), budget.open()]
    expect(one.take(15)).toBe(true)
    expect(other.take(3)).toBe(true)
    expect(other.take(2)).toBe(true)
    expect(other.take(1)).toBe(false)
  })

  it('takes a share back once, however often it is returned', () => {
    const budget = createBodyBudget(10, 0)
    const [one, other] = [budget.open(), budget.open()]
    one.take(4)
    other.take(6)
    one.giveBack()
    one.giveBack()
    expect(other.take(4)).toBe(true)
    expect(other.take(1)).toBe(false)
  })
})
