import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '@counterfoil/service/values/clock'

/** Thrown if the time runs out before a statement is sent. PostgreSQL ends a running statement with its code 57014. */
export class BudgetSpentError extends Error {
  override name = 'BudgetSpentError'
  readonly code = 'BUDGET_SPENT'
}

/** The time limit for all statements of one piece of work together. */
type StatementBudget = { readonly wholeMs: number; restMs(): number; person: string | undefined }

/** The share of a budget that may be spent before statements receive less than the whole: fewer connections need a new limit. */
const UNCOUNTED_SHARE = 1 / 8

export type StatementBudgets = ReturnType<typeof createStatementBudgets>

/** Creates the budgets of one database, which limit the statements of a call to the time of the call. */
export function createStatementBudgets() {
  const budgets = new AsyncLocalStorage<{ current: StatementBudget | undefined }>()
  return {
    /**
     * Runs work whose statements may together take what is left of `wholeMs`. What the work leaves running when it has ended is
     * not limited. Works on PostgreSQL only: the embedded database cannot stop a statement.
     */
    async within<Value>(
      {
        startedAtMs,
        wholeMs,
        clock,
      }: { readonly startedAtMs: number; readonly wholeMs: number; readonly clock: Clock },
      work: () => Promise<Value>,
    ): Promise<Value> {
      const held: { current: StatementBudget | undefined } = {
        current: { wholeMs, restMs: () => wholeMs - (clock() - startedAtMs), person: undefined },
      }
      try {
        return await budgets.run(held, work)
      } finally {
        held.current = undefined
      }
    },

    /**
     * Returns the time limit of the next statement in milliseconds; 0 for none.
     *
     * @throws BudgetSpentError if no time is left
     */
    nextLimitMs(): number {
      const budget = budgets.getStore()?.current
      if (budget === undefined) return 0
      const restMs = budget.restMs()
      if (restMs <= 0) throw new BudgetSpentError('The call has no time left for statements')
      return restMs >= budget.wholeMs * (1 - UNCOUNTED_SHARE) ? budget.wholeMs : Math.ceil(restMs)
    },

    /** Records the person for whom the work is done, once known. */
    countFor(person: string): void {
      const budget = budgets.getStore()?.current
      if (budget !== undefined) budget.person = person
    },

    /** Returns the person for whom the next statement is sent; undefined for work that no call waits for. */
    person: (): string | undefined => budgets.getStore()?.current?.person,
  }
}
