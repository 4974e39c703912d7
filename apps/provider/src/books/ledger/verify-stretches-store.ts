import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'

/** A row that is listed: the names of its lists, each with the text and the number that it stands there by, in front of its id. */
type Listed = {
  readonly noun: 'customer' | 'estimate' | 'invoice' | 'product' | 'vendor'
  /** Of the row `i`, whose customer is `c`. */
  readonly isListed: string
  readonly places: readonly (readonly [list: string, text: string, key: string])[]
}

const dayOf = (column: string) => `i.${column} - date '2000-01-01'`
const CHANGE = `extract(epoch from i.modified_at) * 1000`
const NUMBER = `lpad(coalesce(i.number_value, 1e30)::text, 31, '0')`
const OPEN_STATE = `case when i.state in ('DRAFT', 'OVERPAID', 'PAID') then i.state else 'UNPAID' end`

const ALL_LISTED: readonly Listed[] = [
  {
    noun: 'invoice',
    isListed: 'i.deleted_at is null',
    places: [
      [`'INVOICE_DATE'`, `''`, dayOf('invoice_day')],
      [`'INVOICE_NUMBER'`, NUMBER, '0'],
      [OPEN_STATE, `''`, '0'],
      [`case when ${OPEN_STATE} = 'UNPAID' then 'UNPAID_DUE_AT' end`, `''`, dayOf('due_day')],
    ],
  },
  {
    noun: 'estimate',
    isListed: `i.life <> 'DELETED'`,
    places: [
      [`'ESTIMATE_DATE'`, `''`, dayOf('estimate_day')],
      [`'ESTIMATE_NUMBER'`, NUMBER, '0'],
      [`case when i.life in ('ACCEPTED', 'CONVERTED', 'DRAFT', 'REJECTED') then i.life end`, `''`, '0'],
    ],
  },
  ...(['customer', 'product', 'vendor'] as const).map((noun) => ({
    noun,
    isListed: 'not i.is_archived',
    places: [[`'NAME'`, 'i.name_key', '0']] as const,
  })),
]
const OF_ALL = [
  [`'CREATED_AT'`, `''`, '0'],
  [`'MODIFIED_AT'`, `''`, CHANGE],
] as const
const OF_DOCUMENTS = [
  [`'AMOUNT_DUE'`, `''`, 'i.due'],
  [`'AMOUNT_PAID'`, `''`, 'i.paid'],
  [`'CUSTOMER_NAME'`, 'c.name_key', 'c.id'],
  [`'DUE_AT'`, `''`, dayOf('due_day')],
  [`'TOTAL'`, `''`, 'i.total'],
] as const

/** What is kept of lists, as {@link verifyBooks} checks it: each row is counted in the stretch that it stands in. */
export const STRETCH_CHECKS: Readonly<
  Record<string, (businessId: BusinessId) => RawBuilder<{ readonly example: string }>>
> = Object.fromEntries(ALL_LISTED.map((listed) => [`${listed.noun} stretches`, checkOf(listed)]))

function checkOf({ noun, isListed, places }: Listed) {
  const isDocument = noun === 'invoice' || noun === 'estimate'
  const all = [...OF_ALL, ...(isDocument ? OF_DOCUMENTS : []), ...places]
  const values = sql.raw(all.map(([list, text, key]) => `(${list}, ${text}, (${key})::bigint)`).join(', '))
  const rows = sql.table(`${noun}s`)
  const stretches = sql.table(`${noun}_stretches`)
  const customers = isDocument
    ? sql`join customers c on c.business_id = i.business_id and c.id = i.customer_id`
    : sql``
  return (businessId: BusinessId): RawBuilder<{ readonly example: string }> => sql`
    select coalesce(kept.list, found.list) || ' from ' || coalesce(kept.from_text, found.from_text) || ', '
      || coalesce(kept.from_key, found.from_key) || ', ' || coalesce(kept.from_id, found.from_id) as example
    from (select list, from_text, from_key, from_id, n from ${stretches} where business_id = ${businessId} and n > 0) kept
    full join (
      select place.list, stretch.from_text, stretch.from_key, stretch.from_id, count(*) as n
      from ${rows} i ${customers} cross join lateral (values ${values}) as place (list, text, key)
      left join lateral (
        select s.from_text, s.from_key, s.from_id from ${stretches} s
        where s.business_id = i.business_id and s.list = place.list
          and (s.from_text, s.from_key, s.from_id) <= (place.text, place.key, i.id)
        order by s.from_text desc, s.from_key desc, s.from_id desc limit 1
      ) stretch on true
      where i.business_id = ${businessId} and ${sql.raw(isListed)} and place.list is not null
      group by place.list, stretch.from_text, stretch.from_key, stretch.from_id
    ) found on (found.list, found.from_text, found.from_key, found.from_id)
      = (kept.list, kept.from_text, kept.from_key, kept.from_id)
    where kept.n is distinct from found.n`
}
