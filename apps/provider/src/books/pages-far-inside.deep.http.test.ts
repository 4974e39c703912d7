import { createSeededRandom } from '@counterfoil/testkit/seeded-random'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContactFilter } from '#books/contacts/contact.ts'
import { createContactStore } from '#books/contacts/contact-store.ts'
import { createCustomerStore } from '#books/customers/customer-store.ts'
import type { EstimateFilter } from '#books/estimates/estimate.ts'
import { createEstimateStore } from '#books/estimates/estimate-store.ts'
import type { RowId } from '#books/book-ids.ts'
import type { Books } from '#books/open-books.ts'
import type { ProductFilter } from '#books/products/product.ts'
import { createProductStore } from '#books/products/product-store.ts'
import { VENDORS } from '#books/vendors/vendor-noun.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { addEstimates, addNamed } from '#testing/many-rows.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { seedBooks } from '#testing/seed-books.ts'

const NOW = new Date('2026-11-20T08:00:00.000Z')
const PAGE = { page: 1, limit: 40 }
const CONTACTS: ContactFilter = { email: null, modifiedAtAfter: null, modifiedAtBefore: null, sort: [] }
const PRODUCTS: ProductFilter = {
  isArchived: false,
  isBought: null,
  isSold: null,
  modifiedAtAfter: null,
  modifiedAtBefore: null,
  sort: [],
}
const ESTIMATES: EstimateFilter = {
  amountDue: null,
  currencyCode: null,
  customerId: null,
  dayStart: null,
  dayEnd: null,
  number: null,
  modifiedAtAfter: null,
  modifiedAtBefore: null,
  status: null,
  sourceId: null,
  sort: ['CREATED_AT_DESC'],
}
const WAYS = ['ASC', 'DESC'] as const
const NAMED_ORDERS = { CREATED_AT: '', MODIFIED_AT: 'r.modified_at', NAME: 'r.name_key' } as const
const ESTIMATE_ORDERS = {
  AMOUNT_DUE: 'r.due',
  AMOUNT_PAID: 'r.paid',
  CREATED_AT: '',
  CUSTOMER_NAME: 'c.name_key, c.id',
  DUE_AT: 'r.due_day',
  ESTIMATE_DATE: 'r.estimate_day',
  ESTIMATE_NUMBER: 'r.number_value',
  MODIFIED_AT: 'r.modified_at',
  TOTAL: 'r.total',
} as const
const TODAY = '2026-02-20'
const UNDECIDED = `r.life in ('APPROVED', 'SENT', 'VIEWED')`
const DUE = `${UNDECIDED} and r.due_day < '${TODAY}'`
const ESTIMATE_RANK = `case when ${DUE} then 6 else case r.life when 'DRAFT' then 0 when 'APPROVED' then 1 when 'SENT' then 2
  when 'VIEWED' then 3 when 'ACCEPTED' then 4 when 'REJECTED' then 5 else 7 end end`
/** A filter and an order, with their plain SQL. */
const ESTIMATE_PARTS: readonly (readonly [
  filter: Partial<EstimateFilter>,
  where: string,
  order?: keyof typeof ESTIMATE_ORDERS,
])[] = [
  ...(['ACCEPTED', 'CONVERTED', 'DRAFT', 'REJECTED'] as const).flatMap((status) => [
    [{ status }, `r.life = '${status}'`] as const,
    [{ status }, `r.life = '${status}'`, 'TOTAL'] as const,
  ]),
  [{ status: 'ACTIVE' }, `(r.life = 'ACCEPTED' or ${UNDECIDED} and r.due_day >= '${TODAY}')`],
  [{ status: 'EXPIRED' }, DUE],
  [{ status: 'SENT' }, `r.life = 'SENT' and r.due_day >= '${TODAY}'`],
  [{ status: 'PAID' }, 'r.paid > 0 and r.paid >= r.deposit_total', 'AMOUNT_DUE'],
  [{ status: 'PARTIAL' }, 'r.paid > 0 and r.paid < r.deposit_total'],
  [{ status: 'UNPAID' }, 'r.paid = 0 and r.deposit_total > 0'],
  [{ currencyCode: 'USD' }, `r.currency_code = 'USD'`],
  [{ currencyCode: 'USD' }, `r.currency_code = 'USD'`, 'CUSTOMER_NAME'],
  [{ currencyCode: 'CAD', status: 'EXPIRED' }, `r.currency_code = 'CAD' and ${DUE}`],
  [
    { currencyCode: 'USD', status: 'PARTIAL' },
    `r.currency_code = 'USD' and r.paid between 1 and r.deposit_total - 1`,
  ],
  [{ customerId: '2' as RowId<'Customer'> }, 'r.customer_id = 2'],
  [
    { customerId: '2' as RowId<'Customer'>, currencyCode: 'CAD' },
    `r.customer_id = 2 and r.currency_code = 'CAD'`,
  ],
  [
    { currencyCode: 'CAD', dayStart: '2026-01-04', dayEnd: '2026-02-04' },
    `r.currency_code = 'CAD' and r.estimate_day between '2026-01-04' and '2026-02-04'`,
    'ESTIMATE_DATE',
  ],
  [{ amountDue: '0' }, 'r.due = 0'],
  [{ number: '1' }, `r.estimate_number like '%1%'`],
]
const PRODUCT_PARTS: readonly (readonly [
  filter: Partial<ProductFilter>,
  where: string,
  key: keyof typeof NAMED_ORDERS,
  way: 'ASC' | 'DESC',
])[] = [
  [{ isArchived: true }, 'r.is_archived', 'CREATED_AT', 'DESC'],
  [{ isArchived: true }, 'r.is_archived', 'MODIFIED_AT', 'ASC'],
  [{ isSold: true }, 'not r.is_archived and r.income_account_id is not null', 'NAME', 'ASC'],
  [
    { isArchived: true, isBought: false, isSold: false },
    'r.is_archived and r.income_account_id is null',
    'NAME',
    'DESC',
  ],
]

