import { sql, type Kysely } from 'kysely'

/** A stretch that has grown beyond the one is cut into such as have the other. */
export const [MOST_ROWS, CUT_ROWS] = [1000, 500]

/** An order in which rows are listed: by a text, then a number, then the id. `i` is a row, `c` its customer. */
export type List = {
  readonly name: string
  /** Which rows stand in it; all that are listed unless it says. */
  readonly when?: string
  readonly text?: string
  readonly key?: string
  /** Not larger than any text or key of it, and of a form that `from` reads. */
  readonly firstText?: string
  readonly firstKey?: string
  /** Of `i`: those from the place `at_text`, `at_key`, `at_id` on, by an index. */
  readonly from: string
  readonly order: string
  /** The tables that it is read from, where that is more than the rows alone. */
  readonly tables?: string
}

/** What is listed, and in which orders. */
export type Listed = {
  readonly table: 'customers' | 'estimates' | 'invoices' | 'products' | 'vendors'
  readonly stretches: string
  /** Whether the row `i` is listed at all. */
  readonly isListed: string
  readonly joins: string
  readonly lists: readonly List[]
}

const DAY_ZERO = `date '2000-01-01'`
const BELOW_AMOUNTS = '-9000000000000000000'

const BY_WRITING: List = { name: 'CREATED_AT', from: 'i.id >= at_id', order: 'i.id' }
const BY_CHANGE: List = {
  name: 'MODIFIED_AT',
  key: `(extract(epoch from i.modified_at) * 1000)::bigint`,
  firstKey: BELOW_AMOUNTS,
  from: `(i.modified_at, i.id) >= (timestamptz 'epoch' + greatest(at_key, 0) * interval '1 millisecond', at_id)`,
  order: 'i.modified_at, i.id',
}
const BY_NAME: List = {
  name: 'NAME',
  text: 'i.name_key',
  from: '(i.name_key, i.id) >= (at_text, at_id)',
  order: 'i.name_key, i.id',
}
/** As it is ordered by: what has no number stands behind all that have one. */
const NUMBER = `coalesce(i.number_value, 1e30)`
const byNumber = (name: string): List => ({
  name,
  text: `lpad(${NUMBER}::text, 31, '0')`,
  firstText: '0',
  from: `(${NUMBER}, i.id) >= (at_text::numeric, at_id)`,
  order: `${NUMBER}, i.id`,
})
type OfColumn = Readonly<Record<'column' | 'name', string>>
const byDay = ({ name, column }: OfColumn): List => ({
  name,
  key: `(i.${column} - ${DAY_ZERO})::bigint`,
  // 4571 BC: no day of a business, and one that the database knows.
  firstKey: '-2400000',
  from: `(i.${column}, i.id) >= (${DAY_ZERO} + at_key::integer, at_id)`,
  order: `i.${column}, i.id`,
})
const BY_DUE_DAY = byDay({ name: 'DUE_AT', column: 'due_day' })
const byAmount = ({ name, column }: OfColumn): List => ({
  name,
  key: `i.${column}`,
  firstKey: BELOW_AMOUNTS,
  from: `(i.${column}, i.id) >= (at_key, at_id)`,
  order: `i.${column}, i.id`,
})
type Narrowed = Readonly<Record<'name' | 'when', string>> & { readonly list?: List }
export const narrowed = ({ list = BY_WRITING, ...to }: Narrowed): List => ({
  ...list,
  ...to,
  from: `${to.when} and ${list.from}`,
})
const byCustomer = ({ table, isListed }: Pick<Listed, 'isListed' | 'table'>): List => ({
  name: 'CUSTOMER_NAME',
  text: 'c.name_key',
  key: 'c.id',
  // The limit keeps it one look into an index for each customer, whatever the tables held when it was planned.
  tables: `customers c cross join lateral (
      select * from ${table} i where i.business_id = c.business_id and i.customer_id = c.id and ${isListed}
        and i.id >= case when c.id = at_key and c.name_key = at_text then at_id else 0 end order by i.id limit has
    ) i`,
  from: 'c.business_id = of_business and (c.name_key, c.id) >= (at_text, at_key)',
  order: 'c.name_key, c.id, i.id',
})
/** A plan that is made while the tables are empty is kept: it has to be one for when they are not. */
export const BY_INDEX = `set enable_seqscan = off`
export const JOIN_CUSTOMER = 'join customers c on c.business_id = i.business_id and c.id = i.customer_id'
const OPEN = `i.state in ('PARTIAL', 'SAVED', 'SENT', 'VIEWED')`
const invoices = { table: 'invoices', isListed: 'i.deleted_at is null' } as const
const estimates = { table: 'estimates', isListed: `i.life <> 'DELETED'` } as const
export const ALL_LISTED: readonly Listed[] = [
  {
    ...invoices,
    stretches: 'invoice_stretches',
    joins: JOIN_CUSTOMER,
    lists: [
      BY_WRITING,
      BY_CHANGE,
      byDay({ name: 'INVOICE_DATE', column: 'invoice_day' }),
      BY_DUE_DAY,
      byAmount({ name: 'AMOUNT_DUE', column: 'due' }),
      byAmount({ name: 'AMOUNT_PAID', column: 'paid' }),
      byAmount({ name: 'TOTAL', column: 'total' }),
      byNumber('INVOICE_NUMBER'),
      byCustomer(invoices),
      ...['DRAFT', 'OVERPAID', 'PAID'].map((state) =>
        narrowed({ name: state, when: `i.state = '${state}'` }),
      ),
      narrowed({ name: 'UNPAID', when: OPEN }),
      narrowed({ name: 'UNPAID_DUE_AT', when: OPEN, list: BY_DUE_DAY }),
    ],
  },
  {
    ...estimates,
    stretches: 'estimate_stretches',
    joins: JOIN_CUSTOMER,
    lists: [
      BY_WRITING,
      BY_CHANGE,
      byDay({ name: 'ESTIMATE_DATE', column: 'estimate_day' }),
      BY_DUE_DAY,
      byAmount({ name: 'AMOUNT_DUE', column: 'due' }),
      byAmount({ name: 'AMOUNT_PAID', column: 'paid' }),
      byAmount({ name: 'TOTAL', column: 'total' }),
      byNumber('ESTIMATE_NUMBER'),
      byCustomer(estimates),
      ...['ACCEPTED', 'CONVERTED', 'DRAFT', 'REJECTED'].map((life) =>
        narrowed({ name: life, when: `i.life = '${life}'` }),
      ),
    ],
  },
  ...(['customers', 'vendors', 'products'] as const).map((table) => ({
    table,
    stretches: `${table.slice(0, -1)}_stretches`,
    isListed: 'not i.is_archived',
    joins: '',
    lists: [BY_WRITING, BY_CHANGE, BY_NAME],
  })),
]

