import { describe, expect, it } from 'vitest'
import type { Account } from '#books/accounts/account.ts'
import { rowWireIdOf, type RowId } from '#books/book-ids.ts'
import type { SalesTax } from '#books/sales-taxes/sales-tax.ts'
import { exampleBooks } from '#testing/example-books.ts'
import type { Product } from './product.ts'
import { judgeAccount, judgeTaxes, newProductOf, priceOf, readProductTexts } from './product-rules.ts'

const books = exampleBooks()
const codes = (faults: readonly { path: readonly string[]; code: string }[]) =>
  faults.map(({ path, code }) => [path.slice(1).join('.'), code])

describe('the input of a product', () => {
  const read = (input: object) => readProductTexts(input as never)

  it('omits omitted fields', () => {
    expect(read({})).toEqual({ texts: {}, faults: [] })
  })

  it.each([
    ['999999999999', '999999999999.00000', []],
    ['-999999999999', '-999999999999.00000', []],
    ['1000000000000', undefined, [['unitPrice', 'OUT_OF_RANGE']]],
    ['0.000005', '0.00001', []],
    ['0.0000049', '0.00000', []],
  ])('has a price of at most five digits after the point: %s', (unitPrice, kept, faults) => {
    const { texts, faults: found } = read({ unitPrice })
    expect([texts.unitPrice, codes(found)]).toEqual([kept, faults])
  })

  it('has a name and a description within limits, trimmed', () => {
    const { texts } = read({ name: ' Bread ', description: 'n'.repeat(2000) })
    expect(texts).toMatchObject({ name: 'Bread', description: 'n'.repeat(2000) })
    const long = { name: 'n'.repeat(301), description: 'n'.repeat(2001) }
    expect(codes(read(long).faults)).toEqual([
      ['name', 'TOO_LONG'],
      ['description', 'TOO_LONG'],
    ])
  })

  it('has at most ten taxes', () => {
    const taxes = (count: number) => ({ defaultSalesTaxIds: Array.from({ length: count }, () => 'id') })
    expect(codes(read(taxes(10)).faults)).toEqual([])
    expect(codes(read(taxes(11)).faults)).toEqual([['defaultSalesTaxIds', 'TOO_LONG']])
    expect(read(taxes(11)).faults).toMatchObject([
      { message: 'defaultSalesTaxIds has more than 10 entries.' },
    ])
    expect(codes(read({ defaultSalesTaxIds: null }).faults)).toEqual([])
  })

  it('has every given field', () => {
    const said = {
      ...{ name: 'Bread', description: 'Rye', unitPrice: '4', incomeAccountId: '1', expenseAccountId: '2' },
      defaultSalesTaxIds: ['3'],
    }
    expect(newProductOf(said as never)).toEqual(said)
    expect(newProductOf({} as never).name).toBe('')
  })

  it('has a price of zero and no accounts by default', () => {
    expect(newProductOf({ name: 'Bread' } as never)).toEqual({
      ...{ name: 'Bread', description: null, unitPrice: '0', defaultSalesTaxIds: [] },
      ...{ incomeAccountId: null, expenseAccountId: null },
    })
  })
})

describe('the account of a product', () => {
  const account = (change: Partial<Account>): Account =>
    ({ id: '7' as RowId<'Account'>, subtypeValue: 'INCOME', isArchived: false, ...change }) as Account
  const judge = (found: Account | null, present: Partial<Product> | null = null) =>
    judgeAccount('incomeAccountId', 'sent', { account: found, present: present as Product | null })

  it('belongs to these books and has a fitting subtype', () => {
    expect(judge(account({}))).toBe('7')
    expect(judge(null)).toEqual({
      ...{ code: 'NOT_FOUND', path: ['input', 'incomeAccountId'] },
      message: "Account 'sent' could not be found.",
    })
    expect(judge(account({ subtypeValue: 'EXPENSE' }))).toEqual({
      ...{ path: ['input', 'incomeAccountId'], code: 'INVALID' },
      message: 'The account must be of one of these subtypes: INCOME, DISCOUNTS, OTHER_INCOME.',
    })
    expect(
      judgeAccount('expenseAccountId', 'sent', {
        account: account({ subtypeValue: 'EXPENSE' }),
        present: null,
      }),
    ).toBe('7')
  })

  it('may be archived if the product had it before, and otherwise not', () => {
    const archived = account({ isArchived: true })
    expect(judge(archived)).toMatchObject({ code: 'ARCHIVED', message: 'The account is archived.' })
    expect(judge(archived, { incomeAccountId: '7' as never })).toBe('7')
    expect(judge(archived, { expenseAccountId: '7' as never, incomeAccountId: null })).toMatchObject({
      code: 'ARCHIVED',
    })
  })
})

describe('the taxes of a product', () => {
  const tax = (id: string, isArchived = false) =>
    ({ id, abbreviation: `T${id}`, isArchived }) as unknown as SalesTax
  const judge = (sent: readonly string[], present: readonly string[] = []) =>
    judgeTaxes(sent, {
      ...{ books, known: [tax('1'), tax('2'), tax('3', true)] },
      present: { defaultSalesTaxIds: present } as unknown as Product,
    })

  it('keep their order, and are named by either form of id', () => {
    const wire = rowWireIdOf('SalesTax', { businessId: books.businessId, id: '1' as RowId<'SalesTax'> })
    expect(judge(['2', wire])).toEqual({ ids: ['2', '1'], faults: [] })
  })

  it('report each fault with its index', () => {
    const { ids, faults } = judge(['9', '1', '1', '3', 'nonsense'])
    expect(ids).toEqual(['1'])
    expect(codes(faults)).toEqual([
      ['defaultSalesTaxIds.0', 'NOT_FOUND'],
      ['defaultSalesTaxIds.2', 'NOT_UNIQUE'],
      ['defaultSalesTaxIds.3', 'ARCHIVED'],
      ['defaultSalesTaxIds.4', 'NOT_FOUND'],
    ])
    expect(faults.slice(0, 3).map(({ message }) => message)).toEqual([
      ...["Sales tax '9' could not be found.", 'T1 is there twice.', 'T3 is archived.'],
    ])
  })

  it('may be archived if the product had them before', () => {
    expect(judge(['3'], ['3'])).toEqual({ ids: ['3'], faults: [] })
    const known = [tax('3', true)]
    expect(judgeTaxes(['3'], { books, known, present: null }).faults).toMatchObject([{ code: 'ARCHIVED' }])
  })
})

describe('the price of a product', () => {
  it.each([
    ['4', 'CAD', '4.00'],
    ['0.335', 'CAD', '0.335'],
    ['100', 'JPY', '100'],
    ['100.5', 'JPY', '100.5'],
    ['1.5', 'KWD', '1.500'],
  ])('%s in %s is formatted as %s', (unitPrice, currency, said) => {
    expect(priceOf({ unitPrice, books: exampleBooks(currency) } as Product)).toBe(said)
  })

  it('throws for a stored price that is no number', () => {
    expect(() => priceOf({ unitPrice: 'free', books } as Product)).toThrow('is no decimal')
  })
})
