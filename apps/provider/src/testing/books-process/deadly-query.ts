import { createCallCount, type CallCount } from './call-count.ts'

/** The moments at which a process ends: before a statement is sent, after it was sent, or after its result has arrived unread. */
export const KILL_MOMENTS = ['before', 'sent', 'after'] as const
export type KillMoment = (typeof KILL_MOMENTS)[number]

type Query = (this: unknown, ...args: unknown[]) => unknown

/** Wraps `query` of a driver so that it counts its calls after `count`, and ends the process at one of them. */
export function deadlyQuery({
  query,
  killAt,
  moment,
  die,
}: {
  readonly query: Query
  /** The index of the fatal statement, from 0; undefined if statements are only counted. */
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
      // The caller never receives a result.
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
