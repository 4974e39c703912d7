import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { SinceLastLookQuery, SinceLastLookQueryVariables } from '#generated/operations.ts'
import { AmountRefused, parseMinorUnitValue } from '../amount.ts'
import { readPayments } from './read-payments.ts'
import { buildSinceLastLook, type SinceLastLookModel } from '../since-last-look.ts'

const NEEDED = ['invoice:read', 'customer:read']

/**
 * Reads the changes since the person's last visit. Undefined if there are none, on the first visit, and if they cannot be read: a
 * missing box states nothing wrong.
 */
export async function readSince(
  reading: Pick<Parameters<FiguresReader>[0], 'connection' | 'ask' | 'atMs' | 'isOver'>,
  lookMs: number | undefined,
): Promise<SinceLastLookModel | undefined> {
  const { connection, ask, atMs } = reading
  if (lookMs === undefined || !NEEDED.every((scope) => connection.scopes.includes(scope))) return undefined
  const since = new Date(lookMs).toISOString()
  const variables: SinceLastLookQueryVariables = { id: connection.businessId, since }
  const answer = await ask({ operationName: 'SinceLastLook', variables }).catch(() => undefined)
  const business = (answer?.data as SinceLastLookQuery | undefined)?.business
  if (business == null) return undefined
  const { timezone, currency } = business
  const nodesOf = (list: typeof business.changed) => list?.edges.map(({ node }) => node) ?? []
  const changed = nodesOf(business.changed)
  const paid = changed.filter(({ amountPaid }) => parseMinorUnitValue(amountPaid.minorUnitValue) !== 0)
  const payments = await readPayments(reading, { id: variables.id, ids: paid.map(({ id }) => id) })
  return orNothing(() =>
    buildSinceLastLook(
      [
        ...nodesOf(business.overdue),
        ...changed.map((row) => ({ ...row, payments: payments.get(row.id) ?? null })),
      ],
      { since, now: new Date(atMs).toISOString(), timezone, currency },
    ),
  )
}

/** Returns undefined for a model with an amount that cannot be held exactly. */
function orNothing<Model>(build: () => Model): Model | undefined {
  try {
    return build()
  } catch (thrown) {
    if (thrown instanceof AmountRefused) return undefined
    throw thrown
  }
}
