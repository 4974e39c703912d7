import { createCallCount, type CallCount } from './call-count.ts'

/** Before a statement is sent; once it was sent; once its answer has come, which nobody gets to see. */
export const KILL_MOMENTS = ['before', 'sent', 'after'] as const
export type KillMoment = (typeof KILL_MOMENTS)[number]

type Query = (this: unknown, ...args: unknown[]) => unknown

/** `query` of a driver that counts its calls, once it was asked to, and dies at one of them. */
export function deadlyQuery({
  query,
  killAt,
  moment,
  die,
}: {
  readonly query: Query
  /** The first statement is 0; undefined: it only counts. */
  readonly killAt: number | undefined
  readonly moment: KillMoment
  readonly die: () => void
}): Pick<CallCount, 'count' | 'counted'> & { readonly query: Query } {
  const calls = createCallCount(killAt)
  return {
    count: calls.count,
    counted: calls.counted,
    query(...args) {
      if (!calls.isFatal()) return query.apply(this, args)
      // The caller never gets an answer.
      if (moment === 'before') {
        die()
        return new Promise(() => undefined)
      }
      const last = args.at(-1)
      const answered = query.apply(this, typeof last === 'function' ? [...args.slice(0, -1), die] : args)
      if (moment === 'sent') setImmediate(die)
      if (answered instanceof Promise) void answered.then(die, die)
      return new Promise(() => undefined)
    },
  }
}
