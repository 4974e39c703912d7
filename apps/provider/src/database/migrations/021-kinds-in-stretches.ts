import { sql, type Kysely } from 'kysely'
import {
  ALL_LISTED,
  BY_INDEX,
  CUT_ROWS,
  JOIN_CUSTOMER,
  MOST_ROWS,
  narrowed,
  placesOf,
  type List,
  type Listed,
} from './020-stretches-of-every-list.ts'

/** As before, and of what kinds the rows of a stretch are. */
export type KindlyListed = Listed & {
  /** Of the row `i`: the names of its kinds, text[]. */
  readonly kinds: string
  /** Whether a list may begin several times, each with a stretch of its own. */
  readonly hasManyBeginnings?: boolean
}

const DEPOSIT = `case when i.paid > 0 then case when i.paid >= i.deposit_total then 'DEPOSIT_PAID' else 'DEPOSIT_PARTIAL' end
  when i.deposit_total > 0 then 'DEPOSIT_UNPAID' else 'DEPOSIT_NONE' end`
const SOLD = `case when i.income_account_id is not null then 'SOLD' else 'UNSOLD' end`
const BOUGHT = `case when i.expense_account_id is not null then 'BOUGHT' else 'UNBOUGHT' end`
const inCurrency = (kind: string) => `${kind} || ' ' || i.currency_code`
const UNDECIDED = `i.life in ('APPROVED', 'SENT', 'VIEWED')`

const change = (table: Listed['table'], by: (listed: Listed) => KindlyListed): readonly KindlyListed[] =>
  ALL_LISTED.filter((listed) => listed.table === table).map(by)

/** Invoices by state and currency, estimates by life, deposit and currency, products by what is done with them: each alone, and two of them. */
export const ALL: readonly KindlyListed[] = [
  ...change('invoices', (listed) => ({
    ...listed,
    kinds: `array[i.state, i.currency_code, ${inCurrency('i.state')}]`,
  })),
  ...change('estimates', (listed) => ({
    ...listed,
    kinds: `array[i.life, ${DEPOSIT}, i.currency_code, ${inCurrency('i.life')}, ${inCurrency(DEPOSIT)}]`,
    lists: [...listed.lists, narrowed({ name: 'UNDECIDED', when: UNDECIDED })],
  })),
  // Also those that were put away, in lists of their own.
  ...change('products', (listed) => ({
    ...listed,
    isListed: 'true',
    kinds: `array[${SOLD}, ${BOUGHT}, ${SOLD} || ' ' || ${BOUGHT}]`,
    lists: [
      ...listed.lists.map((list) => narrowed({ name: list.name, when: 'not i.is_archived', list })),
      ...listed.lists.map((list) => narrowed({ name: `ARCHIVED_${list.name}`, when: 'i.is_archived', list })),
    ],
  })),
]

const KEY = 'business_id, list, from_text, from_key, from_id'

const changesOf = (
  { isListed, joins, lists, kinds }: KindlyListed,
  table: 'added' | 'removed',
  sign: 1 | -1,
) => `
      select i.business_id, place.*, i.id, ${kinds} as kinds, ${sign} as change from ${table} i ${joins} ${placesOf(lists)}
      where ${isListed} and place.list is not null`

const AT_BEGINNING = `
          and s.from_text = changed.first_text and s.from_key = changed.first_key and s.from_id = 0`

