import { sql, type Kysely } from 'kysely'

/** A stretch that has grown beyond this is cut. */
const MOST_ROWS = 1000
/** What a stretch has that was cut off. */
const CUT_ROWS = 500

/** An order in which invoices are listed. */
export type List = {
  /** Of the invoice `i`; null for one that is not in the list. */
  readonly name: string
  /** What the list is ordered by before the id, as it is kept. */
  readonly key: string
  /** Smaller than any key of it. */
  readonly first: string
  /** Of `i`, behind the condition that it is not deleted: those of the list from the kept place on, by an index. */
  readonly from: string
  readonly order: string
}

const DAY_ZERO = `date '2000-01-01'`
const byDay = ({ name, column }: { readonly name: string; readonly column: string }): List => ({
  name,
  key: `(i.${column} - ${DAY_ZERO})::bigint`,
  // 4571 BC: no day of a business, and one that the database knows.
  first: '-2400000',
  from: `(i.${column}, i.id) >= (${DAY_ZERO} + at_key::integer, at_id)`,
  order: `i.${column}, i.id`,
})

export const byAmount = ({ name, column }: { readonly name: string; readonly column: string }): List => ({
  name,
  key: `i.${column}`,
  first: '-9000000000000000000',
  from: `(i.${column}, i.id) >= (at_key, at_id)`,
  order: `i.${column}, i.id`,
})

/** Those that a person pages through: in the order of writing, of both days, of what is due, of the total; and of states that depend on no day. */
export const LISTS: readonly List[] = [
  { name: 'CREATED_AT', key: '0::bigint', first: '0', from: 'i.id >= at_id', order: 'i.id' },
  byDay({ name: 'INVOICE_DATE', column: 'invoice_day' }),
  byDay({ name: 'DUE_AT', column: 'due_day' }),
  byAmount({ name: 'AMOUNT_DUE', column: 'due' }),
  byAmount({ name: 'TOTAL', column: 'total' }),
  ...['DRAFT', 'OVERPAID', 'PAID'].map((state) => ({
    name: state,
    key: '0::bigint',
    first: '0',
    from: `i.state = '${state}' and i.id >= at_id`,
    order: 'i.id',
  })),
]
/** Those of states; an invoice stands in one of them at most. */
const STATES = ['DRAFT', 'OVERPAID', 'PAID', 'UNPAID']

type Kept = {
  readonly lists: readonly List[]
  /** Which of the lists of states the invoice `i` stands in. */
  readonly state: string
}

/** The lists that an invoice stands in, and where. */
const placesOf = ({ lists, state }: Kept) =>
  `cross join lateral (values ${lists
    .filter(({ name }) => !STATES.includes(name))
    .map(({ name, key, first }) => `('${name}', ${key}, ${first}::bigint)`)
    .join(', ')}, (${state}, 0::bigint, 0::bigint)) as place (list, key, first)`

const changesOf = (kept: Kept, table: 'added' | 'removed', change: 1 | -1) => `
  select i.business_id, place.list, place.key, place.first, i.id, ${change} as change from ${table} i ${placesOf(kept)}
  where i.deleted_at is null and place.list is not null`

