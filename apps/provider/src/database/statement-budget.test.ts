import { describe, expect, it } from 'vitest'
import { BudgetSpentError, createStatementBudgets } from './statement-budget.ts'

describe('the time that the statements of a call have', () => {
  const budgets = createStatementBudgets()
  const inBudget = <Value>(spentMs: number, work: () => Promise<Value>) =>
    budgets.within({ startedAtMs: 1_000, wholeMs: 800, clock: () => 1_000 + spentMs }, work)
  const limitAfter = (spentMs: number) => inBudget(spentMs, async () => budgets.nextLimitMs())

  it('is all of it until an eighth is spent, and then what is left', async () => {
    expect(await limitAfter(0)).toBe(800)
    expect(await limitAfter(100)).toBe(800)
    expect(await limitAfter(101)).toBe(699)
    expect(await limitAfter(799)).toBe(1)
  })

  it('is an error once nothing is left', async () => {
    await expect(limitAfter(800)).rejects.toThrow(BudgetSpentError)
  })

  it('has no limit outside of a call, and none for what a call left running', async () => {
    expect(budgets.nextLimitMs()).toBe(0)
    const gate = Promise.withResolvers<void>()
    const { left } = await inBudget(0, async () => ({ left: gate.promise.then(() => budgets.nextLimitMs()) }))
    gate.resolve()
    expect(await left).toBe(0)
  })
})
