import { sql } from 'kysely'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { systemAccount } from '#books/ledger/ledger-store.ts'
import type { SystemAccountKey } from '#books/ledger/system-accounts.ts'
import { abbreviationKeyOf } from '#books/sales-taxes/sales-tax-rules.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import { idsFrom } from './demo-instants.ts'
import type { BooksToWrite, WrittenCatalogue } from './entered-books.ts'

const BANK = 'Business Bank Account'

/** Writes what everything else of the plans names, with one statement for each table. The other accounts were there from the beginning. */
export async function writeCatalogues(
  trx: DatabaseTransaction,
  all: readonly BooksToWrite[],
): Promise<readonly { readonly books: BooksToWrite; readonly written: WrittenCatalogue }[]> {
  const drafts = all.map(draftOf)
  await writeAccounts(trx, drafts.flatMap(accountRows))
  await writeTaxes(trx, drafts.flatMap(taxRows))
  await writeContacts(trx, 'customers', drafts.flatMap(customerRows))
  await writeContacts(trx, 'vendors', drafts.flatMap(vendorRows))
  const accounts = await readAccounts(
    trx,
    drafts.map(({ businessId }) => businessId),
  )
  const written = drafts.map((draft) => ({
    books: draft.books,
    written: writtenOf(draft, accounts.get(draft.businessId) ?? []),
  }))
  await writeProducts(
    trx,
    drafts.flatMap((draft, index) => productRows(draft, written[index]?.written.accounts.get('Sales'))),
  )
  await writeProductTaxes(trx, drafts.flatMap(productTaxRows))
  return written
}

/** The account that the books keep for that purpose; made when they have none yet. */
export async function systemAccountIn(
  transaction: BooksTransaction,
  { systemAccounts }: WrittenCatalogue,
  key: SystemAccountKey,
): Promise<RowId<'Account'>> {
  return systemAccounts.get(key) ?? (await systemAccount(transaction, key))
}

/** The ids of what is about to be written for a plan. */
type Draft = ReturnType<typeof draftOf>

function draftOf(books: BooksToWrite) {
  const {
    transaction: {
      now,
      books: { businessId, currency },
    },
    plan: { profile, invoices },
  } = books
  const began = new Date(`${invoices[0]?.day ?? now.toISOString().slice(0, 10)}T12:00:00Z`)
  const [bank = '' as RowId<'Account'>, ...taxAccounts] = idsFrom<RowId<'Account'>>(
    now,
    1 + profile.taxes.length,
  )
  return {
    ...{ books, businessId, currency, profile, bank, taxAccounts },
    now: now.toISOString(),
    began: began.toISOString(),
    taxes: idsFrom<RowId<'SalesTax'>>(began, profile.taxes.length),
    customers: idsFrom<RowId<'Customer'>>(began, profile.customers.length),
    vendors: idsFrom<RowId<'Vendor'>>(began, profile.vendors.length),
    products: idsFrom<RowId<'Product'>>(began, profile.products.length),
  }
}

type NamedAccount = {
  readonly id: RowId<'Account'>
  readonly name: string
  readonly system_key: string | null
}

function writtenOf(
  { profile, bank, taxAccounts, customers, products, taxes }: Draft,
  rows: readonly NamedAccount[],
): WrittenCatalogue {
  const accounts = new Map([
    ...rows.map(({ id, name }) => [name, id] as const),
    ...profile.taxes.map(
      ({ abbreviation }, index) => [`TAX:${abbreviation}`, taxAccounts[index] ?? bank] as const,
    ),
  ])
  const systemAccounts = new Map(
    rows.flatMap(({ id, system_key }) => (system_key === null ? [] : [[system_key, id] as const])),
  )
  return { accounts, systemAccounts, bank, customers, products, taxes }
}

async function readAccounts(
  trx: DatabaseTransaction,
  ids: readonly BusinessId[],
): Promise<ReadonlyMap<BusinessId, readonly NamedAccount[]>> {
  const { rows } = await sql<NamedAccount & { readonly business_id: BusinessId }>`
    select business_id, id::text as id, name, system_key from accounts where business_id = any(${[...ids]}::uuid[])`.execute(
    trx,
  )
  return Map.groupBy(rows, (row) => row.business_id)
}

function accountRows({ businessId, currency, profile, bank, taxAccounts, taxes, now }: Draft) {
  return [
    { id: bank, system_key: null, name: BANK, subtype: 'CASH_AND_BANK', type: 'ASSET', can_archive: true },
    ...profile.taxes.map(({ name }, index) => ({
      id: taxAccounts[index],
      system_key: `TAX:${taxes[index] ?? ''}`,
      name,
      subtype: 'SALES_TAX',
      type: 'LIABILITY',
      can_archive: false,
    })),
  ].map((row) => ({
    ...{ business_id: businessId, currency_code: currency.code, at: now },
    ...row,
    name_key: sortKeyOf(row.name),
  }))
}

