import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '@counterfoil/service/values/clock'

/** Ran out before a statement was sent; one that was running then is ended by PostgreSQL with its code 57014. */
export class BudgetSpentError extends Error {
  override name = 'BudgetSpentError'
  readonly code = 'BUDGET_SPENT'
}

/** How long the statements of one piece of work may take, all together. */
type StatementBudget = { readonly wholeMs: number; restMs(): number; person: string | undefined }

/** Of a budget: while no more is spent, a statement may still take all of it, and no connection needs again. */
const UNCOUNTED_SHARE = 1 / 8

/** Holds the statements of a call to the time that the call has. */
export type StatementBudgets = {
  /**
   * Does work whose statements may take no longer than is left of `wholeMs`. What it leaves running when it has ended is not
   * held to it. PostgreSQL alone holds statements to it: the embedded database cannot stop one.
   */
  within<Value>(
    budget: { readonly startedAtMs: number; readonly wholeMs: number; readonly clock: Clock },
    work: () => Promise<Value>,
  ): Promise<Value>
  /**
   * What the next statement may take, in milliseconds; 0 for as long as it likes.
   *
   * @throws BudgetSpentError when nothing is left
   */
  nextLimitMs(): number
  /** Notes for whom the work is done, once that is known. */
  countFor(person: string): void
  /** Returns for whom the next statement is sent; undefined for work that no call waits for. */
  person(): string | undefined
}

/** Those of one database. */
export function createStatementBudgets(): StatementBudgets {
  const budgets = new AsyncLocalStorage<{ current: StatementBudget | undefined }>()
  return {
    async within({ startedAtMs, wholeMs, clock }, work) {
      const held: { current: StatementBudget | undefined } = {
        current: { wholeMs, restMs: () => wholeMs - (clock() - startedAtMs), person: undefined },
      }
      try {
        return await budgets.run(held, work)
      } finally {
        held.current = undefined
      }
    },

    nextLimitMs() {
      const budget = budgets.getStore()?.current
      if (budget === undefined) return 0
      const restMs = budget.restMs()
      if (restMs <= 0) throw new BudgetSpentError('The call has no time left for statements')
      return restMs >= budget.wholeMs * (1 - UNCOUNTED_SHARE) ? budget.wholeMs : Math.ceil(restMs)
    },

    countFor(person) {
      const budget = budgets.getStore()?.current
      if (budget !== undefined) budget.person = person
    },

    person: () => budgets.getStore()?.current?.person,
  }
}
