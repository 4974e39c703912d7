import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type AccountsWorld } from './accounts-world.ts'

/** Tests of accounts with postings. */
export function accountBalances(world: AccountsWorld): void {
  const { read, accountsOf, create } = world

  describe('accounts with postings', () => {
    let next = 0
    /** Posts one entry. Each line has an account, the amount in its currency and in that of the business; a debit is positive. */
    const post = async (day: string, lines: readonly (readonly [string, number, number, number?])[]) => {
      next += 1
      const entry = next
      await sql`insert into entries (business_id, id, kind, day, created_at)
        values (${world.business.uuid}, ${entry}, 'MANUAL', ${day}::date, now())`.execute(world.endpoint.db)
      const rows = lines.map(
        ([account, amount, base, book = 0], position) =>
          sql`(${world.business.uuid}::uuid, ${entry}::bigint, ${position}::int, ${idIn(account)}::bigint, 'MANUAL', ${day}::date, ${amount}::bigint, ${base}::bigint, ${book}::smallint)`,
      )
      await sql`insert into postings (business_id, entry_id, position, account_id, kind, day, amount, base_amount, book)
        values ${sql.join(rows)}`.execute(world.endpoint.db)
      return entry
    }
    const idIn = (wireId: string) => atob(wireId).split(':').at(-1)
    const idOf = async (subtype: string) =>
      (await accountsOf(`(subtypes: [${subtype}])`, 'id')).nodes[0].id as string
    const balancesOf = async (id: string) => {
      const { data } = await read(`account(id: "${id}") { balance balanceInBusinessCurrency }`)
      return data.business.account
    }

    it('have balances that are the sums of their postings on accrual, up to today in the zone of the business, on their normal side', async () => {
      const yen = (await create({ name: 'Yen', currency: 'JPY' })).account.id
      const sales = await idOf('INCOME')
      const discounts = await idOf('DISCOUNTS')
      await post('2026-11-19', [
        [yen, 15_000, 13_250],
        [discounts, 1_000, 1_000],
        [sales, -14_250, -14_250],
      ])
      // 08:00 UTC on the 20th is three in the morning in Toronto.
      await post('2026-11-20', [
        [yen, 1, 1],
        [sales, -1, -1],
      ])
      await post('2026-11-21', [
        [yen, 7, 7],
        [sales, -7, -7],
      ])
      await post('2026-11-19', [
        [discounts, 500, 500, 2],
        [sales, -500, -500, 2],
      ])
      expect(await balancesOf(yen)).toEqual({ balance: '15001', balanceInBusinessCurrency: '132.51' })
      expect(await balancesOf(sales)).toEqual({ balance: '142.51', balanceInBusinessCurrency: '142.51' })
      expect(await balancesOf(discounts)).toEqual({ balance: '10.00', balanceInBusinessCurrency: '10.00' })
    })

    it('refuse entries that do not balance, on accrual or on cash', async () => {
      const [cash, sales] = [await idOf('CASH_AND_BANK'), await idOf('INCOME')]
      const lines = (book: number) => [[cash, 100, 100] as const, [sales, -100, -100, book] as const]
      await expect(
        post('2026-11-20', [
          [cash, 100, 100],
          [sales, -99, -99],
        ]),
      ).rejects.toThrow('does not balance')
      await expect(post('2026-11-20', lines(1))).rejects.toThrow('does not balance')
      await expect(post('2026-11-20', lines(2))).rejects.toThrow('does not balance')
    })

    it('keep every entry unchanged until the business is deleted', async () => {
      const [cash, sales] = [await idOf('CASH_AND_BANK'), await idOf('INCOME')]
      await post('2026-11-20', [
        [cash, 100, 100],
        [sales, -100, -100],
      ])
      for (const statement of [
        sql`update postings set amount = 1 where business_id = ${world.business.uuid}`,
        sql`delete from postings where business_id = ${world.business.uuid}`,
        sql`update entries set day = '2026-01-01' where business_id = ${world.business.uuid}`,
        sql`delete from entries where business_id = ${world.business.uuid}`,
        sql`delete from accounts where business_id = ${world.business.uuid}`,
      ]) {
        await expect(statement.execute(world.endpoint.db)).rejects.toThrow('never changed')
      }
      expect(await balancesOf(cash)).toMatchObject({ balance: '1.00' })
      await world.endpoint.db.deleteFrom('businesses').where('id', '=', world.business.uuid).execute()
      const left = await sql`select 1 from postings where business_id = ${world.business.uuid}
        union all select 1 from accounts where business_id = ${world.business.uuid}`.execute(
        world.endpoint.db,
      )
      expect(left.rows).toEqual([])
    })
  })
}