async function writeAccounts(
  trx: DatabaseTransaction,
  rows: readonly ReturnType<typeof accountRows>[number][],
): Promise<void> {
  await sql`
    insert into accounts (business_id, id, system_key, name, name_key, currency_code, subtype, type, can_archive,
      created_at, modified_at)
    select r.business_id, r.id, r.system_key, r.name, r.name_key, r.currency_code, r.subtype, r.type, r.can_archive,
      r.at, r.at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, id bigint, system_key text, name text,
      name_key text, currency_code text, subtype text, type text, can_archive boolean, at timestamptz)`.execute(
    trx,
  )
}

function taxRows({ businessId, profile, taxes, taxAccounts, began }: Draft) {
  return profile.taxes.map((tax, index) => ({
    ...tax,
    business_id: businessId,
    id: taxes[index],
    account_id: taxAccounts[index],
    name_key: sortKeyOf(tax.name),
    abbreviation_key: abbreviationKeyOf(tax.abbreviation),
    at: began,
  }))
}

async function writeTaxes(
  trx: DatabaseTransaction,
  rows: readonly ReturnType<typeof taxRows>[number][],
): Promise<void> {
  const taxes = JSON.stringify(rows)
  await sql`
    with taxed as (
      insert into sales_taxes (business_id, id, account_id, name, name_key, abbreviation, abbreviation_key, tax_number,
        show_tax_number_on_invoices, is_compound, is_recoverable, created_at, modified_at)
      select r.business_id, r.id, r.account_id, r.name, r.name_key, r.abbreviation, r.abbreviation_key, r.number, true,
        false, true, r.at, r.at
      from json_to_recordset(${taxes}::json) as r (business_id uuid, id bigint, account_id bigint, name text,
        name_key text, abbreviation text, abbreviation_key text, number text, at timestamptz)
    )
    insert into sales_tax_rates (business_id, sales_tax_id, effective, rate)
    select r.business_id, r.id, '2008-01-01', r.rate
    from json_to_recordset(${taxes}::json) as r (business_id uuid, id bigint, rate numeric)`.execute(trx)
}

type Contact = {
  readonly business_id: BusinessId
  readonly id: string | undefined
  readonly name: string
  readonly at: string
}

const customerRows = ({ businessId, profile, customers, began }: Draft): readonly Contact[] =>
  profile.customers.map((name, index) => ({ business_id: businessId, id: customers[index], name, at: began }))
const vendorRows = ({ businessId, profile, vendors, began }: Draft): readonly Contact[] =>
  profile.vendors.map((name, index) => ({ business_id: businessId, id: vendors[index], name, at: began }))

async function writeContacts(
  trx: DatabaseTransaction,
  table: 'customers' | 'vendors',
  contacts: readonly Contact[],
): Promise<void> {
  const rows = contacts.map((contact) => {
    const nameKey = sortKeyOf(contact.name)
    const email = `accounts@${nameKey.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}.example`
    return { ...contact, name_key: nameKey, email }
  })
  await sql`
    insert into ${sql.table(table)} (business_id, id, name, name_key, email, email_key, created_at, modified_at)
    select r.business_id, r.id, r.name, r.name_key, r.email, r.email, r.at, r.at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, id bigint, name text, name_key text,
      email text, at timestamptz)`.execute(trx)
}

function productRows({ businessId, profile, products, began }: Draft, income: RowId<'Account'> | undefined) {
  return profile.products.map(([name, description], index) => ({
    ...{ business_id: businessId, id: products[index], name, name_key: sortKeyOf(name), description },
    ...{ income_account_id: income, at: began },
    unit_price: (profile.medianInvoiceMinor / 400).toFixed(2),
  }))
}

async function writeProducts(
  trx: DatabaseTransaction,
  rows: readonly ReturnType<typeof productRows>[number][],
): Promise<void> {
  await sql`
    insert into products (business_id, id, name, name_key, description, unit_price, income_account_id, created_at, modified_at)
    select r.business_id, r.id, r.name, r.name_key, r.description, r.unit_price, r.income_account_id, r.at, r.at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, id bigint, name text, name_key text,
      description text, unit_price numeric, income_account_id bigint, at timestamptz)`.execute(trx)
}

const productTaxRows = ({ businessId, products, taxes }: Draft) =>
  products.flatMap((product_id) =>
    taxes.map((sales_tax_id, index) => ({
      ...{ business_id: businessId, product_id, position: index + 1, sales_tax_id },
    })),
  )

async function writeProductTaxes(
  trx: DatabaseTransaction,
  rows: readonly ReturnType<typeof productTaxRows>[number][],
): Promise<void> {
  await sql`
    insert into product_taxes (business_id, product_id, position, sales_tax_id)
    select r.business_id, r.product_id, r.position, r.sales_tax_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, product_id bigint, position int,
      sales_tax_id bigint)`.execute(trx)
}
