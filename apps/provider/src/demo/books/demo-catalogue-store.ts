import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { abbreviationKeyOf } from '#books/sales-taxes/sales-tax-rules.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import { idsFrom } from './demo-instants.ts'
import type { BooksPlan } from './plan-books.ts'

const BANK = 'Business Bank Account'

/** The accounts and things that rows of the plan name. */
export type WrittenCatalogue = {
  readonly accounts: ReadonlyMap<string, RowId<'Account'>>
  readonly bank: RowId<'Account'>
  readonly customers: readonly RowId<'Customer'>[]
  readonly products: readonly RowId<'Product'>[]
  readonly taxes: readonly RowId<'SalesTax'>[]
}

/** Writes what everything else of a plan names. Its contacts were there from the beginning. */
export async function writeCatalogue(
  transaction: BooksTransaction,
  { profile, invoices }: BooksPlan,
): Promise<WrittenCatalogue> {
  const { trx, books, now } = transaction
  const { businessId, currency } = books
  const began = new Date(`${invoices[0]?.day ?? now.toISOString().slice(0, 10)}T12:00:00Z`)
  const [bank = '' as RowId<'Account'>, ...taxAccounts] = idsFrom<RowId<'Account'>>(
    now,
    1 + profile.taxes.length,
  )
  const taxes = idsFrom<RowId<'SalesTax'>>(began, profile.taxes.length)
  const accountRows = [
    { id: bank, system_key: null, name: BANK, subtype: 'CASH_AND_BANK', type: 'ASSET', can_archive: true },
    ...profile.taxes.map(({ name }, index) => ({
      id: taxAccounts[index],
      system_key: `TAX:${taxes[index] ?? ''}`,
      name,
      subtype: 'SALES_TAX',
      type: 'LIABILITY',
      can_archive: false,
    })),
  ].map((row) => ({ ...row, name_key: sortKeyOf(row.name) }))
  await sql`
    insert into accounts (business_id, id, system_key, name, name_key, currency_code, subtype, type, can_archive,
      created_at, modified_at)
    select ${businessId}, r.id, r.system_key, r.name, r.name_key, ${currency.code}, r.subtype, r.type, r.can_archive,
      ${now}, ${now}
    from json_to_recordset(${JSON.stringify(accountRows)}::json) as r (id bigint, system_key text, name text,
      name_key text, subtype text, type text, can_archive boolean)`.execute(trx)
  await writeTaxes(transaction, { profile, began, taxes, taxAccounts })
  const customers = await writeContacts(transaction, 'customers', { names: profile.customers, began })
  await writeContacts(transaction, 'vendors', { names: profile.vendors, began })
  const { rows } = await sql<{ readonly id: RowId<'Account'>; readonly name: string }>`
    select id::text as id, name from accounts where business_id = ${businessId}`.execute(trx)
  const named = new Map(rows.map(({ id, name }) => [name, id] as const))
  const products = await writeProducts(transaction, { profile, began, taxes, income: named.get('Sales') })
  const accounts = new Map([
    ...named,
    ...profile.taxes.map(
      ({ abbreviation }, index) => [`TAX:${abbreviation}`, taxAccounts[index] ?? bank] as const,
    ),
  ])
  return { accounts, bank, customers: customers as readonly RowId<'Customer'>[], products, taxes }
}

async function writeTaxes(
  { trx, books: { businessId } }: BooksTransaction,
  {
    profile,
    began,
    taxes,
    taxAccounts,
  }: {
    readonly profile: BooksPlan['profile']
    readonly began: Date
    readonly taxes: readonly RowId<'SalesTax'>[]
    readonly taxAccounts: readonly RowId<'Account'>[]
  },
): Promise<void> {
  const taxRows = profile.taxes.map((tax, index) => ({
    ...tax,
    id: taxes[index],
    account_id: taxAccounts[index],
    name_key: sortKeyOf(tax.name),
    abbreviation_key: abbreviationKeyOf(tax.abbreviation),
  }))
  await sql`
    with taxed as (
      insert into sales_taxes (business_id, id, account_id, name, name_key, abbreviation, abbreviation_key, tax_number,
        show_tax_number_on_invoices, is_compound, is_recoverable, created_at, modified_at)
      select ${businessId}, r.id, r.account_id, r.name, r.name_key, r.abbreviation, r.abbreviation_key, r.number, true,
        false, true, ${began}, ${began}
      from json_to_recordset(${JSON.stringify(taxRows)}::json) as r (id bigint, account_id bigint, name text,
        name_key text, abbreviation text, abbreviation_key text, number text)
      returning id
    )
    insert into sales_tax_rates (business_id, sales_tax_id, effective, rate)
    select ${businessId}, r.id, '2008-01-01', r.rate from taxed
    join json_to_recordset(${JSON.stringify(taxRows)}::json) as r (id bigint, rate numeric) on r.id = taxed.id`.execute(
    trx,
  )
}

async function writeContacts(
  { trx, books }: BooksTransaction,
  table: 'customers' | 'vendors',
  { names, began }: { readonly names: readonly string[]; readonly began: Date },
): Promise<readonly string[]> {
  const ids = idsFrom<RowId<'Customer'>>(began, names.length)
  const rows = names.map((name, index) => {
    const email = `accounts@${sortKeyOf(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')}.example`
    return { id: ids[index], name, name_key: sortKeyOf(name), email }
  })
  await sql`
    insert into ${sql.table(table)} (business_id, id, name, name_key, email, email_key, created_at, modified_at)
    select ${books.businessId}, r.id, r.name, r.name_key, r.email, r.email, ${began}, ${began}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, name text, name_key text, email text)`.execute(
    trx,
  )
  return ids
}

async function writeProducts(
  { trx, books }: BooksTransaction,
  {
    profile,
    began,
    taxes,
    income,
  }: {
    readonly profile: BooksPlan['profile']
    readonly began: Date
    readonly taxes: readonly RowId<'SalesTax'>[]
    readonly income: RowId<'Account'> | undefined
  },
): Promise<readonly RowId<'Product'>[]> {
  const ids = idsFrom<RowId<'Product'>>(began, profile.products.length)
  const rows = profile.products.map(([name, description], index) => ({
    ...{ id: ids[index], name, name_key: sortKeyOf(name), description, income_account_id: income },
    unit_price: (profile.medianInvoiceMinor / 400).toFixed(2),
  }))
  await sql`
    insert into products (business_id, id, name, name_key, description, unit_price, income_account_id, created_at, modified_at)
    select ${books.businessId}, r.id, r.name, r.name_key, r.description, r.unit_price, r.income_account_id, ${began}, ${began}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, name text, name_key text, description text,
      unit_price numeric, income_account_id bigint)`.execute(trx)
  await sql`
    insert into product_taxes (business_id, product_id, position, sales_tax_id)
    select ${books.businessId}, p.id, t.position, t.id from unnest(${ids}::bigint[]) as p (id)
    cross join unnest(${taxes}::bigint[]) with ordinality as t (id, position)`.execute(trx)
  return ids
}