/** Counts `changes` in the stretches they fall into; cuts what has grown, and joins what is empty to the one before. */
const keep = ({ table, stretches, hasManyBeginnings = false }: KindlyListed, changes: readonly string[]) => `
    insert into ${stretches} (${KEY}, n)
      select distinct business_id, list, first_text, first_key, 0, 0 from (${changes.join(' union all ')}) changed
      where change > 0 and not exists (
        select 1 from ${stretches} s where s.business_id = changed.business_id and s.list = changed.list${
          hasManyBeginnings ? AT_BEGINNING : ''
        });
    for touched in
      with changed as (
        select business_id, list, text, key, id, kinds, sum(change) as change from (${changes.join(' union all ')}) each
        group by business_id, list, text, key, id, kinds having sum(change) <> 0
      ), counted as (
        select kept.*, changed.kinds, sum(changed.change)::integer as change
        from changed cross join lateral (
          select s.business_id, s.list, s.from_text, s.from_key, s.from_id from ${stretches} s
          where s.business_id = changed.business_id and s.list = changed.list
            and (s.from_text, s.from_key, s.from_id) <= (changed.text, changed.key, changed.id)
          order by s.from_text desc, s.from_key desc, s.from_id desc limit 1
        ) kept
        group by kept.business_id, kept.list, kept.from_text, kept.from_key, kept.from_id, changed.kinds
      ), of_kinds as (
        select ${KEY}, jsonb_object_agg(kind, change) as kinds from (
          select ${KEY}, kind, sum(change) as change from counted cross join unnest(kinds) as kind
          group by ${KEY}, kind having sum(change) <> 0
        ) each group by ${KEY}
      ), of_all as (
        select ${KEY}, sum(change)::integer as change from counted group by ${KEY}
      )
      update ${stretches} s set n = s.n + of_all.change, kinds = add_kinds(s.kinds, of_kinds.kinds)
        from of_all left join of_kinds using (${KEY})
        where s.business_id = of_all.business_id and s.list = of_all.list and s.from_text = of_all.from_text
          and s.from_key = of_all.from_key and s.from_id = of_all.from_id
        returning s.*
    loop
      if touched.n > ${MOST_ROWS} then
        perform cut_stretch_of_${table}(touched.business_id, touched.list, touched.from_text, touched.from_key, touched.from_id,
          touched.n);
      elsif touched.n = 0 and touched.from_id <> 0 then
        delete from ${stretches} s where s.business_id = touched.business_id and s.list = touched.list
          and s.from_text = touched.from_text and s.from_key = touched.from_key and s.from_id = touched.from_id;
      end if;
    end loop;`

const keepAfter = (listed: KindlyListed, operation: 'delete' | 'insert' | 'update') => {
  const [removed, added] = [changesOf(listed, 'removed', -1), changesOf(listed, 'added', 1)]
  const changes = { delete: [removed], insert: [added], update: [removed, added] }[operation]
  return `create or replace function keep_${listed.stretches}_after_${operation}() returns trigger language plpgsql ${BY_INDEX} as $$
  declare touched record;
  begin ${keep(listed, changes)}
    return null;
  end $$`
}

/** The stretch that is cut stays where it begins. */
const cutOf = ({ table, stretches, isListed, kinds }: KindlyListed, list: List) => `
      when '${list.name}' then
        with placed as (
          select ${list.text ?? `''`} as text, ${list.key ?? '0'} as key, i.id, ${kinds} as kinds,
            row_number() over (order by ${list.order}) - 1 as place
          from ${list.tables ?? `${table} i`}
          where i.business_id = of_business and ${isListed} and ${list.from} order by ${list.order} limit has
        ), cut as (
          select *, place / ${CUT_ROWS} as part from placed
        ), begun as (
          select distinct on (part) part, text, key, id, count(*) over (partition by part) as n from cut order by part, place
        ), of_kinds as (
          select part, jsonb_object_agg(kind, n) as kinds from (
            select part, kind, count(*) as n from cut cross join unnest(kinds) as kind group by part, kind
          ) each group by part
        )
        insert into ${stretches} as kept (${KEY}, n, kinds)
          select of_business, '${list.name}', case part when 0 then at_text else text end,
            case part when 0 then at_key else key end, case part when 0 then at_id else id end, n, of_kinds.kinds
          from begun join of_kinds using (part)
          on conflict (${KEY}) do update set n = excluded.n, kinds = excluded.kinds;`

