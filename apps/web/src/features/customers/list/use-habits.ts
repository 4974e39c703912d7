import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { isReadable } from '#connection/connection-state.ts'
import { useFigures } from '#data/use-figures.ts'
import type { MoreFigures } from '#figures/more-figures.ts'

/**
 * How many days late each customer usually pays, by their ids; below zero is early. Those with too few paid invoices are not
 * among them. Undefined while it is not known.
 */
export function useHabits(connection: ConnectionView): ReadonlyMap<string, number> | undefined {
  const reads = isReadable(connection.state) && allowsScope(connection.scopes, 'invoice:read')
  const { data } = useFigures<MoreFigures>('more', connection, reads)
  return data === undefined ? undefined : habitsOf(data)
}

/** Undefined where they could not be reported. */
export function habitsOf({ habits }: Pick<MoreFigures, 'habits'>): ReadonlyMap<string, number> | undefined {
  if (habits.form === 'unavailable') return undefined
  return new Map(habits.rows.map(({ customerId, median }) => [customerId, median]))
}
