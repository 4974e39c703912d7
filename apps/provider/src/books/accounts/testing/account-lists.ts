import { expect, it } from 'vitest'
import { ARCHIVE, type AccountsWorld } from './accounts-world.ts'

/** Tests of reading the chart of accounts. */
export function accountLists(world: AccountsWorld): void {
  const { read, accountsOf, namesOf, change, create } = world

  it('exists in every new business: sorted by name, with the subtypes that only the system creates', async () => {
    const { nodes, pageInfo } = await accountsOf(
      '(isArchived: null)',
      'name subtype { value } currency { code } balance',
    )
    expect(pageInfo).toEqual({ currentPage: 1, totalPages: 1, totalCount: nodes.length })
    const names = nodes.map(({ name }: { name: string }) => name)
    expect(names).toEqual(names.toSorted())
    expect(names.length).toBeGreaterThan(20)
    expect(nodes).toContainEqual({
      name: 'Accounts Receivable',
      subtype: { value: 'RECEIVABLE_INVOICES' },
      currency: { code: 'CAD' },
      balance: '0.00',
    })
  })

  it('filters by archive, type and subtype; null and an empty list filter nothing', async () => {
    const all = await namesOf()
    expect(await namesOf('(types: null, subtypes: [], excludedSubtypes: null)')).toEqual(all)
    expect(await namesOf('(types: [EQUITY, LIABILITY])')).toEqual([
      'Customer Credits',
      'Owner Investments and Drawings',
    ])
    expect(await namesOf('(subtypes: [CASH_AND_BANK, DISCOUNTS])')).toEqual(['Cash on Hand', 'Discounts'])
    expect(await namesOf('(types: [INCOME], excludedSubtypes: [INCOME, UNCATEGORIZED_INCOME])')).toEqual([
      'Discounts',
      'Gain on Foreign Exchange',
    ])
    const { account } = await create({ name: 'Old till' })
    expect(await change(ARCHIVE, { id: account.id })).toEqual({ didSucceed: true, inputErrors: [] })
    expect(await change(ARCHIVE, { id: account.id })).toEqual({ didSucceed: true, inputErrors: [] })
    expect(await namesOf()).toEqual(all)
    expect(await namesOf('(isArchived: true)')).toEqual(['Old till'])
    expect(await namesOf('(isArchived: null)')).toHaveLength(all.length + 1)
  })

  it('returns the list page by page, and the right totals past the end', async () => {
    const all = await namesOf('(pageSize: 250)')
    const pages = [1, 2, 3, 4, 5].map((page) => namesOf(`(pageSize: 5, page: ${page})`))
    expect((await Promise.all(pages)).flat()).toEqual(all)
    expect(await accountsOf('(pageSize: 5, page: 99)')).toEqual({
      nodes: [],
      pageInfo: { currentPage: 99, totalPages: Math.ceil(all.length / 5), totalCount: all.length },
    })
    expect(await namesOf('(pageSize: 5, page: 2147483647)')).toEqual([])
    expect(
      (await read('accounts(pageSize: 251) { edges { node { id } } }')).errors?.[0]?.extensions['code'],
    ).toBe('BAD_USER_INPUT')
  })
}