/** The functions that keep the stretches of lists. */
export const functionsOf = (listed: KindlyListed): readonly string[] => [
  `create or replace function cut_stretch_of_${listed.table}(of_business uuid, of_list text, at_text text, at_key bigint,
      at_id bigint, has bigint) returns void language plpgsql ${BY_INDEX} as $$
  begin
    case of_list ${listed.lists.map((list) => cutOf(listed, list)).join('')}
    end case;
  end $$`,
  // For what was written while the triggers were away.
  `create or replace function count_stretches_of_${listed.table}(of_business uuid) returns void language plpgsql as $$
  begin
    delete from ${listed.stretches} where business_id = of_business;
    with counted as (
      select i.business_id, place.list, place.first_text as from_text, place.first_key as from_key, 0 as from_id,
        ${listed.kinds} as kinds, count(*) as n
      from ${listed.table} i ${listed.joins} ${placesOf(listed.lists)}
      where i.business_id = of_business and ${listed.isListed} and place.list is not null
      group by i.business_id, place.list, place.first_text, place.first_key, ${listed.kinds}
    ), of_kinds as (
      select ${KEY}, jsonb_object_agg(kind, n) as kinds from (
        select ${KEY}, kind, sum(n) as n from counted cross join unnest(kinds) as kind group by ${KEY}, kind
      ) each group by ${KEY}
    ), of_all as (
      select ${KEY}, sum(n) as n from counted group by ${KEY}
    )
    insert into ${listed.stretches} (${KEY}, n, kinds) select ${KEY}, n, kinds from of_all join of_kinds using (${KEY});
    perform cut_stretch_of_${listed.table}(business_id, list, from_text, from_key, from_id, n) from ${listed.stretches}
      where business_id = of_business and n > ${MOST_ROWS};
  end $$`,
  ...(['delete', 'insert', 'update'] as const).map((operation) => keepAfter(listed, operation)),
]

/** A customer with another name takes its documents with it. */
const moved = (listed: KindlyListed) => {
  const changes = (version: 'new' | 'old', sign: 1 | -1) => `
      select i.business_id, 'CUSTOMER_NAME' as list, ${version}.name_key as text, i.customer_id as key, '' as first_text,
        0::bigint as first_key, i.id, ${listed.kinds} as kinds, ${sign} as change
      from ${listed.table} i where i.business_id = new.business_id and i.customer_id = new.id and ${listed.isListed}`
  return keep(listed, [changes('old', -1), changes('new', 1)])
}

/**
 * How many rows of each kind a stretch has, so that a part of a list by kinds is entered like the whole, in each of its
 * orders. Of estimates that nobody decided about there is one list more, and of products that were put away there are three.
 */
const STATEMENTS = [
  `create function add_kinds(one jsonb, other jsonb) returns jsonb language sql immutable as $$
    select coalesce(jsonb_object_agg(kind, n), '{}') from (
      select kind, sum(each.n::integer) as n from (
        select * from jsonb_each_text(one) union all select * from jsonb_each_text(other)
      ) each (kind, n)
      group by kind having sum(each.n::integer) <> 0
    ) added $$`,
  ...ALL.map(({ stretches }) => `alter table ${stretches} add column kinds jsonb not null default '{}'`),
  `create index estimates_undecided on estimates (business_id, id) include (due_day) where ${UNDECIDED.replace('i.', '')}`,
  `create index estimates_deposit on estimates (business_id, (case when paid > 0
      then case when paid >= deposit_total then 'DEPOSIT_PAID' else 'DEPOSIT_PARTIAL' end else 'DEPOSIT_UNPAID' end), id)
    where life <> 'DELETED' and (paid > 0 or deposit_total > 0)`,
  ...ALL.flatMap(functionsOf),
  `create or replace function move_stretches_of_customer() returns trigger language plpgsql ${BY_INDEX} as $$
  declare touched record;
  begin
    ${ALL.filter(({ joins }) => joins === JOIN_CUSTOMER)
      .map(moved)
      .join('')}
    return null;
  end $$`,
  ...ALL.map(({ table }) => `select count_stretches_of_${table}(id) from businesses`),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
