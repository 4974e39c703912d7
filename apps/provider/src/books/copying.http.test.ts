import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { makerOf } from '#testing/every-input/input-examples.ts'

const PAGE_SIZE = 2

/** Lists by their field of `Business`, with the mutation that changes an entry, if there is one. */
const LISTS = [
  ['accounts', 'Account', null],
  ['customers', 'Customer', 'customerPatch'],
  ['estimates', 'Estimate', null],
  ['invoices', 'Invoice', 'invoicePatch'],
  ['products', 'Product', 'productPatch'],
  ['salesTaxes', 'SalesTax', null],
  ['transactions', 'Transaction', null],
  ['vendors', 'Vendor', null],
] as const

describe('a copy of a list, read page by page while another process writes', () => {
  let server: BooksEndpoint
  let books: TestBooks
  let counted = 0
  const next = () => {
    counted += 1
    return counted
  }

  beforeAll(async () => {
    server = await startBooks('postgres')
    books = await server.open()
  })
  afterAll(() => server.close())

  const read = (field: string, args: string) => books.list(`${field}(${args}, pageSize: ${PAGE_SIZE})`, 'id')
  const idsOf = ({ nodes }: { readonly nodes: readonly any[] }): string[] => nodes.map(({ id }) => id)

  it.each(LISTS)(
    'of %s contains each row that existed throughout, and the rows created meanwhile',
    async (field, kind, change) => {
      const make = async () => {
        server.endpoint.advance(1)
        return makerOf(books, next)(kind)
      }
      for (let made = 0; made < 5; made += 1) await make()
      const before = new Set<string>()
      for (let page = 1; ; page += 1) {
        const ids = idsOf(await read(field, `page: ${page}`))
        for (const id of ids) before.add(id)
        if (ids.length < PAGE_SIZE) break
      }
      const copied: string[] = []
      const added: string[] = []
      for (let after = '0'; ;) {
        const ids = idsOf(await read(field, `after: "${after}"`))
        copied.push(...ids)
        if (ids.length < PAGE_SIZE) break
        after = ids.at(-1) ?? ''
        // Each change moves a row that was already read to the end of a list sorted by changes, and shifts all others.
        if (change !== null)
          await books.change(change, {
            id: ids[0],
            ...(kind === 'Invoice' ? { memo: after } : { name: `Changed ${after.slice(-20)}` }),
          })
        if (added.length < 2) added.push(await make())
      }
      expect(new Set(copied).size).toBe(copied.length)
      expect(new Set(copied)).toEqual(new Set([...before, ...added]))
      // Continuing after the last id reads the rows created since.
      const last = await make()
      expect(idsOf(await read(field, `after: "${copied.at(-1)}"`))).toContain(last)
    },
  )

  it('is incomplete if it is sorted by the last change', async () => {
    const other = await server.open()
    const make = () => {
      server.endpoint.advance(1)
      return makerOf(other, next)('Customer')
    }
    const all = [await make(), await make(), await make(), await make()]
    const page = async (number: number) =>
      idsOf(await other.list(`customers(sort: [MODIFIED_AT_ASC], page: ${number}, pageSize: 2)`, 'id'))
    const first = await page(1)
    server.endpoint.advance(1)
    await other.change('customerPatch', { id: first[0], name: 'Changed' })
    const read = [...first, ...(await page(2))]
    expect(all.filter((id) => !read.includes(id))).not.toEqual([])
  })

  it('applies the filters of the list, and refuses an id that is not from it', async () => {
    const [first, second] = idsOf(await read('customers', 'after: "0"'))
    const { nodes } = await books.list(
      `customers(after: "${first}", modifiedAtAfter: "2100-01-01T00:00:00Z")`,
      'id',
    )
    expect(nodes).toEqual([])
    expect(idsOf(await read('customers', `after: "${first}", sort: [NAME_DESC], page: 7`))[0]).toBe(second)
    for (const after of [
      'BAD_ID',
      '',
      '-1',
      '9'.repeat(30),
      btoa(`Business:${books.business.uuid};Invoice:7`),
    ]) {
      const { errors } = await books.read(`customers(after: "${after}") { edges { node { id } } }`)
      expect(errors?.[0]?.extensions['code'], after).toBe('BAD_USER_INPUT')
    }
  })
})
