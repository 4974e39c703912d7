import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MoreFigures } from '#figures/more-figures.ts'
import { readMore } from '#figures/read/read-more.ts'
import { startSeededHarbour, type SeededHarbour, type SeededBusiness } from './testing/seeded-harbour.ts'

const SEEDED_MS = Date.parse('2026-11-20T18:00:00Z')
/** Instants to test: at seeding, at a month and a year boundary, in the night of a clock change, and on 29 February. */
const CASES = [
  ['2026-11-20T18:00:00Z', 'America/Toronto', 'several currencies'],
  ['2026-11-20T18:00:00Z', 'Pacific/Honolulu', 'Northwind Trading'],
  ['2026-12-01T04:30:00Z', 'Pacific/Auckland', 'several currencies'],
  ['2026-12-01T04:30:00Z', 'America/Toronto', 'Harbour Lane Bakery'],
  ['2027-01-01T09:30:00Z', 'Pacific/Honolulu', 'Northwind Trading'],
  ['2027-01-01T09:30:00Z', 'Pacific/Auckland', 'Harbour Lane Bakery'],
  ['2027-03-14T07:30:00Z', 'America/Toronto', 'several currencies'],
  ['2027-03-14T07:30:00Z', 'Pacific/Auckland', 'Northwind Trading'],
  ['2028-02-29T23:30:00Z', 'Pacific/Honolulu', 'Harbour Lane Bakery'],
] as const
const SCOPES = ['account:read', 'customer:read', 'invoice:read', 'product:read']

let harbour: SeededHarbour
let business: SeededBusiness
let nowMs = SEEDED_MS

beforeAll(async () => {
  harbour = await startSeededHarbour({ clock: () => nowMs })
})
afterAll(() => harbour.close())

const rows = <Row>(query: string) => harbour.rows<Row>(query)

function readFigures(): Promise<MoreFigures> {
  return readMore({
    connection: { businessId: business.wireId as never, scopes: SCOPES },
    atMs: nowMs,
    isOver: () => false,
    ask: async ({ operationName, variables }) => ({
      data: await business.ask(operationName, variables),
      missing: [],
    }),
  })
}

/** The SQL condition for counted invoices: approved, not deleted. */
const approved = () => `i.business_id = '${business.id}' and i.deleted_at is null and i.life <> 'DRAFT'`
const inYear = (today: string) =>
  `i.invoice_day between date_trunc('month', '${today}'::date - interval '12 months')::date and '${today}'`