/** A list of a store, with its plain SQL. */
type Listed = {
  readonly from: string
  readonly where: string
  /** Columns in front of the id. */
  readonly columns: string
  readonly way: 'ASC' | 'DESC'
  list(books: Books, offset: number): Promise<readonly { readonly id: string }[]>
  count(books: Books): Promise<readonly ReadonlyMap<string, number>[]>
}

function listsOf({ db }: OpenDatabase): readonly Listed[] {
  const customers = createCustomerStore(db)
  const vendors = createContactStore(db, VENDORS)
  const products = createProductStore(db)
  const estimates = createEstimateStore(db, () => Date.parse(`${TODAY}T12:00:00Z`))
  const named = (Object.keys(NAMED_ORDERS) as (keyof typeof NAMED_ORDERS)[]).flatMap((key) =>
    WAYS.flatMap((way): readonly Listed[] => {
      const sort = [`${key}_${way}`] as const
      const alike = { where: 'not r.is_archived', columns: NAMED_ORDERS[key], way }
      const [contacts, goods] = [
        { ...CONTACTS, sort },
        { ...PRODUCTS, sort },
      ]
      return [
        {
          ...alike,
          from: 'customers r',
          list: (books, offset) => customers.listMany([books], contacts, { ...PAGE, offset }, 'whole'),
          count: (books) => customers.countMany([books], [contacts]),
        },
        {
          ...alike,
          from: 'vendors r',
          list: (books, offset) => vendors.listMany([books], contacts, { ...PAGE, offset }, 'whole'),
          count: (books) => vendors.countMany([books], [contacts]),
        },
        {
          ...alike,
          from: 'products r',
          list: (books, offset) => products.listMany([books], goods, { ...PAGE, offset }, 'whole'),
          count: (books) => products.countMany([books], [goods]),
        },
      ]
    }),
  )
  const ofEstimates = (filter: EstimateFilter, said: Pick<Listed, 'columns' | 'way' | 'where'>): Listed => ({
    ...said,
    from: 'estimates r join customers c on c.business_id = r.business_id and c.id = r.customer_id',
    list: (books, offset) => estimates.listMany([books], filter, { ...PAGE, offset }, 'whole'),
    count: (books) => estimates.countMany([books], [filter]),
  })
  const ordered = (Object.keys(ESTIMATE_ORDERS) as (keyof typeof ESTIMATE_ORDERS)[]).flatMap((key) =>
    WAYS.map((way) =>
      ofEstimates(
        { ...ESTIMATES, sort: [`${key}_${way}`] },
        { columns: ESTIMATE_ORDERS[key], way, where: `r.life <> 'DELETED'` },
      ),
    ),
  )
  const filtered = ESTIMATE_PARTS.map(([filter, where, key = 'CREATED_AT'], index) => {
    const way = WAYS[index % 2] ?? 'ASC'
    const said = { columns: ESTIMATE_ORDERS[key], way, where: `r.life <> 'DELETED' and ${where}` }
    return ofEstimates({ ...ESTIMATES, ...filter, sort: [`${key}_${way}`] }, said)
  })
  const byStatus = WAYS.map((way) =>
    ofEstimates(
      { ...ESTIMATES, sort: [`STATUS_${way}`] },
      { columns: ESTIMATE_RANK, way, where: `r.life <> 'DELETED'` },
    ),
  )
  const stored = PRODUCT_PARTS.map(([filter, where, key, way]): Listed => {
    const goods = { ...PRODUCTS, ...filter, sort: [`${key}_${way}`] as const }
    return {
      from: 'products r',
      where,
      columns: NAMED_ORDERS[key],
      way,
      list: (books, offset) => products.listMany([books], goods, { ...PAGE, offset }, 'whole'),
      count: (books) => products.countMany([books], [goods]),
    }
  })
  return [...named, ...ordered, ...filtered, ...byStatus, ...stored]
}

/** A long time limit, because every list is read as a whole for comparison. */
const SLOWLY_MS = 600_000

