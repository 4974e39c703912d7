import { Client } from 'pg'

/** Tables of the provider's database that have rows for a connected person. */
const TABLES = ['grants', 'token_families', 'grant_usage', 'browser_sessions', 'session_accounts'] as const
const COPIES = 20_000

/** Measures the bytes of a row of each table with its indexes, by copying an existing row many times with new ids. */
export async function measureRows(url: string): Promise<Readonly<Record<string, number>>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // Foreign keys and triggers are off, because the copies belong to no existing row.
    await client.query(`set session_replication_role = replica`)
    const sizes: [string, number][] = []
    for (const table of TABLES) {
      const { rows: columns } = await client.query<{ readonly name: string; readonly type: string }>(
        `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
         where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      )
      const values = columns.map(({ name, type }) => copyOf(name, type))
      await client.query(`create temp table one as select * from ${table} limit 1`)
      await client.query(
        `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
         select ${values.join(', ')} from one, generate_series(1, ${COPIES}) n`,
      )
      await client.query(`drop table one`)
      await client.query(`vacuum full ${table}`)
      const { rows } = await client.query<{ readonly size: string; readonly n: string }>(
        `select pg_total_relation_size('${table}') as size, count(*) as n from ${table}`,
      )
      sizes.push([table, Math.round(Number(rows[0]?.size) / Number(rows[0]?.n))])
    }
    return Object.fromEntries(sizes)
  } finally {
    await client.end()
  }
}

function copyOf(name: string, type: string): string {
  if (type === 'uuid') return `case when ${name} is null then null else md5(${name}::text || n)::uuid end`
  // Calls per quarter of an hour up to the last one, four bytes each. Kept for the last 31 of 400 days of use.
  if (name === 'quarters') return 'case when n % 400 < 31 then array_fill(1, array[96]) end'
  if (type === 'bytea') return `sha256(${name} || n::text::bytea)`
  if (name.endsWith('_digest')) return `substr(md5(${name} || n) || md5(n || ${name}), 1, length(${name}))`
  return name
}
