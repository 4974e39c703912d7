import { sql, type RawBuilder } from 'kysely'
import { behindPlace, type ListBound, type StretchedList } from '#books/list-stretches-store.ts'

/** Where documents of a kind lie, and how they are ordered. */
export type DocumentLists = {
  readonly table: 'estimates' | 'invoices'
  readonly stretches: 'estimate_stretches' | 'invoice_stretches'
  /** What conditions call a row. */
  readonly as: 'e' | 'i'
  /** The order by the day that is written on them. */
  readonly dayKey: string
  /** By order, without its direction: the column, or what an index has instead. */
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>
}

/** What is asked of documents of one business, as far as lists in stretches know of it. */
export type AskedDocuments = {
  readonly key: string
  readonly isDescending: boolean
  readonly currencyCode: string | null
  readonly customerId: string | null
  readonly isNothingDue: boolean
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly modifiedAtAfter: Date | null
  readonly modifiedAtBefore: Date | null
  /** What a status asks of the list of an order; null when nothing is kept of that. */
  readonly statusIn: (key: string) => StatusPart | null
  /** Of a row: what is asked, but for the customer, what is due, days and instants. */
  readonly condition: RawBuilder<unknown>
}

/** A list of its own, or kinds in that of the order; only what is not in front of `from`, and in front of `before`, as the list keeps them. */
export type StatusPart = Partial<Pick<StretchedList, 'kinds' | 'list' | 'missing'>> & {
  readonly from?: RawBuilder<unknown>
  readonly before?: RawBuilder<unknown>
}

/** A list of documents in stretches. */
export type DocumentList = StretchedList & {
  /** Of its rows behind `place`, FROM and WHERE. */
  readonly from: RawBuilder<unknown>
  /** As it is kept: it ascends, and one that descends is turned when it is read. `c` is a customer. */
  readonly order: RawBuilder<unknown>
}

/** The list that is asked for, or that it is a part of; null when none is kept. */
export function documentListOf(lists: DocumentLists, asked: AskedDocuments): DocumentList | null {
  const { isDescending, currencyCode, condition } = asked
  const part = partOf(lists, asked)
  if (part === null) return null
  const order = orderIn(lists, part.key)
  const status = asked.statusIn(part.key)
  if (order === null || status === null) return null
  const { from, before, ...ofStatus } = status
  const kinds = kindsOf(status.kinds, currencyCode)
  const list = {
    table: lists.stretches,
    list: part.key,
    isDescending,
    ...ofStatus,
    ...(kinds === undefined ? {} : { kinds }),
  }
  if (order === 'customers') {
    return {
      ...list,
      isBehind: sql`true`,
      from: rowsOfCustomers(lists, condition),
      order: sql`c.name_key, c.id, ${idOf(lists)}`,
    }
  }
  if (part.customerId !== undefined) {
    const isOwn = sql`${sql.ref(`${lists.as}.customer_id`)} = ${part.customerId}::bigint`
    return {
      ...list,
      key: sql`${part.customerId}::bigint`,
      isBehind: order.isBehind,
      from: sql`${sql.raw(`${lists.table} ${lists.as}`)} where ${condition} and ${isOwn} and ${order.isBehind}`,
      order: order.order,
    }
  }
  const { isBehind, column } = order
  const rows = sql`${sql.raw(`${lists.table} ${lists.as}`)} where ${condition}`
  const boundAt = (key: RawBuilder<unknown>): ListBound => ({
    isInFront: sql`from_key < ${key}`,
    rowsInFront: sql`${rows} and (${column}, ${idOf(lists)}) >= (${order.valueOf(sql`bound.from_key`)}, bound.from_id)
      and ${column} < ${order.valueOf(key)}`,
  })
  const [first, end] = [from ?? part.from, before ?? part.before]
  return {
    ...list,
    isBehind,
    from: sql`${rows} and ${isBehind}`,
    order: order.order,
    ...((first ?? end) && { part: { from: first && boundAt(first), before: end && boundAt(end) } }),
  }
}

/** A part of a list by its key, as it is kept; with `customerId` what that one has. */
type KeyPart = {
  readonly key: string
  readonly from: RawBuilder<unknown> | null
  readonly before: RawBuilder<unknown> | null
  readonly customerId?: string
}

