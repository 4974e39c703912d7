import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OverviewFigures } from '#figures/overview.ts'
import { addDays, addMonths } from '#figures/day.ts'
import { readOverview } from '#figures/read/read-overview.ts'
import { startSeededHarbour, type SeededHarbour, type SeededBusiness } from './testing/seeded-harbour.ts'

const SEEDED_MS = Date.parse('2026-11-20T18:00:00Z')
/** Instants and businesses: at seeding, at month and year boundaries, at a clock change; a trade, a shop, several currencies. */
const CASES = [
  ['2026-11-20T18:00:00Z', 'America/Toronto', 'Northwind Trading'],
  ['2026-11-20T18:00:00Z', 'Pacific/Auckland', 'Harbour Lane Bakery'],
  ['2026-11-20T18:00:00Z', 'Pacific/Honolulu', 'several currencies'],
  ['2026-12-01T04:30:00Z', 'America/Toronto', 'Harbour Lane Bakery'],
  ['2026-12-01T04:30:00Z', 'Pacific/Auckland', 'several currencies'],
  ['2027-01-01T09:30:00Z', 'Pacific/Honolulu', 'Northwind Trading'],
  ['2027-03-14T07:30:00Z', 'America/Toronto', 'several currencies'],
  ['2027-03-14T07:30:00Z', 'Pacific/Auckland', 'Northwind Trading'],
  ['2028-02-29T23:30:00Z', 'Pacific/Honolulu', 'Harbour Lane Bakery'],
] as const
const SCOPES = ['account:read', 'business:read', 'customer:read', 'invoice:read', 'transaction:read']

let harbour: SeededHarbour
let nowMs = SEEDED_MS

beforeAll(async () => {
  harbour = await startSeededHarbour({ clock: () => nowMs })
})
afterAll(() => harbour.close())

const rows = <Row>(query: string) => harbour.rows<Row>(query)
const one = <Row>(query: string) => harbour.one<Row>(query)

async function readFigures(
  business: SeededBusiness,
  offers: Parameters<typeof readOverview>[0]['offers'],
): Promise<OverviewFigures> {
  const { figures } = await readOverview({
    connection: { businessId: business.wireId as never, scopes: SCOPES },
    offers,
    atMs: nowMs,
    isOver: () => false,
    lastLook: () => Promise.resolve({ beforeMs: undefined, putOff: {} }),
    left: () => Promise.resolve({ on: '2099-01-01', repeating: [], usuallyLate: {} }),
    ask: async ({ operationName, variables }) => ({
      data: await business.ask(operationName, variables),
      missing: [],
    }),
  })
  return figures
}

/** Transfers cash to a new account, today and tomorrow, and records income tomorrow. */
async function moveCash(business: SeededBusiness, instant: string, today: string) {
  const { post, wireId } = business
  const { accountCreate } = (await post(
    'mutation($input: AccountCreateInput!) { accountCreate(input: $input) { account { id } } }',
    { input: { businessId: wireId, name: `Put aside ${instant}`, subtype: 'CASH_AND_BANK' } },
  )) as { accountCreate: { account: { id: string } } }
  const earlier = async (condition: string) => {
    const { id } = await one<{ id: string }>(`
      select id::text as id from accounts where business_id = '${business.id}' and currency_code = '${business.currency}'
        and system_key is null and ${condition} order by id limit 1`)
    return btoa(`Business:${business.id};Account:${id}`)
  }
  const entered = [
    [today, 'WITHDRAWAL', await earlier("subtype = 'CASH_AND_BANK'")],
    [addDays(today, 1), 'DEPOSIT', await earlier("type = 'INCOME'")],
  ] as const
  for (const [date, direction, accountId] of entered) {
    const answer = await post(
      'mutation($input: MoneyTransactionCreateInput!) { moneyTransactionCreate(input: $input) { didSucceed inputErrors { message path } } }',
      {
        input: {
          ...{ businessId: wireId, externalId: `${date} ${instant}`, date, description: 'Put aside' },
          anchor: { accountId: accountCreate.account.id, amount: '25', direction },
          lineItems: [{ accountId, amount: '25' }],
        },
      },
    )
    expect(answer).toEqual({ moneyTransactionCreate: { didSucceed: true, inputErrors: [] } })
  }
}

