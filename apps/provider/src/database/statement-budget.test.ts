import { describe, expect, it } from 'vitest'
import { BudgetSpentError, createStatementBudgets } from './statement-budget.ts'

describe('the statement timeout within a call', () => {
  const budgets = createStatementBudgets()
  const inBudget = <Value>(spentMs: number, work: () => Promise<Value>) =>
    budgets.within({ startedAtMs: 1_000, wholeMs: 800, clock: () => 1_000 + spentMs }, work)
  const limitAfter = (spentMs: number) => inBudget(spentMs, async () => budgets.nextLimitMs())

  it('is the whole time of the call until an eighth is spent, and then the remaining time', async () => {
    expect(await limitAfter(0)).toBe(800)
    expect(await limitAfter(100)).toBe(800)
    expect(await limitAfter(101)).toBe(699)
    expect(await limitAfter(799)).toBe(1)
  })

  it('is an error once no time is left', async () => {
    await expect(limitAfter(800)).rejects.toThrow(BudgetSpentError)
  })

  it('is absent outside a call, and for work that continues after its call', async () => {
    expect(budgets.nextLimitMs()).toBe(0)
    const gate = Promise.withResolvers<void>()
    const { left } = await inBudget(0, async () => ({ left: gate.promise.then(() => budgets.nextLimitMs()) }))
    gate.resolve()
    expect(await left).toBe(0)
  })
})
