import { sql, type Kysely } from 'kysely'

/** Longer parts are told apart by an index of every three letters or digits. */
const LONGEST_PART = 3

const DOCUMENTS = [
  { table: 'invoices', noun: 'invoice', isListed: 'i.deleted_at is null' },
  { table: 'estimates', noun: 'estimate', isListed: `i.life <> 'DELETED'` },
] as const
type Documents = (typeof DOCUMENTS)[number]

/** Counts each number, as many times as `change` says, under every part that it has; not of a business that goes with them. */
const count = ({ noun }: Documents, numbers: string) => `
    insert into number_parts as kept (business_id, noun, part, n)
      select business_id, '${noun}', part, sum(change) as change from (
        select business_id, number, sum(change) as change from (${numbers}) each group by business_id, number having sum(change) <> 0
      ) changed join businesses on businesses.id = business_id cross join parts_of_number(changed.number) as part
      group by business_id, part having sum(change) <> 0 order by business_id, part
      on conflict (business_id, noun, part) do update set n = kept.n + excluded.n;`
const numbersOf = ({ noun, isListed }: Documents, table: string, change: -1 | 1) =>
  `select i.business_id, i.${noun}_number as number, ${change} as change from ${table} i where ${isListed}`

const functionsOf = (documents: Documents): readonly string[] => {
  const { table, noun } = documents
  const [removed, added] = [numbersOf(documents, 'removed', -1), numbersOf(documents, 'added', 1)]
  const keep = (operation: 'delete' | 'insert', numbers: string) => `
    create function keep_${noun}_numbers_after_${operation}() returns trigger language plpgsql as $$
    begin ${count(documents, numbers)}
      return null;
    end $$`
  return [
    keep('insert', added),
    keep('delete', removed),
    `create function keep_${noun}_numbers_after_update() returns trigger language plpgsql as $$
    begin ${count(documents, `${numbersOf(documents, '(select old.*)', -1)} union all ${numbersOf(documents, '(select new.*)', 1)}`)}
      return null;
    end $$`,
    `create trigger ${table}_numbered after insert on ${table} referencing new table as added
      for each statement execute function keep_${noun}_numbers_after_insert()`,
    `create trigger ${table}_numbered_less after delete on ${table} referencing old table as removed
      for each statement execute function keep_${noun}_numbers_after_delete()`,
    // Most changes leave the number as it is.
    `create trigger ${table}_numbered_again after update on ${table} for each row
      when (old.${noun}_number is distinct from new.${noun}_number
        or (${documents.isListed.replace('i.', 'old.')}) is distinct from (${documents.isListed.replace('i.', 'new.')}))
      execute function keep_${noun}_numbers_after_update()`,
  ]
}

/**
 * How many invoices and estimates have a part of up to three letters in their number, in small letters: a short part is one
 * that many have, and no index counts them. The database itself keeps it.
 */
const STATEMENTS = [
  `create table number_parts (
    business_id uuid not null references businesses (id) on delete cascade,
    noun text not null,
    part text collate "C" not null,
    n bigint not null,
    primary key (business_id, noun, part)
  )`,
  `create function parts_of_number(number text) returns setof text language sql immutable as $$
    select distinct substr(lower(number), at, long)
    from generate_series(1, char_length(lower(number))) at cross join generate_series(1, ${LONGEST_PART}) long
    where at + long - 1 <= char_length(lower(number)) $$`,
  ...DOCUMENTS.flatMap(functionsOf),
  // For what was written while the triggers were away.
  `create function count_number_parts(of_business uuid) returns void language plpgsql as $$
  begin
    delete from number_parts where business_id = of_business;
    ${DOCUMENTS.map((documents) => count(documents, `${numbersOf(documents, documents.table, 1)} and i.business_id = of_business`)).join('')}
  end $$`,
  `select count_number_parts(id) from businesses`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
