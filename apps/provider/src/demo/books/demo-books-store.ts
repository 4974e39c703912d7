import { formatDecimal } from '@counterfoil/money/decimal'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { randomId } from '@counterfoil/service/random'
import { knownCurrency } from '@counterfoil/money/currencies'
import { sql } from 'kysely'
import { firstRowIdAt, type RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { countedNumberOf } from '#books/documents/document-number.ts'
import { buildEntry, type Entry } from '#books/ledger/entry.ts'
import { postAll, systemAccount } from '#books/ledger/ledger-store.ts'
import type { Books } from '#books/open-books.ts'
import { buildInvoiceEntry, type InvoiceFacts } from '#books/receivables/invoice-entry.ts'
import { settlePayments, type SettledPayment } from '#books/receivables/settlement.ts'
import { abbreviationKeyOf } from '#books/sales-taxes/sales-tax-rules.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import { bankMinorOf, type PlannedMoney } from './plan-money.ts'
import type { BooksPlan } from './plan-books.ts'
import { baseOf, paidOf, type PlannedInvoice } from './plan-sales.ts'

const BANK = 'Business Bank Account'
const ANONYMOUS_ID_BYTES = 16

/** A row id, and the accounts and things that rows of the plan name. */
type Written = {
  readonly accounts: ReadonlyMap<string, RowId<'Account'>>
  readonly bank: RowId<'Account'>
  readonly customers: readonly RowId<'Customer'>[]
  readonly products: readonly RowId<'Product'>[]
  readonly taxes: readonly RowId<'SalesTax'>[]
}

/** An invoice of the plan with its ids and what it enters. */
type Entered = {
  readonly invoice: PlannedInvoice
  readonly id: RowId<'Invoice'>
  readonly paymentIds: readonly RowId<'InvoicePayment'>[]
  readonly entry: Entry | null
  readonly settled: readonly SettledPayment[]
}

/** Writes planned books into those of a business that has none yet, by the same rules as everything else, in bulk. */
export async function writeBooks(
  trx: DatabaseTransaction,
  plan: BooksPlan,
  business: {
    readonly id: BusinessId
    readonly ownerId: UserId
    readonly currencyCode: string
    readonly timeZone: string
    readonly now: Date
  },
): Promise<void> {
  const books = {
    businessId: business.id,
    currency: knownCurrency(business.currencyCode),
    timeZone: business.timeZone,
  } as Books
  const transaction: BooksTransaction = {
    ...{ trx, books, now: business.now },
    author: { userId: business.ownerId, applicationId: null },
  }
  const locked =
    await sql`select 1 from book_settings where business_id = ${books.businessId} for update`.execute(trx)
  const { rows } = await sql`select 1 from invoices where business_id = ${books.businessId} limit 1`.execute(
    trx,
  )
  if (locked.rows.length === 0 || rows.length > 0) return
  const written = await writeCatalogue(transaction, plan)
  const entered = await enterInvoices(transaction, plan.invoices, written)
  const money = plan.money.map((each) => moneyEntry(each, written))
  const entryIds = await postInOrder(transaction, entered, money)
  await writeInvoices(transaction, entered, { written, entryIds })
}

/** Ids in the order of creation: so many from an instant on. */
function idsFrom<Id extends string>(at: Date, count: number): readonly Id[] {
  const first = BigInt(firstRowIdAt(at))
  return Array.from({ length: count }, (_, index) => (first + BigInt(index)).toString() as Id)
}

async function writeCatalogue(
  transaction: BooksTransaction,
  { profile, invoices }: BooksPlan,
): Promise<Written> {
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

async function enterInvoices(
  transaction: BooksTransaction,
  invoices: readonly PlannedInvoice[],
  written: Written,
): Promise<readonly Entered[]> {
  const { books } = transaction
  const gainAccountId = await systemAccount(transaction, 'FX_GAIN')
  const lossAccountId = await systemAccount(transaction, 'FX_LOSS')
  const discounts = await systemAccount(transaction, 'DISCOUNTS')
  const receivables = new Map<string, RowId<'Account'>>()
  const credits = new Map<string, RowId<'Account'>>()
  for (const code of new Set(invoices.map(({ currency }) => currency.code))) {
    receivables.set(code, await systemAccount(transaction, `RECEIVABLE:${code}`))
    credits.set(code, await systemAccount(transaction, `CREDITS:${code}`))
  }
  const account = (accounts: ReadonlyMap<string, RowId<'Account'>>, key: string) =>
    accounts.get(key) ?? written.bank
  return invoices.map((invoice, index) => {
    const at = createdAt(invoice, index, transaction.now)
    const [id = '' as RowId<'Invoice'>] = idsFrom<RowId<'Invoice'>>(at, 1)
    const paymentIds = idsFrom<RowId<'InvoicePayment'>>(at, invoice.payments.length)
    const facts: InvoiceFacts = {
      invoiceId: id,
      invoiceNumber: invoice.number,
      customerId: written.customers[invoice.customer] ?? ('' as RowId<'Customer'>),
      day: invoice.day,
      currency: invoice.currency,
      rate: invoice.rate,
      baseCurrency: books.currency,
      totalMinor: invoice.totals.totalMinor,
      receivableAccountId: account(receivables, invoice.currency.code),
      charged: chargedOf(invoice, written, discounts),
    }
    const payments = invoice.payments.map((payment, at_) => ({
      paymentId: paymentIds[at_] ?? ('' as RowId<'InvoicePayment'>),
      day: payment.day,
      amountMinor: payment.amountMinor,
      baseReceivedMinor: receivedOf(books, invoice, payment),
      account: { id: written.bank, currency: books.currency },
      origin: 'MANUAL' as const,
    }))
    const accounts = {
      gainAccountId,
      lossAccountId,
      creditsAccountId: account(credits, invoice.currency.code),
    }
    const counts = invoice.life !== 'DRAFT'
    return {
      ...{ invoice, id, paymentIds },
      entry: counts ? buildInvoiceEntry(facts) : null,
      settled: counts ? settlePayments(facts, payments, accounts) : [],
    }
  })
}

function receivedOf(
  { currency: base }: Books,
  { currency }: PlannedInvoice,
  payment: PlannedInvoice['payments'][number],
) {
  return baseOf({ base }, { currency, rate: payment.rate }, payment.amountMinor)
}

/** One after the other within a day, so that ids are in the order of creation and never alike. */
function createdAt({ day }: PlannedInvoice, index: number, now: Date): Date {
  const atMs = Date.parse(`${day}T12:00:00Z`) + index * 100
  return new Date(Math.min(atMs, now.getTime() - 3_600_000 + index * 100))
}

/** In the middle of the day, and never later than now. */
function instantOn(day: string, now: Date): Date {
  return new Date(Math.min(Date.parse(`${day}T13:00:00Z`), now.getTime()))
}

function chargedOf(
  { totals, lines }: PlannedInvoice,
  written: Written,
  discounts: RowId<'Account'>,
): InvoiceFacts['charged'] {
  const sales = written.accounts.get('Sales') ?? written.bank
  const taxed = totals.lines[0]?.taxesMinor.length ?? 0
  const tax = (index: number) => totals.lines.reduce((sum, line) => sum + (line.taxesMinor[index] ?? 0n), 0n)
  const taxAccounts = [...written.accounts].filter(([name]) => name.startsWith('TAX:')).map(([, id]) => id)
  return [
    ...(lines.length === 0 ? [] : [{ accountId: sales, amountMinor: totals.subtotalMinor }]),
    ...(totals.discountMinor === 0n ? [] : [{ accountId: discounts, amountMinor: -totals.discountMinor }]),
    ...taxAccounts.slice(0, taxed).map((accountId, index) => ({ accountId, amountMinor: tax(index) })),
  ]
}

function moneyEntry(money: PlannedMoney, { accounts, bank }: Written): Entry {
  const { kind, day, description, lines } = money
  const line = (accountId: RowId<'Account'>, minor: bigint) => ({
    ...{ accountId, amountMinor: minor, baseMinor: minor },
    book: 0 as const,
  })
  return buildEntry({ kind, day, description }, [
    line(bank, bankMinorOf(money)),
    ...lines.map(({ account, minor }) => line(accounts.get(account) ?? bank, minor)),
  ])
}

/** Enters everything in the order of its days; the ids of the entries of invoices and payments, by document. */
async function postInOrder(
  transaction: BooksTransaction,
  entered: readonly Entered[],
  money: readonly Entry[],
): Promise<ReadonlyMap<string, RowId<'Transaction'>>> {
  const sold = entered.flatMap(({ entry, settled }) => [
    ...(entry === null ? [] : [entry]),
    ...settled.map((payment) => payment.entry),
  ])
  const entries = [...sold, ...money]
    .filter(({ lines }) => lines.length > 0)
    .map((entry) => ({ ...entry, createdAt: instantOn(entry.day, transaction.now) }))
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const ids = await postAll(transaction, entries)
  return new Map(
    entries.flatMap(({ document }, index) => {
      const id = ids[index]
      return document === undefined || id === undefined
        ? []
        : [[`${document.kind} ${document.id}`, id] as const]
    }),
  )
}

async function writeInvoices(
  { trx, books, now }: BooksTransaction,
  entered: readonly Entered[],
  { written, entryIds }: { readonly written: Written; readonly entryIds: ReadonlyMap<string, string> },
): Promise<void> {
  const rows = entered.map(({ invoice, id, settled }, index) => {
    const { totals, life } = invoice
    const created = createdAt(invoice, index, now).toISOString()
    const isApproved = life !== 'DRAFT'
    return {
      id,
      anonymous_id: randomId(ANONYMOUS_ID_BYTES),
      customer_id: written.customers[invoice.customer],
      currency_code: invoice.currency.code,
      exchange_rate: formatDecimal(invoice.rate),
      invoice_number: invoice.number,
      number_value: countedNumberOf(invoice.number)?.toString() ?? null,
      ...{ invoice_day: invoice.day, due_day: invoice.dueDay, life },
      discount_percentage:
        invoice.discountPercentage === null ? null : formatDecimal(invoice.discountPercentage),
      subtotal: totals.subtotalMinor.toString(),
      discount_total: totals.discountMinor.toString(),
      tax_total: totals.taxMinor.toString(),
      total: totals.totalMinor.toString(),
      total_base: baseOf({ base: books.currency }, invoice, totals.totalMinor).toString(),
      paid: paidOf(invoice).toString(),
      settled_base: settled.reduce((sum, { baseSettledMinor }) => sum + baseSettledMinor, 0n).toString(),
      entry_id: entryIds.get(`INVOICE ${id}`) ?? null,
      approved_at: isApproved ? created : null,
      last_sent_at: life === 'SENT' || life === 'VIEWED' ? created : null,
      last_sent_via: life === 'SENT' || life === 'VIEWED' ? 'MARKED_SENT' : null,
      last_viewed_at: life === 'VIEWED' ? created : null,
      created_at: created,
    }
  })
  await sql`
    insert into invoices (business_id, id, anonymous_id, customer_id, currency_code, exchange_rate, invoice_number,
      number_value, invoice_day, due_day, life, title, item_title, unit_title, price_title, amount_title, hide_amount,
      hide_description, hide_name, hide_price, hide_unit, disable_amex_payments, disable_bank_payments,
      disable_credit_card_payments, require_terms_of_service, discount_kind, discount_percentage, discount_created_at,
      discount_modified_at, subtotal, discount_total, tax_total, total, total_base, paid, settled_base, entry_id,
      approved_at, last_sent_at, last_sent_via, last_viewed_at, created_at, modified_at)
    select s.business_id, r.id, r.anonymous_id, r.customer_id, r.currency_code, r.exchange_rate, r.invoice_number,
      r.number_value, r.invoice_day, r.due_day, r.life, s.invoice_title, s.item_title, s.unit_title, s.price_title,
      s.amount_title, s.hide_amount, s.hide_description, s.hide_name, s.hide_price, s.hide_unit, false, false, false,
      false, case when r.discount_percentage is not null then 'PERCENTAGE' end, r.discount_percentage,
      case when r.discount_percentage is not null then r.created_at end,
      case when r.discount_percentage is not null then r.created_at end, r.subtotal, r.discount_total, r.tax_total,
      r.total, r.total_base, r.paid, r.settled_base, r.entry_id, r.approved_at, r.last_sent_at, r.last_sent_via,
      r.last_viewed_at, r.created_at, r.created_at
    from book_settings s cross join json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, anonymous_id text,
      customer_id bigint, currency_code text, exchange_rate numeric, invoice_number text, number_value numeric,
      invoice_day date, due_day date, life text, discount_percentage numeric, subtotal bigint, discount_total bigint,
      tax_total bigint, total bigint, total_base bigint, paid bigint, settled_base bigint, entry_id bigint,
      approved_at timestamptz, last_sent_at timestamptz, last_sent_via text, last_viewed_at timestamptz,
      created_at timestamptz)
    where s.business_id = ${books.businessId}`.execute(trx)
  await writeItems({ trx, books }, entered, written)
  await writePayments({ trx, books, now }, entered, { written, entryIds })
}

async function writeItems(
  { trx, books }: Pick<BooksTransaction, 'trx' | 'books'>,
  entered: readonly Entered[],
  written: Written,
): Promise<void> {
  const sales = written.accounts.get('Sales') ?? written.bank
  const items = entered.flatMap(({ invoice, id }) =>
    invoice.lines.map((line, position) => ({
      ...{ invoice_id: id, position, id: (BigInt(id) + BigInt(position)).toString(), account_id: sales },
      product_id: written.products[line.product],
      quantity: formatDecimal(line.quantity),
      unit_price: formatDecimal(line.unitPrice),
      subtotal: (invoice.totals.lines[position]?.subtotalMinor ?? 0n).toString(),
      discount_share: (invoice.totals.lines[position]?.discountMinor ?? 0n).toString(),
      total: (invoice.totals.lines[position]?.totalMinor ?? 0n).toString(),
    })),
  )
  await sql`
    insert into invoice_items (business_id, invoice_id, position, id, product_id, account_id, description, quantity,
      unit_price, subtotal, discount_share, total)
    select p.business_id, r.invoice_id, r.position, r.id, r.product_id, r.account_id, p.description, r.quantity,
      r.unit_price, r.subtotal, r.discount_share, r.total
    from json_to_recordset(${JSON.stringify(items)}::json) as r (invoice_id bigint, position int, id bigint,
      product_id bigint, account_id bigint, quantity numeric, unit_price numeric, subtotal bigint, discount_share bigint,
      total bigint) join products p on p.business_id = ${books.businessId} and p.id = r.product_id`.execute(
    trx,
  )
  const taxes = entered.flatMap(({ invoice, id }) =>
    invoice.totals.lines.flatMap(({ taxesMinor }, item_position) =>
      taxesMinor.map((minor, position) => ({
        ...{ invoice_id: id, item_position, position, amount: minor.toString() },
        sales_tax_id: written.taxes[position],
      })),
    ),
  )
  await sql`
    insert into invoice_item_taxes (business_id, invoice_id, item_position, position, sales_tax_id, is_compound, rate, amount)
    select t.business_id, r.invoice_id, r.item_position, r.position, r.sales_tax_id, false, t.rate, r.amount
    from json_to_recordset(${JSON.stringify(taxes)}::json) as r (invoice_id bigint, item_position int, position int,
      sales_tax_id bigint, amount bigint)
    join sales_tax_rates t on t.business_id = ${books.businessId} and t.sales_tax_id = r.sales_tax_id`.execute(
    trx,
  )
}

async function writePayments(
  { trx, books, now }: Pick<BooksTransaction, 'trx' | 'books' | 'now'>,
  entered: readonly Entered[],
  { written, entryIds }: { readonly written: Written; readonly entryIds: ReadonlyMap<string, string> },
): Promise<void> {
  const rows = entered.flatMap(({ invoice, id, paymentIds, settled }) =>
    invoice.payments.map((payment, index) => {
      return {
        id: paymentIds[index],
        invoice_id: id,
        amount: payment.amountMinor.toString(),
        exchange_rate: formatDecimal(payment.rate),
        day: payment.day,
        method: 'BANK_TRANSFER',
        base_received: receivedOf(books, invoice, payment).toString(),
        base_settled: (settled[index]?.baseSettledMinor ?? 0n).toString(),
        entry_id: entryIds.get(`INVOICE_PAYMENT ${paymentIds[index] ?? ''}`) ?? null,
        created_at: instantOn(payment.day, now).toISOString(),
      }
    }),
  )
  await sql`
    insert into invoice_payments (business_id, id, invoice_id, amount, exchange_rate, account_id, day, method, origin,
      base_received, base_settled, entry_id, created_at, modified_at)
    select ${books.businessId}, r.id, r.invoice_id, r.amount, r.exchange_rate, ${written.bank}::bigint, r.day, r.method,
      'MANUAL', r.base_received, r.base_settled, r.entry_id, r.created_at, r.created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, invoice_id bigint, amount bigint,
      exchange_rate numeric, day date, method text, base_received bigint, base_settled bigint, entry_id bigint,
      created_at timestamptz)`.execute(trx)
}