describe.each(CASES)(
  'every number of the further charts equals a plain SQL sum, at %s in %s, of %s',
  (...given) => {
    const [instant, zone, name] = given
    let figures: MoreFigures
    let today: string
    beforeAll(async () => {
      nowMs = Date.parse(instant)
      business = await harbour.openBusiness(name)
      today = await business.moveTo(instant, zone)
      figures = await readFigures()
    })

    it('upcoming payments', async () => {
      const expected =
        await rows(`select i.invoice_number as number, ${business.inOwnCurrency('i.due')}::int as minor,
      to_char(i.due_day, 'YYYY-MM-DD') as "dueDate" from invoices i
      where ${approved()} and i.due > 0 and i.due_day > '${today}' and i.due_day <= '${today}'::date + 60`)
      const { coming } = figures
      if (coming.form === 'unavailable') throw new Error(coming.why)
      const shown = coming.rows.map(({ number, minor, dueDate }) => ({ number, minor, dueDate }))
      expect(shown).toHaveLength(expected.length)
      expect(shown).toEqual(expect.arrayContaining([...expected]))
    })

    it('best customers', async () => {
      const expected =
        await rows(`select c.name, sum(${business.inOwnCurrency('(i.total - i.tax_total)')})::bigint::text as minor, count(*)::int as invoices
      from invoices i join customers c on c.business_id = i.business_id and c.id = i.customer_id
      where ${approved()} and ${inYear(today)} group by c.id, c.name`)
      const { bestCustomers } = figures
      if (bestCustomers.form === 'unavailable') throw new Error(bestCustomers.why)
      const shown = bestCustomers.rows.map(({ name, minor, invoices }) => ({
        name,
        minor: String(minor),
        invoices,
      }))
      expect(shown).toHaveLength(expected.length)
      expect(shown).toEqual(expect.arrayContaining([...expected]))
    })

    it('product sales', async () => {
      const expected =
        await rows(`select p.name, sum(${business.inOwnCurrency('t.subtotal')})::bigint::text as minor
      from invoices i join invoice_items t on t.business_id = i.business_id and t.invoice_id = i.id
        join products p on p.business_id = t.business_id and p.id = t.product_id
      where ${approved()} and ${inYear(today)} group by p.id, p.name`)
      const { whatSells } = figures
      if (whatSells.form === 'unavailable') throw new Error(whatSells.why)
      const shown = whatSells.rows.map(({ name, minor }) => ({ name, minor: String(minor) }))
      expect(shown).toHaveLength(expected.length)
      expect(shown).toEqual(expect.arrayContaining([...expected]))
    })

    it('payment habits', async () => {
      // The seeded books have no refunds, so the paid day is the day on which the sum reaches the total.
      const expected = await rows(`
      with paid as (
        select i.customer_id, i.id, i.due_day, i.total, y.day,
          sum(y.amount) over (partition by i.id order by y.day, y.created_at, y.id) as so_far, y.amount
        from invoices i join invoice_payments y on y.business_id = i.business_id and y.invoice_id = i.id
        where ${approved()} and i.due <= 0 and y.deleted_at is null and ${inYear(today)}
      ), last as (
        select customer_id, day - due_day as late from paid where so_far >= total and so_far - amount < total
      )
      select c.name as customer, count(*)::int as paid,
        round(percentile_cont(0.5) within group (order by late)::numeric)::int as median,
        round(percentile_cont(0.25) within group (order by late)::numeric)::int as quartile1,
        round(percentile_cont(0.75) within group (order by late)::numeric)::int as quartile3,
        min(late)::int as earliest, max(late)::int as latest
      from last join customers c on c.business_id = '${business.id}' and c.id = last.customer_id
      group by c.id, c.name having count(*) >= 3`)
      const { habits } = figures
      if (habits.form === 'unavailable') throw new Error(habits.why)
      const shown = habits.rows.map(({ customerId: _id, ...habit }) => habit)
      expect(shown).toHaveLength(expected.length)
      expect(shown).toEqual(expect.arrayContaining([...expected]))
      expect(habits.partial).toBe(false)
    })

    it('the balance sheet chart', async () => {
      const expected = await rows<{ type: string; minor: string }>(`
      select a.type, (sum(p.base_amount) * case when a.type in ('ASSET', 'EXPENSE') then 1 else -1 end)::bigint::text as minor
      from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
      where p.business_id = '${business.id}' and p.book in (0, 1) and p.day <= '${today}' group by a.type`)
      const { ladder } = figures
      if (ladder.form === 'unavailable') throw new Error(ladder.why)
      const totals = ladder.groups.filter(({ rows: { length } }) => length > 0)
      expect(totals.map(({ type, totalMinor }) => ({ type, minor: String(totalMinor) }))).toEqual(
        expect.arrayContaining([...expected]),
      )
      expect(ladder.differenceMinor).toBe(0)
    })

    it('the invoice status timeline', async () => {
      const [expected] = await rows(`select count(*)::int as sent,
        (count(*) filter (where i.last_viewed_at >= i.last_sent_at))::int as opened,
        (count(*) filter (where i.due_day <= '${today}'))::int as due,
        (count(*) filter (where i.due <= 0))::int as paid
      from invoices i where ${approved()} and i.last_sent_at is not null
        and (i.last_sent_at at time zone '${zone}')::date between '${today}'::date - 89 and '${today}'`)
      const { journey } = figures
      if (journey.form === 'unavailable') throw new Error(journey.why)
      expect(journey.steps).toEqual(expected)
    })
  },
)
