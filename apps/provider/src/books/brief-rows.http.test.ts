import {
  getNamedType,
  isCompositeType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { startSales } from '#testing/sales.ts'
import { readPublicSchema } from '#testing/public-schema.ts'

const schema = readPublicSchema()

/** Returns the selection of a field with its plain fields. */
function selectionOf({ name, type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type)
  if (!isCompositeType(named)) return name
  const inside = isObjectType(named) ? Object.values(named.getFields()) : []
  const plain = inside.filter((each) => isLeafType(getNamedType(each.type)) && each.args.length === 0)
  return `${name} { __typename ${plain.map((each) => each.name).join(' ')} }`
}

function selectionsOf(typeName: string): readonly string[] {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`${typeName} has no fields`)
  return Object.values(type.getFields())
    .filter(({ args }) => !args.some((argument) => isRequiredArgument(argument)))
    .map(selectionOf)
}

let server: BooksEndpoint
let books: TestBooks

beforeAll(async () => {
  server = await startBooks('memory')
  books = await server.open()
  const sales = await startSales(books)
  const address = {
    addressLine1: '1 Quay',
    addressLine2: 'Loft',
    city: 'Halifax',
    postalCode: 'B3H',
    countryCode: 'CA',
    provinceCode: 'CA-NS',
  }
  const { customer } = await books.change(
    'customerCreate',
    {
      businessId: books.business.id,
      name: 'Anna',
      firstName: 'Anna',
      lastName: 'Berg',
      email: 'anna@example.com',
      displayId: 'A1',
      internalNotes: 'pays',
      phone: '1',
      mobile: '2',
      tollFree: '3',
      fax: '4',
      website: 'example.com',
      currency: 'USD',
      address,
      shippingDetails: { name: 'Bert', phone: '5', instructions: 'ring', address },
    },
    'customer { id }',
  )
  const invoice = await sales.invoice({
    customerId: customer.id,
    currency: 'USD',
    exchangeRate: '1.25',
    status: 'SAVED',
    invoiceDate: '2026-01-01',
    dueDate: '2026-02-01',
    title: 'Bill',
    subhead: 'Under it',
    memo: 'Thanks',
    footer: 'The end',
    poNumber: 'P1',
    hideName: true,
    disableBankPayments: true,
    discounts: [{ discountType: 'FIXED', name: 'Friends', amount: '5' }],
  })
  await sales.pay(invoice, '10')
  await books.change('invoiceMarkSent', { invoiceId: invoice.id, sendMethod: 'MARKED_SENT' })
})
afterAll(() => server.close())

describe.each([
  ['Invoice', (inside: string) => `invoices { edges { node { ${inside} } } }`],
  ['Customer', (inside: string) => `customers { edges { node { ${inside} } } }`],
  ['Customer', (inside: string) => `invoices { edges { node { customer { ${inside} } } } }`],
])('a field of %s', (typeName, place) => {
  const nodesOf = async (inside: string): Promise<readonly any[]> => {
    const [{ edges }] = Object.values<any>(await books.select(place(inside)))
    return edges.map(({ node }: any) => (place('').includes('customer {') ? node.customer : node))
  }

  it('has the same value when it is selected alone', async () => {
    const selections = selectionsOf(typeName)
    const whole = await nodesOf(selections.join(' '))
    for (const selection of selections) {
      const [name = ''] = selection.split(' ')
      expect(await nodesOf(selection), selection).toEqual(whole.map((node) => ({ [name]: node[name] })))
    }
  })
})
