import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS, integerIn } from '#testing/books-endpoint.ts'
import { startBooksWorld } from '#testing/books-world.ts'

const PRODUCT = `id name description unitPrice isSold isBought isArchived internalId createdAt modifiedAt
  business { id } incomeAccount { id name } expenseAccount { id name } defaultSalesTaxes { abbreviation }`
const ANSWER = `product { ${PRODUCT} }`

describe.each(DATABASE_KINDS)('products, on a database of kind %s', (kind) => {
  const world = startBooksWorld(kind)

  type Input = Readonly<Record<string, unknown>>
  const create = async (input: Input = {}) =>
    (
      await world.books.change(
        'productCreate',
        { businessId: world.books.business.id, name: 'Oak board', unitPrice: '19.5', ...input },
        ANSWER,
      )
    ).product
  const patch = async (id: string, input: Input) =>
    (await world.books.change('productPatch', { id, ...input }, ANSWER)).product
  const accountOf = async (subtype: string, of = world.books) =>
    (await of.list(`accounts(subtypes: [${subtype}])`, 'id name')).nodes[0]
  const taxOf = async (abbreviation: string, of = world.books) =>
    (
      await of.change(
        'salesTaxCreate',
        { businessId: of.business.id, name: abbreviation, abbreviation, rate: '0.05' },
        'salesTax { id }',
      )
    ).salesTax.id as string
  const namesOf = async (args = '') =>
    (await world.books.list(`products${args}`, 'name')).nodes.map(({ name }) => name as string)

  it('have accounts for selling and buying, and their taxes in order', async () => {
    const income = await accountOf('INCOME')
    const expense = await accountOf('COST_OF_GOODS_SOLD')
    const taxes = [await taxOf('QST'), integerIn(await taxOf('GST'))]
    const made = await create({
      name: ' Oak board ',
      description: 'Planed',
      unitPrice: 12.345675,
      incomeAccountId: income.id,
      expenseAccountId: integerIn(expense.id),
      defaultSalesTaxIds: taxes,
    })
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Oak board',
      description: 'Planed',
      unitPrice: '12.34568',
      isSold: true,
      isBought: true,
      isArchived: false,
      internalId: null,
      createdAt: world.endpoint.now().toISOString(),
      modifiedAt: world.endpoint.now().toISOString(),
      business: { id: world.books.business.id },
      incomeAccount: income,
      expenseAccount: expense,
      defaultSalesTaxes: [{ abbreviation: 'QST' }, { abbreviation: 'GST' }],
    })
    expect(atob(made.id)).toBe(`Business:${world.books.business.uuid};Product:${integerIn(made.id)}`)
    for (const id of [made.id, integerIn(made.id)]) {
      expect(await world.books.select(`product(id: "${id}") { ${PRODUCT} }`)).toEqual({ product: made })
    }
  })

  it('need nothing but a name and a price, which shows the digits of the currency', async () => {
    expect(await create({ unitPrice: '-7' })).toMatchObject({
      unitPrice: '-7.00',
      description: null,
      isSold: false,
      isBought: false,
      incomeAccount: null,
      expenseAccount: null,
      defaultSalesTaxes: [],
    })
    for (const [sent, kept] of [
      ['0', '0.00'],
      ['-0', '0.00'],
      ['0.1', '0.10'],
      ['0.000005', '0.00001'],
      ['0.000004', '0.00'],
      ['999999999999', '999999999999.00'],
    ]) {
      expect((await create({ unitPrice: sent })).unitPrice).toBe(kept)
    }
  })

  it('are refused with every fault and its path, and nothing is stored', async () => {
    const hst = await taxOf('HST')
    const theirs = await taxOf('HST', world.foreignBooks)
    const cash = await accountOf('CASH_AND_BANK')
    const hers = await accountOf('INCOME', world.foreignBooks)
    const input = { businessId: world.books.business.id, name: 'Oak', unitPrice: '1' }
    expect(
      await world.books.refused('productCreate', {
        ...input,
        name: 'x'.repeat(301),
        unitPrice: '1e12',
        defaultSalesTaxIds: Array.from({ length: 11 }, () => hst),
      }),
    ).toEqual(['input.name TOO_LONG', 'input.unitPrice OUT_OF_RANGE', 'input.defaultSalesTaxIds TOO_LONG'])
    expect(
      await world.books.refused('productCreate', {
        ...input,
        incomeAccountId: cash.id,
        expenseAccountId: hers.id,
        defaultSalesTaxIds: [hst, theirs, 'BAD_ID', integerIn(hst)],
      }),
    ).toEqual([
      'input.incomeAccountId INVALID',
      'input.expenseAccountId NOT_FOUND',
      'input.defaultSalesTaxIds.1 NOT_FOUND',
      'input.defaultSalesTaxIds.2 NOT_FOUND',
      'input.defaultSalesTaxIds.3 NOT_UNIQUE',
    ])
    expect(await world.books.rowsOf('products')).toEqual([])
    const { id } = await create()
    const before = await world.books.rowsOf('products')
    expect(await world.books.refused('productPatch', { id, name: null, unitPrice: null })).toEqual([
      'input.name REQUIRED',
      'input.unitPrice REQUIRED',
    ])
    expect(await world.books.rowsOf('products')).toEqual(before)
  })

  it('refuse new archived taxes and accounts, and keep those they had', async () => {
    const { account } = await world.books.change(
      'accountCreate',
      { businessId: world.books.business.id, name: 'Old sales', subtype: 'INCOME' },
      'account { id }',
    )
    const tax = await taxOf('OLD')
    const had = await create({ incomeAccountId: account.id, defaultSalesTaxIds: [tax] })
    await world.books.change('accountArchive', { id: account.id })
    await world.books.change('salesTaxArchive', { id: tax })
    const input = { incomeAccountId: account.id, defaultSalesTaxIds: [tax] }
    const faults = ['input.incomeAccountId ARCHIVED', 'input.defaultSalesTaxIds.0 ARCHIVED']
    const other = await create()
    expect(await world.books.refused('productPatch', { id: other.id, ...input })).toEqual(faults)
    expect(
      await world.books.refused('productCreate', {
        businessId: world.books.business.id,
        name: 'New',
        unitPrice: '1',
        ...input,
      }),
    ).toEqual(faults)
    expect(await patch(had.id, { ...input, name: 'Same' })).toMatchObject({
      name: 'Same',
      incomeAccount: { name: 'Old sales' },
      defaultSalesTaxes: [{ abbreviation: 'OLD' }],
    })
  })

  it('change in the given fields; null clears', async () => {
    const income = await accountOf('INCOME')
    const made = await create({
      description: 'Planed',
      incomeAccountId: income.id,
      defaultSalesTaxIds: [await taxOf('GST')],
    })
    world.endpoint.advance(1000)
    const modifiedAt = world.endpoint.now().toISOString()
    expect(await patch(made.id, { unitPrice: '20' })).toEqual({ ...made, unitPrice: '20.00', modifiedAt })
    expect(
      await patch(made.id, { description: null, incomeAccountId: null, defaultSalesTaxIds: null }),
    ).toMatchObject({ description: null, isSold: false, incomeAccount: null, defaultSalesTaxes: [] })
  })

  it('are listed newest first, by any order, by use and by change, page by page', async () => {
    const income = await accountOf('INCOME')
    const expense = await accountOf('EXPENSE')
    const oak = await create({ incomeAccountId: income.id })
    await create({ name: 'Élan', expenseAccountId: expense.id })
    world.endpoint.advance(1000)
    const instant = world.endpoint.now().toISOString()
    await create({ name: 'birch', incomeAccountId: income.id, expenseAccountId: expense.id })
    expect(await namesOf()).toEqual(['birch', 'Élan', 'Oak board'])
    expect(await namesOf('(sort: [NAME_ASC])')).toEqual(['birch', 'Élan', 'Oak board'])
    expect(await namesOf('(sort: [CREATED_AT_ASC])')).toEqual(['Oak board', 'Élan', 'birch'])
    expect(await namesOf('(sort: [MODIFIED_AT_DESC])')).toEqual(['birch', 'Élan', 'Oak board'])
    expect(await namesOf('(isSold: true)')).toEqual(['birch', 'Oak board'])
    expect(await namesOf('(isSold: false)')).toEqual(['Élan'])
    expect(await namesOf('(isSold: true, isBought: true)')).toEqual(['birch'])
    expect(await namesOf('(isBought: false)')).toEqual(['Oak board'])
    expect(await namesOf('(isBought: null, isSold: null)')).toHaveLength(3)
    expect(await namesOf(`(modifiedAtAfter: "${instant}")`)).toEqual(['birch'])
    expect(await namesOf(`(modifiedAtBefore: "${oak.createdAt}")`)).toEqual(['Élan', 'Oak board'])
    expect(await world.books.list('products(pageSize: 2, page: 2)', 'name')).toEqual({
      nodes: [{ name: 'Oak board' }],
      pageInfo: { currentPage: 2, totalPages: 2, totalCount: 3 },
    })
    for (let times = 0; times < 2; times += 1) {
      const answer = await world.books.change('productArchive', { id: oak.id }, 'product { isArchived }')
      expect(answer).toEqual({ didSucceed: true, inputErrors: [], product: { isArchived: true } })
    }
    expect(await namesOf()).toEqual(['birch', 'Élan'])
    expect(await namesOf('(isArchived: true)')).toEqual(['Oak board'])
    expect(await namesOf('(isArchived: null)')).toHaveLength(3)
  })

  it('of another business are answered as unknown, and are deleted with their own', async () => {
    const income = (await accountOf('INCOME')).id
    const made = await create({ incomeAccountId: income, defaultSalesTaxIds: [await taxOf('GST')] })
    for (const id of [made.id, 'BAD_ID', '']) {
      expect(await world.foreignBooks.refused('productPatch', { id, name: 'Mine' })).toEqual([
        'input.id NOT_FOUND',
      ])
      expect(await world.foreignBooks.refused('productArchive', { id })).toEqual(['input.id NOT_FOUND'])
      const { errors } = await world.foreignBooks.read(`product(id: "${id}") { id }`)
      expect(errors).toMatchObject([{ message: `Product '${id}' could not be found.` }])
    }
    await world.endpoint.db.deleteFrom('businesses').where('id', '=', world.books.business.uuid).execute()
    for (const table of ['products', 'product_taxes', 'sales_taxes', 'accounts']) {
      expect(await world.books.rowsOf(table)).toEqual([])
    }
  })
})