describe.each(CASES)(
  'every number of the first charts equals a plain SQL sum, at %s in %s, of %s',
  (...given) => {
    const [instant, zone, name] = given
    let figures: OverviewFigures
    /** The figures of the same business from a provider without transactions. */
    let withoutTransactions: OverviewFigures
    let business: SeededBusiness
    let today: string
    /** The SQL of the postings on cash accounts until today, by accrual. */
    const cash = () => `postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
    where p.business_id = '${business.id}' and a.subtype = 'CASH_AND_BANK' and p.book in (0, 1) and p.day <= '${today}'`
    const invoices = () => `invoices i where i.business_id = '${business.id}' and i.deleted_at is null`
    const open = () => `${invoices()} and i.life <> 'DRAFT' and i.due > 0`
    /** The SQL of an amount at the rate of its invoice, in minor units of the currency of the business. */
    const inOwn = (amount: string) => business.inOwnCurrency(amount)

    beforeAll(async () => {
      nowMs = Date.parse(instant)
      business = await harbour.openBusiness(name)
      today = await business.moveTo(instant, zone)
      await moveCash(business, instant, today)
      figures = await readFigures(business, ['transactions', 'reports'])
      withoutTransactions = await readFigures(business, [])
    })

    it('the current day', () => expect(figures.today).toBe(today))

    it('cash at the end, at the start, on the lowest day and at each month end', async () => {
      const { cashLine } = figures
      if (cashLine.form !== 'full') throw new Error(cashLine.form)
      const closeOn = async (day: string) => {
        const { minor } = await one<{ minor: string }>(
          `select coalesce(sum(p.base_amount), 0)::text as minor from ${cash()} and p.day <= '${day}'`,
        )
        return Number(minor)
      }
      expect(cashLine.endMinor).toBe(await closeOn(today))
      expect(figures.headline.cash).toEqual({ minor: cashLine.endMinor, atLeast: false })
      const before = await one<{ minor: string }>(
        `select coalesce(sum(p.base_amount), 0)::text as minor from ${cash()} and p.day < '${cashLine.start}'`,
      )
      expect(cashLine.startMinor).toBe(Number(before.minor))
      for (const { day, minor } of cashLine.monthEnds) expect([day, minor]).toEqual([day, await closeOn(day)])
      const { lowest } = await one<{ lowest: string }>(`
      select min((select coalesce(sum(p.base_amount), 0) from ${cash()} and p.day <= each.day))::text as lowest
      from generate_series('${cashLine.start}'::date, '${today}'::date, interval '1 day') as each(day)`)
      expect(cashLine.low.minor).toBe(Number(lowest))
      expect(await closeOn(cashLine.low.day)).toBe(cashLine.low.minor)
    })

    it('money in and out of each month, and of the same days of the previous month', async () => {
      const { inAndOut } = figures
      if (inAndOut.form !== 'full') throw new Error(inAndOut.form)
      const moved = (until: string) => `
      select to_char(day, 'YYYY-MM') as month, sum(came) filter (where not is_move)::text as moved_in,
        sum(went) filter (where not is_move)::text as moved_out
      from (
        select p.day, sum(greatest(p.base_amount, 0)) filter (where a.subtype = 'CASH_AND_BANK') as came,
          sum(greatest(-p.base_amount, 0)) filter (where a.subtype = 'CASH_AND_BANK') as went,
          bool_and(a.subtype = 'CASH_AND_BANK') as is_move
        from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
          join entries e on e.business_id = p.business_id and e.id = p.entry_id
        where p.business_id = '${business.id}' and p.book in (0, 1) and p.day <= '${today}' and e.reverses_id is null
          and not exists (select 1 from entries r where r.business_id = e.business_id and r.reverses_id = e.id) and ${until}
        group by p.day, p.entry_id) entries
      group by 1`
      const months = new Map(
        (await rows<{ month: string; moved_in: string; moved_out: string }>(moved('true'))).map((row) => [
          row.month,
          [Number(row.moved_in), Number(row.moved_out)],
        ]),
      )
      expect(inAndOut.months).toHaveLength(12)
      for (const { month, inMinor, outMinor } of inAndOut.months)
        expect([month, inMinor, outMinor]).toEqual([month, ...(months.get(month) ?? [0, 0])])
      const last = inAndOut.months.at(-2)?.month ?? ''
      const [same] = await rows<{ moved_in: string; moved_out: string }>(
        moved(`to_char(p.day, 'YYYY-MM') = '${last}' and to_char(p.day, 'DD') <= '${today.slice(8)}'`),
      )
      expect(inAndOut.sameDaysBefore).toEqual({
        inMinor: Number(same?.moved_in ?? 0),
        outMinor: Number(same?.moved_out ?? 0),
      })
      expect(inAndOut.movedMinor).toBeGreaterThanOrEqual(2_500)
    })

    it('money in from invoices per month, if there are no transactions', async () => {
      const { inAndOut } = withoutTransactions
      const first = addMonths(today.slice(0, 7), -11)
      const paid = await rows<{ month: string; came: string; count: number }>(`
      select to_char(p.day, 'YYYY-MM') as month, sum(${business.inOwnCurrency('p.amount', 'p.exchange_rate')})::text as came, count(*)::int as count
      from invoice_payments p, ${invoices()} and i.id = p.invoice_id and i.business_id = p.business_id
        and p.deleted_at is null and p.day between '${first}-01' and '${today}' group by 1`)
      if (inAndOut.form === 'empty') {
        expect(paid).toEqual([])
        return
      }
      if (inAndOut.form === 'unavailable') throw new Error(inAndOut.why)
      const months = new Map(paid.map(({ month, came }) => [month, Number(came)]))
      for (const { month, inMinor } of inAndOut.months)
        expect([month, inMinor ?? 0]).toEqual([month, months.get(month) ?? 0])
      expect(inAndOut).toMatchObject({
        source: 'payments',
        partial: false,
        from: { payments: paid.reduce((sum, { count }) => sum + count, 0) },
      })
    })

    it('open invoices by age, the overdue part, overpayments and excluded invoices', async () => {
      const { whoOwesYou } = figures
      if (whoOwesYou.form !== 'full') throw new Error(whoOwesYou.form)
      const ages = await rows<{ age: number; minor: string; count: number }>(`
      select case when days <= 0 then 0 when days <= 30 then 1 when days <= 60 then 2 when days <= 90 then 3 else 4 end as age,
        sum(due)::text as minor, count(*)::int as count
      from (select '${today}'::date - i.due_day as days, ${inOwn('i.due')} as due from ${open()}) owed group by 1`)
      const expected = [0, 1, 2, 3, 4].map((age) => {
        const found = ages.find((row) => row.age === age)
        return [Number(found?.minor ?? 0), found?.count ?? 0]
      })
      expect(whoOwesYou.ages.map(({ minor, count }) => [minor, count])).toEqual(expected)
      const late = await one<{ minor: string }>(
        `select coalesce(sum(${inOwn('i.due')}), 0)::text as minor from ${open()} and i.due_day < '${today}'`,
      )
      expect(whoOwesYou.late).toEqual({ minor: Number(late.minor) })
      const { foreign } = await one<{ foreign: number }>(
        `select count(*)::int as foreign from ${invoices()} and i.life <> 'DRAFT' and i.due <> 0 and i.currency_code <> '${business.currency}'`,
      )
      const isAbout = foreign > 0
      expect(figures.headline.late).toEqual({ minor: Number(late.minor), atLeast: false, isAbout })
      const credit = await one<{ minor: string }>(`
      select coalesce(-sum(${inOwn('i.due')}), 0)::text as minor from ${invoices()}
      and i.life <> 'DRAFT' and i.due < 0`)
      expect(whoOwesYou.credit.minor).toBe(Number(credit.minor))
      const { drafts } = await one<{ drafts: number }>(
        `select count(*)::int as drafts from ${invoices()} and i.life = 'DRAFT'`,
      )
      expect(whoOwesYou.excluded).toEqual({ drafts, unknownStatus: 0 })
      const top = await rows(`
      select i.invoice_number as number, i.due::float8 as minor, ('${today}'::date - i.due_day) as "daysLate"
      from ${open()} and i.due_day < '${today}' order by ${inOwn('i.due')} desc, i.due_day limit 5`)
      expect(whoOwesYou.topLate.map(({ number, minor, daysLate }) => ({ number, minor, daysLate }))).toEqual(
        top,
      )
    })

    it('profit of each month of the year, and in total', async () => {
      const { profit } = figures
      const months = await rows<{ month: string; income: string; costs: string }>(`
      select to_char(p.day, 'YYYY-MM') as month,
        (-sum(p.base_amount) filter (where a.type = 'INCOME'))::text as income,
        (sum(p.base_amount) filter (where a.type = 'EXPENSE'))::text as costs
      from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
      where p.business_id = '${business.id}' and a.type in ('INCOME', 'EXPENSE') and p.book in (0, 1)
        and p.day between '${today.slice(0, 4)}-01-01' and '${today}' group by 1 order by 1`)
      if (profit.form === 'empty') {
        expect(months).toEqual([])
        return
      }
      if (profit.form === 'unavailable') throw new Error(profit.why)
      expect(
        profit.months.filter(({ incomeMinor, costsMinor }) => incomeMinor !== 0 || costsMinor !== 0),
      ).toEqual(
        months.map(({ month, income, costs }) => ({
          month,
          incomeMinor: Number(income ?? 0),
          costsMinor: Number(costs ?? 0),
          profitMinor: Number(income ?? 0) - Number(costs ?? 0),
        })),
      )
      expect(profit.profitMinor).toBe(
        months.reduce((sum, { income, costs }) => sum + Number(income ?? 0) - Number(costs ?? 0), 0),
      )
    })
  },
)
