import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { abbreviationKeyOf } from '#books/sales-taxes/sales-tax-rules.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import { type Catalogue, idFrom, idsFrom } from './demo-entries.ts'
import type { BooksPlan } from './plan-books.ts'
import { insertRows, type NewRow } from './rows-store.ts'

const BANK = 'Business Bank Account'

/** Writes the rows that the rest of a plan refers to. The other accounts were created with the business. */
export async function writeCatalogue(
  transaction: BooksTransaction,
  { profile, invoices }: BooksPlan,
): Promise<Catalogue> {
  const { trx, now, books } = transaction
  const began = new Date(`${invoices[0]?.day ?? now.toISOString().slice(0, 10)}T12:00:00Z`)
  const taxes = idsFrom<RowId<'SalesTax'>>(began, profile.taxes.length)
  const { accounts, bank, taxAccounts } = await writeAccounts(transaction, { profile, taxes })
  const created = { business_id: books.businessId, created_at: began, modified_at: began }
  const taxRows = profile.taxes.map((tax, index) => ({
    ...created,
    id: taxes[index],
    account_id: taxAccounts[index],
    name: tax.name,
    name_key: sortKeyOf(tax.name),
    abbreviation: tax.abbreviation,
    abbreviation_key: abbreviationKeyOf(tax.abbreviation),
    tax_number: tax.number,
    show_tax_number_on_invoices: true,
    is_compound: false,
    is_recoverable: true,
  }))
  await insertRows(trx, 'sales_taxes', taxRows)
  const rateRows = profile.taxes.map(({ rate }, index) => ({
    business_id: books.businessId,
    sales_tax_id: taxes[index],
    effective: '2008-01-01',
    rate,
  }))
  await insertRows(trx, 'sales_tax_rates', rateRows)

  const customers = contactsOf<RowId<'Customer'>>(profile.customers, began)
  const vendors = contactsOf<RowId<'Vendor'>>(profile.vendors, began)
  const contactRow = (contact: (typeof vendors)[number] | (typeof customers)[number]): NewRow => ({
    ...created,
    ...contact,
    name_key: sortKeyOf(contact.name),
    email_key: contact.email,
  })
  await insertRows(trx, 'customers', customers.map(contactRow))
  await insertRows(trx, 'vendors', vendors.map(contactRow))
  const sales = accounts.get('Sales') ?? bank
  const products = await writeProducts(transaction, { profile, taxes, sales, began })
  return { accounts, sales, bank, taxAccounts, customers, products, taxes }
}

/** Returns contacts with these names; their ids follow one another from an instant on. */
function contactsOf<Id extends string>(names: readonly string[], at: Date) {
  return names.map((name, index) => {
    const host = sortKeyOf(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
    return { id: idFrom<Id>(at, index), name, email: `accounts@${host}.example` }
  })
}

async function writeAccounts(
  { trx, now, books }: BooksTransaction,
  { profile, taxes }: Pick<BooksPlan, 'profile'> & Pick<Catalogue, 'taxes'>,
) {
  const bank = idFrom<RowId<'Account'>>(now)
  const taxAccounts = taxes.map((_, index) => idFrom<RowId<'Account'>>(now, 1 + index))
  const accountRow = (row: NewRow & { readonly name: string }): NewRow => ({
    business_id: books.businessId,
    currency_code: books.currency.code,
    created_at: now,
    modified_at: now,
    ...row,
    name_key: sortKeyOf(row.name),
  })
  await insertRows(trx, 'accounts', [
    accountRow({
      ...{ id: bank, system_key: null, name: BANK },
      ...{ subtype: 'CASH_AND_BANK', type: 'ASSET', can_archive: true },
    }),
    ...profile.taxes.map(({ name }, index) =>
      accountRow({
        ...{ id: taxAccounts[index], system_key: `TAX:${taxes[index] ?? ''}`, name },
        ...{ subtype: 'SALES_TAX', type: 'LIABILITY', can_archive: false },
      }),
    ),
  ])
  const { rows } = await sql<{ readonly id: RowId<'Account'>; readonly name: string }>`
    select id::text as id, name from accounts where business_id = ${books.businessId}`.execute(trx)
  const accounts = new Map([
    ...rows.map(({ id, name }) => [name, id] as const),
    ...profile.taxes.map(
      ({ abbreviation }, index) => [`TAX:${abbreviation}`, taxAccounts[index] ?? bank] as const,
    ),
  ])
  return { accounts, bank, taxAccounts }
}

async function writeProducts(
  { trx, books }: BooksTransaction,
  {
    profile,
    taxes,
    sales,
    began,
  }: Pick<BooksPlan, 'profile'> & Pick<Catalogue, 'sales' | 'taxes'> & { readonly began: Date },
): Promise<readonly RowId<'Product'>[]> {
  const products = idsFrom<RowId<'Product'>>(began, profile.products.length)
  const rows = profile.products.map(([name, description], index) => ({
    ...{ business_id: books.businessId, created_at: began, modified_at: began },
    ...{ id: products[index], name, name_key: sortKeyOf(name), description, income_account_id: sales },
    unit_price: (profile.medianInvoiceMinor / 400).toFixed(2),
  }))
  await insertRows(trx, 'products', rows)
  const taxRows = products.flatMap((product_id) =>
    taxes.map((sales_tax_id, index) => ({
      ...{ business_id: books.businessId, product_id, position: index + 1, sales_tax_id },
    })),
  )
  await insertRows(trx, 'product_taxes', taxRows)
  return products
}