describe.each(DATABASE_KINDS)('a deep page of lists of the books, in %s', (kind) => {
  let own: OwnDatabase | undefined
  let database: OpenDatabase

  beforeAll(async () => {
    own = kind === 'postgres' ? await makeOwnDatabase() : undefined
    database = await openDatabase(own?.location ?? { kind: 'memory' })
  })
  afterAll(async () => {
    await database.close()
    await own?.drop()
  })

  /** Changes a share of the rows in one way, chosen by a number. */
  const change = async (businessId: string, luck: number) => {
    const some = `business_id = '${businessId}' and (id * 48271 + ${luck}) % 7 = 0`
    const name = `chr((97 + (id * 7919 + ${luck}) % 26)::integer)`
    const named = ['customers', 'products', 'vendors'].flatMap((table) => [
      `update ${table} set is_archived = not is_archived where ${some}`,
      `update ${table} set name_key = ${name} where ${some}`,
      `update ${table} set modified_at = now() where ${some}`,
    ])
    const changes = [
      ...named,
      `delete from vendors where ${some}`,
      `delete from products where ${some}`,
      `update estimates set life = 'DELETED' where ${some}`,
      `update estimates set life = 'ACCEPTED' where ${some} and life <> 'DELETED'`,
      `update estimates set total = total + 1, due = due + 1 where ${some}`,
      `update estimates set currency_code = case currency_code when 'USD' then 'CAD' else 'USD' end where ${some}`,
      `update estimates set deposit_total = (id % 3) where ${some}`,
      `update products set income_account_id = case when income_account_id is null then (select min(id) from accounts a
        where a.business_id = products.business_id) end where ${some}`,
      `update estimates set number_value = ${luck}, customer_id = 1 + id % 3 where ${some}`,
      `delete from estimates where ${some}`,
    ]
    await sql.raw(changes[luck % changes.length] ?? '').execute(database.db)
  }
  /** Varies the rows so that no requested list is empty. */
  const makeVarious = async (businessId: string) => {
    const draw = (from: number) => `abs(hashint8(id)) % ${from}`
    await sql
      .raw(
        `update estimates set life = (array['DRAFT', 'APPROVED', 'SENT', 'VIEWED', 'ACCEPTED', 'REJECTED', 'CONVERTED'])[${draw(7)} + 1],
          currency_code = case when ${draw(5)} < 3 then 'USD' else 'CAD' end, deposit_total = ${draw(4)},
          customer_id = 1 + ${draw(3)}, total = 40 + ${draw(90)}, paid = ${draw(11)} % 3, due = 40 + ${draw(90)} - ${draw(11)} % 3
        where business_id = '${businessId}'`,
      )
      .execute(database.db)
    await sql
      .raw(
        `update estimates set paid = total, due = 0 where business_id = '${businessId}' and ${draw(13)} < 3`,
      )
      .execute(database.db)
    await sql
      .raw(
        `update products set is_archived = ${draw(5)} < 2, income_account_id = case when ${draw(3)} = 0 then (
          select min(id) from accounts a where a.business_id = products.business_id) end
        where business_id = '${businessId}'`,
      )
      .execute(database.db)
  }
  it.each([1, 2])(
    'has the rows and totals of one SQL query over the whole list, after any writes (%i)',
    async (seed) => {
      const books = await seedBooks(database.db, NOW)
      const of = { db: database.db, businessId: books.businessId }
      const random = createSeededRandom(seed)
      for (let round = 0; round < 3; round += 1) {
        const ids = `select ${round + 1} + 3::bigint * n from generate_series(0, ${500 + 200 * round}) n`
        await addNamed(of, 'customers', ids)
        await addNamed(of, 'vendors', ids)
        await addNamed(of, 'products', ids)
        await addEstimates(
          of,
          `select (n - ${round + 1}) * 2 + ${round * 10_000} from (${ids}) ids (n) where n % 3 = ${(round + 1) % 3}`,
          {
            customers: 1,
          },
        )
        for (let turn = 0; turn < 6; turn += 1) await change(books.businessId, Math.floor(random() * 1000))
        if (round === 2) await makeVarious(books.businessId)
      }
      // Without it every plan is made for tables of a few rows: the embedded database has no autovacuum.
      await sql`analyze`.execute(database.db)
      for (const { from, where, columns, way, list, count } of listsOf(database)) {
        const order = [...columns.split(/, (?=c\.)/).filter((column) => column !== ''), 'r.id']
          .map((column) => `${column} ${way}`)
          .join(', ')
        const { rows } = await sql<{
          readonly ids: readonly string[]
        }>`select array_agg(r.id::text order by ${sql.raw(order)}) as ids from ${sql.raw(from)}
          where r.business_id = ${books.businessId} and ${sql.raw(where)}`.execute(database.db)
        const ids = rows[0]?.ids ?? []
        const name = `${from}, ${where}, ${order}`
        expect(ids.length, name).toBeGreaterThan(40)
        expect((await count(books))[0]?.get(books.businessId), name).toBe(ids.length)
        for (const offset of [1, Math.floor(random() * ids.length), ids.length - 3, ids.length + 5]) {
          const found = await list(books, offset)
          expect(
            found.map(({ id }) => id),
            `${name}, ${offset}`,
          ).toEqual(ids.slice(offset, offset + PAGE.limit))
        }
      }
    },
    SLOWLY_MS,
  )
})
