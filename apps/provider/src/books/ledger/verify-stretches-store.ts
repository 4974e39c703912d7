import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'

/** A row that is listed: the names of its lists, each with the text and the number that it stands there by, in front of its id. */
type Listed = {
  readonly noun: 'customer' | 'estimate' | 'invoice' | 'product' | 'vendor'
  /** Of the row `i`, whose customer is `c`. */
  readonly isListed: string
  readonly places: readonly (readonly [list: string, text: string, key: string])[]
  /** What it is counted as, text[]. */
  readonly kinds?: string
}

const dayOf = (column: string) => `i.${column} - date '2000-01-01'`
const CHANGE = `extract(epoch from i.modified_at) * 1000`
const NUMBER = `lpad(coalesce(i.number_value, 1e30)::text, 31, '0')`
const OPEN_STATE = `case when i.state in ('DRAFT', 'OVERPAID', 'PAID') then i.state else 'UNPAID' end`

const inCurrency = (kinds: readonly string[]) =>
  `array[i.currency_code, ${kinds.map((kind) => `${kind}, ${kind} || ' ' || i.currency_code`).join(', ')}]`
const DEPOSIT = `case when i.paid > 0 then case when i.paid < i.deposit_total then 'DEPOSIT_PARTIAL' else 'DEPOSIT_PAID' end
  else case when i.deposit_total > 0 then 'DEPOSIT_UNPAID' else 'DEPOSIT_NONE' end end`
const USES = [['SOLD', 'income_account_id'] as const, ['BOUGHT', 'expense_account_id'] as const].map(
  ([kind, column]) => `case when i.${column} is null then 'UN${kind}' else '${kind}' end`,
)
const inArchive = (list: string) => `case when i.is_archived then 'ARCHIVED_' else '' end || '${list}'`

const ALL_LISTED: readonly Listed[] = [
  {
    noun: 'invoice',
    isListed: 'i.deleted_at is null',
    kinds: inCurrency(['i.state']),
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
    kinds: inCurrency(['i.life', DEPOSIT]),
    places: [
      [`'ESTIMATE_DATE'`, `''`, dayOf('estimate_day')],
      [`'ESTIMATE_NUMBER'`, NUMBER, '0'],
      [`case when i.life in ('ACCEPTED', 'CONVERTED', 'DRAFT', 'REJECTED') then i.life end`, `''`, '0'],
      [`case when i.life in ('APPROVED', 'SENT', 'VIEWED') then 'UNDECIDED' end`, `''`, '0'],
    ],
  },
  {
    noun: 'product',
    isListed: 'true',
    kinds: `array[${USES.join(', ')}, ${USES.join(` || ' ' || `)}]`,
    places: [
      [inArchive('CREATED_AT'), `''`, '0'],
      [inArchive('MODIFIED_AT'), `''`, CHANGE],
      [inArchive('NAME'), 'i.name_key', '0'],
    ],
  },
  ...(['customer', 'vendor'] as const).map((noun) => ({
    noun,
    isListed: 'not i.is_archived',
    places: [[`'NAME'`, 'i.name_key', '0']] as const,
  })),
]
const OF_OTHERS = [
  [`'CREATED_AT'`, `''`, '0'],
  [`'MODIFIED_AT'`, `''`, CHANGE],
] as const
const OF_DOCUMENTS = [
  [`'AMOUNT_DUE'`, `''`, 'i.due'],
  [`'AMOUNT_PAID'`, `''`, 'i.paid'],
  [`'CUSTOMER_NAME'`, 'c.name_key', 'c.id'],
  [`'OF_CUSTOMER'`, `''`, 'i.customer_id'],
  [`'DUE_AT'`, `''`, dayOf('due_day')],
  [`'TOTAL'`, `''`, 'i.total'],
] as const

/** What is kept of lists, as {@link verifyBooks} checks it: each row is counted in the stretch that it stands in. */
export const STRETCH_CHECKS: Readonly<
  Record<string, (businessId: BusinessId) => RawBuilder<{ readonly example: string }>>
> = Object.fromEntries(ALL_LISTED.map((listed) => [`${listed.noun} stretches`, checkOf(listed)]))

function checkOf({ noun, isListed, places, kinds }: Listed) {
  const isDocument = noun === 'invoice' || noun === 'estimate'
  const all = [...(noun === 'product' ? [] : OF_OTHERS), ...(isDocument ? OF_DOCUMENTS : []), ...places]
  const values = sql.raw(all.map(([list, text, key]) => `(${list}, ${text}, (${key})::bigint)`).join(', '))
  const rows = sql.table(`${noun}s`)
  const stretches = sql.table(`${noun}_stretches`)
  const customers = isDocument
    ? sql`join customers c on c.business_id = i.business_id and c.id = i.customer_id`
    : sql``
  // Of no kind: all of them.
  const kindsOfRow = sql.raw(kinds === undefined ? `array['']` : `array_append(${kinds}, '')`)
  const keptKinds = kinds === undefined ? sql`'{}'::jsonb` : sql`s.kinds`
  return (businessId: BusinessId): RawBuilder<{ readonly example: string }> => sql`
    select coalesce(kept.list, found.list) || ' from ' || coalesce(kept.from_text, found.from_text) || ', '
      || coalesce(kept.from_key, found.from_key) || ', ' || coalesce(kept.from_id, found.from_id)
      || ' of kind ' || coalesce(kept.kind, found.kind) as example
    from (
      select list, from_text, from_key, from_id, kind, each.n from ${stretches} s
      cross join lateral (select '' as kind, s.n union all select key, value::integer from jsonb_each_text(${keptKinds})) each
      where business_id = ${businessId} and each.n <> 0
    ) kept
    full join (
      select list, from_text, from_key, from_id, kind, sum(n) as n from (
        select place.list, stretch.from_text, stretch.from_key, stretch.from_id, ${kindsOfRow} as kinds, count(*) as n
        from ${rows} i ${customers} cross join lateral (values ${values}) as place (list, text, key)
        left join lateral (
          select s.from_text, s.from_key, s.from_id from ${stretches} s
          where s.business_id = i.business_id and s.list = place.list
            and (s.from_text, s.from_key, s.from_id) <= (place.text, place.key, i.id)
            and (place.list <> 'OF_CUSTOMER' or s.from_key = place.key)
          order by s.from_text desc, s.from_key desc, s.from_id desc limit 1
        ) stretch on true
        where i.business_id = ${businessId} and ${sql.raw(isListed)} and place.list is not null
        group by 1, 2, 3, 4, 5
      ) counted cross join unnest(kinds) as kind
      group by 1, 2, 3, 4, 5
    ) found on (found.list, found.from_text, found.from_key, found.from_id, found.kind)
      = (kept.list, kept.from_text, kept.from_key, kept.from_id, kept.kind)
    where kept.n is distinct from found.n`
}
