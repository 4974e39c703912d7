import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  DATABASE_KINDS,
  integerIn,
  startBooks,
  type BooksEndpoint,
  type TestBooks,
} from '#testing/books-endpoint.ts'

const TAX = `id name abbreviation description taxNumber showTaxNumberOnInvoices isCompound isRecoverable isArchived
  internalId rate rates { effective rate } createdAt modifiedAt business { id }`
const ANSWER = `salesTax { ${TAX} }`

describe.each(DATABASE_KINDS)('sales taxes, on a database of kind %s', (kind) => {
  let server: BooksEndpoint
  let books: TestBooks
  beforeAll(async () => {
    server = await startBooks(kind)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    books = await server.open({ timezone: 'America/Toronto' })
  })

  const HST = { name: 'Harmonized', abbreviation: 'HST', rate: '0.13' }
  const create = async (input: Readonly<Record<string, unknown>> = {}) =>
    (await books.change('salesTaxCreate', { businessId: books.business.id, ...HST, ...input }, ANSWER))
      .salesTax
  const patch = async (id: string, input: Readonly<Record<string, unknown>>) =>
    (await books.change('salesTaxPatch', { id, ...input }, ANSWER)).salesTax
  const namesOf = async (args = '') =>
    (await books.list(`salesTaxes${args}`, 'name')).nodes.map(({ name }) => name as string)

  it('have all their fields, one rate from today in the zone of the business, and an account of their own', async () => {
    const made = await create({ description: 'Ontario', taxNumber: '123 RT', showTaxNumberOnInvoices: true })
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Harmonized',
      abbreviation: 'HST',
      description: 'Ontario',
      taxNumber: '123 RT',
      showTaxNumberOnInvoices: true,
      isCompound: false,
      isRecoverable: false,
      isArchived: false,
      internalId: null,
      rate: '0.13',
      // 08:00 UTC on the 20th is three in the morning in Toronto.
      rates: [{ effective: '2026-11-20', rate: '0.13' }],
      createdAt: '2026-11-20T08:00:00.000Z',
      modifiedAt: '2026-11-20T08:00:00.000Z',
      business: { id: books.business.id },
    })
    expect(atob(made.id)).toBe(`Business:${books.business.uuid};SalesTax:${integerIn(made.id)}`)
    for (const id of [made.id, integerIn(made.id)]) {
      expect(await books.select(`salesTax(id: "${id}") { ${TAX} }`)).toEqual({ salesTax: made })
    }
    const { nodes } = await books.list(
      'accounts(subtypes: [SALES_TAX])',
      'id name type { value } currency { code }',
    )
    expect(nodes).toEqual([
      { id: expect.any(String), name: 'Harmonized', type: { value: 'LIABILITY' }, currency: { code: 'CAD' } },
    ])
    expect(await books.refused('accountArchive', { id: nodes[0].id })).toEqual(['input.id INVALID_STATE'])
    expect(
      await create({ abbreviation: 'QST', isCompound: true, isRecoverable: true, rate: 0.09975 }),
    ).toMatchObject({
      isCompound: true,
      isRecoverable: true,
      rate: '0.09975',
    })
  })

  it('have the rate in force on a day, and before the first one that first rate', async () => {
    const { id } = await create()
    const rates = [
      { effective: '2026-07-01', rate: '0.1500004' },
      { effective: '2024-02-29', rate: '0.05' },
      { effective: '2027-01-01', rate: 0 },
    ]
    expect((await patch(id, { rates })).rates).toEqual([
      { effective: '2024-02-29', rate: '0.05' },
      { effective: '2026-07-01', rate: '0.15' },
      { effective: '2027-01-01', rate: '0' },
    ])
    const days = [
      '1999-01-01',
      '2024-02-28',
      '2024-02-29',
      '2026-06-30',
      '2026-07-01',
      '2026-12-31',
      '2027-01-01',
    ]
    const fields = days.map((day, index) => `r${index}: rate(for: "${day}")`).join(' ')
    const { salesTax } = await books.select(`salesTax(id: "${id}") { rate now: rate(for: null) ${fields} }`)
    expect(Object.values(salesTax)).toEqual([
      '0.15',
      '0.15',
      '0.05',
      '0.05',
      '0.05',
      '0.05',
      '0.15',
      '0.15',
      '0',
    ])
  })

  it('change in the given fields; the account follows the name, and their kind stays', async () => {
    const made = await create({ taxNumber: '1', description: 'x' })
    server.endpoint.advance(1000)
    const changed = await patch(made.id, {
      name: 'Harmonized sales tax',
      abbreviation: 'hst',
      description: null,
      taxNumber: ' ',
      showTaxNumberOnInvoices: true,
    })
    expect(changed).toEqual({
      ...made,
      name: 'Harmonized sales tax',
      abbreviation: 'hst',
      description: null,
      taxNumber: null,
      showTaxNumberOnInvoices: true,
      modifiedAt: server.endpoint.now().toISOString(),
    })
    const { nodes } = await books.list('accounts(subtypes: [SALES_TAX])', 'name')
    expect(nodes).toEqual([{ name: 'Harmonized sales tax' }])
    expect(await patch(made.id, {})).toMatchObject({ name: 'Harmonized sales tax', rate: '0.13' })
  })

  it('are refused with every fault and its path, and nothing is stored', async () => {
    const { id } = await create()
    const tables = ['sales_taxes', 'accounts'] as const
    const before = await Promise.all(tables.map((table) => books.rowsOf(table)))
    const wrong = { businessId: books.business.id, ...HST }
    expect(
      await books.refused('salesTaxCreate', {
        ...wrong,
        name: '',
        abbreviation: 'x'.repeat(11),
        rate: '1.000001',
        taxNumber: '1'.repeat(101),
      }),
    ).toEqual([
      'input.name REQUIRED',
      'input.abbreviation TOO_LONG',
      'input.taxNumber TOO_LONG',
      'input.rate OUT_OF_RANGE',
    ])
    expect(
      await books.refused('salesTaxCreate', { ...wrong, abbreviation: 'QST', rate: '-0.000001' }),
    ).toEqual(['input.rate OUT_OF_RANGE'])
    for (const abbreviation of ['HST', 'hst', ' HST ', 'ＨＳＴ']) {
      expect(await books.refused('salesTaxCreate', { ...wrong, abbreviation })).toEqual([
        'input.abbreviation NOT_UNIQUE',
      ])
    }
    const rate = { effective: '2026-01-01', rate: '0.1' }
    for (const [rates, expected] of [
      [null, ['input.rates REQUIRED']],
      [[], ['input.rates REQUIRED']],
      [Array.from({ length: 101 }, () => rate), ['input.rates TOO_LONG']],
      [
        [rate, { ...rate, rate: '2' }],
        ['input.rates.1.effective NOT_UNIQUE', 'input.rates.1.rate OUT_OF_RANGE'],
      ],
    ] as const) {
      expect(await books.refused('salesTaxPatch', { id, rates })).toEqual(expected)
    }
    expect(
      await books.refused('salesTaxPatch', {
        id,
        name: null,
        abbreviation: null,
        showTaxNumberOnInvoices: null,
      }),
    ).toEqual([
      'input.name REQUIRED',
      'input.abbreviation REQUIRED',
      'input.showTaxNumberOnInvoices REQUIRED',
    ])
    expect(await Promise.all(tables.map((table) => books.rowsOf(table)))).toEqual(before)
  })

  it('have unique abbreviations even if many are created at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        books.change('salesTaxCreate', { businessId: books.business.id, ...HST }),
      ),
    )
    expect(answers.filter(({ didSucceed }) => didSucceed)).toHaveLength(1)
    expect(await books.rowsOf('sales_taxes')).toHaveLength(1)
    const other = await create({ abbreviation: 'PST' })
    expect(await books.refused('salesTaxPatch', { id: other.id, abbreviation: 'hst' })).toEqual([
      'input.abbreviation NOT_UNIQUE',
    ])
    expect(await patch(other.id, { abbreviation: 'pst' })).toMatchObject({ abbreviation: 'pst' })
  })

  it('are listed by name without archived ones, page by page', async () => {
    const { id } = await create()
    server.endpoint.advance(1000)
    await create({ name: 'Accise', abbreviation: 'A' })
    const instant = server.endpoint.now().toISOString()
    expect(await namesOf()).toEqual(['Accise', 'Harmonized'])
    expect(await namesOf(`(modifiedAtAfter: "${instant}")`)).toEqual(['Accise'])
    expect(await namesOf(`(modifiedAtBefore: "${instant}")`)).toHaveLength(2)
    expect(await books.list('salesTaxes(pageSize: 1, page: 2)', 'name')).toEqual({
      nodes: [{ name: 'Harmonized' }],
      pageInfo: { currentPage: 2, totalPages: 2, totalCount: 2 },
    })
    for (let times = 0; times < 2; times += 1) {
      const answer = await books.change('salesTaxArchive', { id }, 'salesTax { isArchived }')
      expect(answer).toEqual({ didSucceed: true, inputErrors: [], salesTax: { isArchived: true } })
    }
    expect(await namesOf()).toEqual(['Accise'])
    expect(await namesOf('(isArchived: true)')).toEqual(['Harmonized'])
    expect(await namesOf('(isArchived: null)')).toEqual(['Accise', 'Harmonized'])
    expect(await books.select(`salesTax(id: "${id}") { isArchived }`)).toEqual({
      salesTax: { isArchived: true },
    })
  })

  it('of another business are answered as unknown', async () => {
    const foreign = await server.open()
    const input = { businessId: foreign.business.id, ...HST }
    const { salesTax } = await foreign.change('salesTaxCreate', input, 'salesTax { id }')
    for (const id of [salesTax.id, 'BAD_ID', '']) {
      expect(await books.refused('salesTaxPatch', { id, name: 'Mine' })).toEqual(['input.id NOT_FOUND'])
      expect(await books.refused('salesTaxArchive', { id })).toEqual(['input.id NOT_FOUND'])
      const { errors } = await books.read(`salesTax(id: "${id}") { id }`)
      expect(errors).toMatchObject([{ message: `Sales tax '${id}' could not be found.` }])
    }
    expect(await create()).toMatchObject({ abbreviation: 'HST' })
  })
})