/** Counts what a statement changed, each list of it that it changed; cuts what has grown, and joins what is empty to the one before. */
const keepAfter = (operation: 'delete' | 'insert' | 'update', changes: readonly string[]) => `
  create or replace function keep_invoice_stretches_after_${operation}() returns trigger language plpgsql as $$
  declare
    touched record;
  begin
    insert into invoice_stretches (business_id, list, from_key, from_id, n)
      select distinct business_id, list, first, 0, 0 from (${changes.join(' union all ')}) changed where change > 0
      on conflict do nothing;
    for touched in
      with changed as (
        select business_id, list, key, id, sum(change) as change from (${changes.join(' union all ')}) each
        group by business_id, list, key, id having sum(change) <> 0
      ), counted as (
        select kept.business_id, kept.list, kept.from_key, kept.from_id, sum(changed.change)::integer as change
        from changed cross join lateral (
          select s.business_id, s.list, s.from_key, s.from_id from invoice_stretches s
          where s.business_id = changed.business_id and s.list = changed.list
            and (s.from_key, s.from_id) <= (changed.key, changed.id)
          order by s.from_key desc, s.from_id desc limit 1
        ) kept
        group by kept.business_id, kept.list, kept.from_key, kept.from_id
      )
      update invoice_stretches s set n = s.n + counted.change from counted
        where s.business_id = counted.business_id and s.list = counted.list and s.from_key = counted.from_key
          and s.from_id = counted.from_id
        returning s.*
    loop
      if touched.n > ${MOST_ROWS} then
        perform cut_invoice_stretch(touched.business_id, touched.list, touched.from_key, touched.from_id, touched.n);
      elsif touched.n = 0 and touched.from_id <> 0 then
        delete from invoice_stretches s where s.business_id = touched.business_id and s.list = touched.list
          and s.from_key = touched.from_key and s.from_id = touched.from_id;
      end if;
    end loop;
    return null;
  end $$`

const cutOf = ({ name, key, from, order }: List) => `
    when '${name}' then
      insert into invoice_stretches (business_id, list, from_key, from_id, n)
        select distinct on (part) of_business, '${name}', key, id, count(*) over (partition by part)
        from (
          select ${key} as key, i.id, (row_number() over (order by ${order}) - 1) / ${CUT_ROWS} as part from invoices i
          where i.business_id = of_business and i.deleted_at is null and ${from} order by ${order} limit has
        ) cut where part > 0 order by part, key, id;`

/** The functions that keep the stretches of lists. */
export const functionsOf = (kept: Kept): readonly string[] => [
  `create or replace function cut_invoice_stretch(of_business uuid, of_list text, at_key bigint, at_id bigint, has integer)
  returns void language plpgsql as $$
  begin
    case of_list ${kept.lists.map(cutOf).join('')}
    end case;
    update invoice_stretches set n = ${CUT_ROWS}
      where business_id = of_business and list = of_list and from_key = at_key and from_id = at_id;
  end $$`,
  keepAfter('insert', [changesOf(kept, 'added', 1)]),
  keepAfter('update', [changesOf(kept, 'removed', -1), changesOf(kept, 'added', 1)]),
  keepAfter('delete', [changesOf(kept, 'removed', -1)]),
]

/** Cuts what is there. */
export const fillOf = (kept: Kept): string => `
  insert into invoice_stretches (business_id, list, from_key, from_id, n)
    select distinct on (business_id, list, part) business_id, list, case when part = 0 then first else key end,
      case when part = 0 then 0 else id end, count(*) over (partition by business_id, list, part)
    from (
      select i.business_id, place.list, place.key, place.first, i.id,
        (row_number() over (partition by i.business_id, place.list order by place.key, i.id) - 1) / ${CUT_ROWS} as part
      from invoices i ${placesOf(kept)} where i.deleted_at is null and place.list is not null
    ) cut order by business_id, list, part, key, id`

const FIRST_KEPT: Kept = {
  lists: LISTS,
  state: `case when i.state in ('DRAFT', 'OVERPAID', 'PAID') then i.state end`,
}

const STATEMENTS = [
  // Each list, in one order, in stretches: where one begins, and how many rows it has. The first begins below every key.
  `create table invoice_stretches (
    business_id uuid not null references businesses (id) on delete cascade,
    list text not null,
    from_key bigint not null,
    from_id bigint not null,
    n integer not null check (n >= 0),
    primary key (business_id, list, from_key, from_id)
  )`,
  ...functionsOf(FIRST_KEPT),
  `create trigger invoices_stretched after insert on invoices referencing new table as added
    for each statement execute function keep_invoice_stretches_after_insert()`,
  `create trigger invoices_stretched_again after update on invoices referencing old table as removed new table as added
    for each statement execute function keep_invoice_stretches_after_update()`,
  `create trigger invoices_stretched_less after delete on invoices referencing old table as removed
    for each statement execute function keep_invoice_stretches_after_delete()`,
  fillOf(FIRST_KEPT),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
