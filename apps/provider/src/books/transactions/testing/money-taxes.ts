import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ask } from '#testing/graphql-endpoint.ts'
import { CREATE, DEPOSIT, type Input, type MoneyWorld } from './money-world.ts'

/** Tests of the taxes of transactions. */
export function moneyTaxes(world: MoneyWorld): void {
  const { change, account, newTax, newCustomer, sale, faultsOf, linesOf, balanceOf } = world

  it('enters taxes on the side of their line: collected and recoverable ones on their own account, others with the line', async () => {
    const customer = await newCustomer('Ms Quay')
    const [hst, pst] = [await newTax('HST', true), await newTax('PST', false)]
    const taxes = [
      { salesTaxId: hst, amount: '13' },
      { salesTaxId: atob(pst).split(':').at(-1), amount: '7.00' },
    ]
    const cash = await account('Cash on Hand')
    const sold = await change(
      CREATE,
      await sale({
        anchor: { accountId: cash, amount: 120, direction: 'DEPOSIT' },
        lineItems: [{ accountId: await account('Sales'), amount: 100, customerId: customer, taxes }],
      }),
    )
    expect(linesOf(sold)).toEqual([
      'DEBIT Cash on Hand 120.00',
      'CREDIT Sales 100.00',
      'CREDIT HST 13.00',
      'CREDIT PST 7.00',
    ])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from postings
      where business_id = ${world.business.uuid} and customer_id = ${atob(customer).split(':').at(-1)}::bigint`.execute(
      world.endpoint.db,
    )
    expect(rows).toEqual([{ n: 3 }])
    const bought = await change(
      CREATE,
      await sale({
        externalId: 'bill-1',
        anchor: { accountId: cash, amount: 120, direction: 'WITHDRAWAL' },
        lineItems: [{ accountId: await account('Rent'), amount: 100, taxes }],
      }),
    )
    expect(linesOf(bought)).toEqual([
      'CREDIT Cash on Hand 120.00',
      'DEBIT Rent 100.00',
      'DEBIT HST 13.00',
      'DEBIT Rent 7.00',
    ])
    const remitted = await change(
      CREATE,
      await sale({
        externalId: 'tax-1',
        anchor: { accountId: cash, amount: 7, direction: 'WITHDRAWAL' },
        lineItems: [{ accountId: await account('PST'), amount: 7, balance: 'DECREASE' }],
      }),
    )
    expect(linesOf(remitted)).toEqual(['CREDIT Cash on Hand 7.00', 'DEBIT PST 7.00'])
    expect(
      await change(DEPOSIT, {
        businessId: world.business.id,
        date: '2026-11-19',
        description: 'Cards',
        origin: 'MANUAL',
        deposit: { accountId: cash, amount: 113 },
        lineItems: [
          {
            accountId: await account('Sales'),
            amount: 100,
            taxes: [{ abbreviation: ' hst ', amount: 13 }],
            customerId: customer,
          },
        ],
      }),
    ).toEqual({ didSucceed: true, inputErrors: [] })
    expect(await balanceOf('HST')).toMatchObject({ balance: '13.00' })
    expect(await balanceOf('PST')).toMatchObject({ balance: '0.00' })

    const withTaxes = async (...each: readonly Input[]) =>
      faultsOf(
        await change(
          CREATE,
          await sale({
            externalId: 'x',
            lineItems: [{ accountId: await account('Sales'), amount: 100, taxes: each }],
          }),
        ),
      )
    const foreignTax = btoa(`Business:${world.foreign.uuid};SalesTax:${atob(hst).split(':').at(-1)}`)
    expect(await withTaxes({ salesTaxId: hst, amount: 1 }, { salesTaxId: hst, amount: 0 })).toEqual([
      'lineItems.0.taxes.1.amount INVALID',
      'lineItems.0.taxes.1.salesTaxId NOT_UNIQUE',
    ])
    expect(await withTaxes({ salesTaxId: foreignTax, amount: 1 }, { salesTaxId: 'BAD', amount: 1 })).toEqual([
      'lineItems.0.taxes.0.salesTaxId NOT_FOUND',
      'lineItems.0.taxes.1.salesTaxId NOT_FOUND',
    ])
    await ask(
      world.endpoint,
      world.token,
      `mutation { salesTaxArchive(input: { id: "${pst}" }) { didSucceed }
      customerDelete(input: { id: "${customer}" }) { didSucceed } }`,
    )
    expect(await withTaxes({ salesTaxId: pst, amount: 1 })).toEqual([
      'lineItems.0.taxes.0.salesTaxId ARCHIVED',
    ])
    const forCustomer = await sale({
      externalId: 'y',
      lineItems: [{ accountId: await account('Sales'), amount: 100, customerId: customer }],
    })
    expect(faultsOf(await change(CREATE, forCustomer))).toEqual(['lineItems.0.customerId ARCHIVED'])
  })
}