const placeOf = ({ name, when, text = `''`, key = '0', firstText = '', firstKey = '0' }: List) =>
  `(${when === undefined ? `'${name}'` : `case when ${when} then '${name}' end`}, ${text}, ${key}::bigint, '${firstText}',
        ${firstKey}::bigint)`
/** The lists that a row stands in, and where. */
export const placesOf = (lists: readonly List[]) =>
  `cross join lateral (values ${lists.map(placeOf).join(', ')}) as place (list, text, key, first_text, first_key)`

const changesOf = ({ isListed, joins, lists }: Listed, table: 'added' | 'removed', change: 1 | -1) => `
      select i.business_id, place.*, i.id, ${change} as change from ${table} i ${joins} ${placesOf(lists)}
      where ${isListed} and place.list is not null`

/** Counts `changes` in the stretches they fall into; cuts what has grown, and joins what is empty to the one before. */
const keep = ({ table, stretches }: Listed, changes: readonly string[]) => `
    insert into ${stretches} (business_id, list, from_text, from_key, from_id, n)
      select distinct business_id, list, first_text, first_key, 0, 0 from (${changes.join(' union all ')}) changed
      where change > 0 and not exists (
        select 1 from ${stretches} s where s.business_id = changed.business_id and s.list = changed.list);
    for touched in
      with changed as (
        select business_id, list, text, key, id, sum(change) as change from (${changes.join(' union all ')}) each
        group by business_id, list, text, key, id having sum(change) <> 0
      ), counted as (
        select kept.business_id, kept.list, kept.from_text, kept.from_key, kept.from_id, sum(changed.change)::integer as change
        from changed cross join lateral (
          select s.business_id, s.list, s.from_text, s.from_key, s.from_id from ${stretches} s
          where s.business_id = changed.business_id and s.list = changed.list
            and (s.from_text, s.from_key, s.from_id) <= (changed.text, changed.key, changed.id)
          order by s.from_text desc, s.from_key desc, s.from_id desc limit 1
        ) kept
        group by kept.business_id, kept.list, kept.from_text, kept.from_key, kept.from_id
      )
      update ${stretches} s set n = s.n + counted.change from counted
        where s.business_id = counted.business_id and s.list = counted.list and s.from_text = counted.from_text
          and s.from_key = counted.from_key and s.from_id = counted.from_id
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

const keepAfter = (listed: Listed, operation: 'delete' | 'insert' | 'update') => {
  const [removed, added] = [changesOf(listed, 'removed', -1), changesOf(listed, 'added', 1)]
  const changes = { delete: [removed], insert: [added], update: [removed, added] }[operation]
  return `create or replace function keep_${listed.stretches}_after_${operation}() returns trigger language plpgsql ${BY_INDEX} as $$
  declare touched record;
  begin ${keep(listed, changes)}
    return null;
  end $$`
}

const cutOf = ({ table, stretches, isListed }: Listed, list: List) => `
      when '${list.name}' then
        insert into ${stretches} (business_id, list, from_text, from_key, from_id, n)
          select distinct on (part) of_business, '${list.name}', text, key, id, count(*) over (partition by part)
          from (
            select ${list.text ?? `''`} as text, ${list.key ?? '0'} as key, i.id,
              (row_number() over (order by ${list.order}) - 1) / ${CUT_ROWS} as part
            from ${list.tables ?? `${table} i`}
            where i.business_id = of_business and ${isListed} and ${list.from} order by ${list.order} limit has
          ) cut where part > 0 order by part, text, key, id;`

/** The functions that keep the stretches of lists. */
const functionsOf = (listed: Listed): readonly string[] => [
  `create function cut_stretch_of_${listed.table}(of_business uuid, of_list text, at_text text, at_key bigint, at_id bigint,
      has bigint) returns void language plpgsql ${BY_INDEX} as $$
  begin
    case of_list ${listed.lists.map((list) => cutOf(listed, list)).join('')}
    end case;
    update ${listed.stretches} set n = ${CUT_ROWS}
      where business_id = of_business and list = of_list and from_text = at_text and from_key = at_key and from_id = at_id;
  end $$`,
  // For what was written while the triggers were away.
  `create function count_stretches_of_${listed.table}(of_business uuid) returns void language plpgsql as $$
  begin
    delete from ${listed.stretches} where business_id = of_business;
    insert into ${listed.stretches} (business_id, list, from_text, from_key, from_id, n)
      select i.business_id, place.list, place.first_text, place.first_key, 0, count(*)
      from ${listed.table} i ${listed.joins} ${placesOf(listed.lists)}
      where i.business_id = of_business and ${listed.isListed} and place.list is not null
      group by i.business_id, place.list, place.first_text, place.first_key;
    perform cut_stretch_of_${listed.table}(business_id, list, from_text, from_key, from_id, n) from ${listed.stretches}
      where business_id = of_business and n > ${MOST_ROWS};
  end $$`,
  ...(['delete', 'insert', 'update'] as const).map((operation) => keepAfter(listed, operation)),
]

const triggersOf = ({ table, stretches }: Listed): readonly string[] => [
  `create trigger ${table}_stretched after insert on ${table} referencing new table as added
    for each statement execute function keep_${stretches}_after_insert()`,
  `create trigger ${table}_stretched_again after update on ${table} referencing old table as removed new table as added
    for each statement execute function keep_${stretches}_after_update()`,
  `create trigger ${table}_stretched_less after delete on ${table} referencing old table as removed
    for each statement execute function keep_${stretches}_after_delete()`,
]
/** A customer with another name takes its documents with it. */
const moved = (listed: Listed) => {
  const changes = (version: 'new' | 'old', change: 1 | -1) => `
      select i.business_id, 'CUSTOMER_NAME' as list, ${version}.name_key as text, i.customer_id as key, '' as first_text,
        0::bigint as first_key, i.id, ${change} as change
      from ${listed.table} i where i.business_id = new.business_id and i.customer_id = new.id and ${listed.isListed}`
  return keep(listed, [changes('old', -1), changes('new', 1)])
}
const OF_CUSTOMERS = ALL_LISTED.filter(({ joins }) => joins === JOIN_CUSTOMER)

/**
 * Every order of a list in stretches: where one begins, and how many rows it has, also by texts, as numbers and names are
 * ordered, and of estimates, customers, vendors and products too. The database itself keeps them.
 */
const STATEMENTS = [
  `delete from invoice_stretches`,
  `alter table invoice_stretches add column from_text text collate "C" not null default '',
    drop constraint invoice_stretches_pkey, add primary key (business_id, list, from_text, from_key, from_id)`,
  `drop function if exists cut_invoice_stretch`,
  ...ALL_LISTED.filter(({ table }) => table !== 'invoices').map(
    ({ stretches }) => `create table ${stretches} (
      business_id uuid not null references businesses (id) on delete cascade,
      list text not null,
      from_text text collate "C" not null,
      from_key bigint not null,
      from_id bigint not null,
      n integer not null check (n >= 0),
      primary key (business_id, list, from_text, from_key, from_id)
    )`,
  ),
  // As it is ordered by: a condition on a place in the list leaves none out that has no number.
  `create index invoices_by_number on invoices (business_id, (coalesce(number_value, 1e30)), id) where deleted_at is null`,
  `drop index invoices_number_value`,
  `create index estimates_by_number on estimates (business_id, (coalesce(number_value, 1e30)), id) where life <> 'DELETED'`,
  `create index estimates_written on estimates (business_id, id) where life <> 'DELETED'`,
  `create index estimates_life_written on estimates (business_id, life, id) where life <> 'DELETED'`,
  ...ALL_LISTED.flatMap(functionsOf),
  ...ALL_LISTED.filter(({ table }) => table !== 'invoices').flatMap(triggersOf),
  `create function move_stretches_of_customer() returns trigger language plpgsql ${BY_INDEX} as $$
  declare touched record;
  begin
    ${OF_CUSTOMERS.map(moved).join('')}
    return null;
  end $$`,
  `create trigger customers_renamed after update of name_key on customers
    for each row when (old.name_key is distinct from new.name_key) execute function move_stretches_of_customer()`,
  ...ALL_LISTED.map(({ table }) => `select count_stretches_of_${table}(id) from businesses`),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