/** Null when two things are asked for that no order has side by side. */
function partOf({ dayKey }: DocumentLists, asked: AskedDocuments): KeyPart | null {
  const { key, customerId, firstDay, lastDay, modifiedAtAfter, modifiedAtBefore } = asked
  const dayAt = (day: string | null, later: 0 | 1) =>
    day === null ? null : sql`(${day}::date - date '2000-01-01' + ${sql.lit(later)})::bigint`
  const instantAt = (instant: Date, later: 0 | 1) => sql`${instant.getTime() + later}::bigint`
  const parts: KeyPart[] = []
  if (customerId !== null) parts.push({ key: 'OF_CUSTOMER', from: null, before: null, customerId })
  if (asked.isNothingDue) parts.push({ key: 'AMOUNT_DUE', from: sql`0::bigint`, before: sql`1::bigint` })
  if (firstDay !== null || lastDay !== null) {
    parts.push({ key: dayKey, from: dayAt(firstDay, 0), before: dayAt(lastDay, 1) })
  }
  if (modifiedAtAfter !== null || modifiedAtBefore !== null) {
    parts.push({
      key: 'MODIFIED_AT',
      from: modifiedAtAfter && instantAt(modifiedAtAfter, 0),
      before: modifiedAtBefore && instantAt(modifiedAtBefore, 1),
    })
  }
  const [part = { key, from: null, before: null }, another] = parts
  // What one customer has, and what has nothing due, stands there in the order of writing.
  const isInOrder = part.key === key || (key === 'CREATED_AT' && (customerId !== null || asked.isNothingDue))
  return another === undefined && isInOrder && part.customerId !== 'none' ? part : null
}

function kindsOf(
  kinds: readonly string[] | undefined,
  currencyCode: string | null,
): readonly string[] | undefined {
  if (currencyCode === null) return kinds
  return kinds === undefined ? [currencyCode] : kinds.map((kind) => `${kind} ${currencyCode}`)
}

type Order = Pick<DocumentList, 'isBehind' | 'order'> & {
  readonly column: RawBuilder<unknown>
  /** The value of the column for a key, as the list keeps it. */
  readonly valueOf: (key: RawBuilder<unknown>) => RawBuilder<unknown>
}

const idOf = ({ as }: DocumentLists) => sql.ref(`${as}.id`)

/** Null for an order that no list is kept in. */
function orderIn(lists: DocumentLists, key: string): Order | 'customers' | null {
  if (key === 'CUSTOMER_NAME') return 'customers'
  const [id, column] = [idOf(lists), lists.columns[key]]
  const asKept = (kept: RawBuilder<unknown>) => kept
  if (key === 'CREATED_AT' || key === 'OF_CUSTOMER')
    return { column: id, order: id, isBehind: behindPlace.byId(id), valueOf: asKept }
  if (column === undefined) return null
  const order = sql`${column}, ${id}`
  switch (key) {
    case 'MODIFIED_AT': {
      const valueOf = (ms: RawBuilder<unknown>) =>
        sql`(timestamptz 'epoch' + greatest(${ms}, 0) * interval '1 millisecond')`
      return { column, order, isBehind: behindPlace.byInstant(column, id), valueOf }
    }
    case 'DUE_AT':
    case lists.dayKey: {
      const valueOf = (day: RawBuilder<unknown>) => sql`(date '2000-01-01' + (${day})::integer)`
      return { column, order, isBehind: behindPlace.byDay(column, id), valueOf }
    }
    case 'AMOUNT_DUE':
    case 'AMOUNT_PAID':
    case 'TOTAL':
      return { column, order, isBehind: behindPlace.byAmount(column, id), valueOf: asKept }
    default:
      return { column, order, isBehind: behindPlace.byNumber(column, id), valueOf: asKept }
  }
}

/** Documents in the order of their customers from a place on, of each by an index, and of none more than the page can pass. */
function rowsOfCustomers(lists: DocumentLists, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const as = sql.raw(lists.as)
  return sql`customers c cross join lateral (
      select ${as}.id from ${sql.table(lists.table)} ${as} where ${as}.customer_id = c.id and ${condition}
        and ${as}.id >= case when c.id = ${PLACE.key} and c.name_key = ${PLACE.text} then ${PLACE.id} else 0 end
      order by ${as}.id limit (select passed + taken from place)
    ) ${as} where c.business_id = asked.business_id and (c.name_key, c.id) >= (${PLACE.text}, ${PLACE.key})`
}

const PLACE = {
  text: sql`(select from_text from place)`,
  key: sql`(select from_key from place)`,
  id: sql`(select from_id from place)`,
}
