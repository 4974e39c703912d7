import { asApplicationId, asGrantId, asUserId } from '@counterfoil/oauth/testing/ids'
import { buildSchema, execute, isAbstractType, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '#caller/viewer.ts'
import { guardSchema, lackedScopes } from './schema.ts'

const SDL = `
  directive @requiresScope(scope: String!) on FIELD_DEFINITION | OBJECT
  interface Node { id: ID! }
  interface BusinessNode { business: Business! id: ID! }
  union Source = Invoice | Customer
  type Business implements Node @requiresScope(scope: "business:read") {
    id: ID!
    customers: [Customer!] @requiresScope(scope: "customer:read")
  }
  type Customer implements Node & BusinessNode @requiresScope(scope: "customer:read") { id: ID!, business: Business!, parent: Customer }
  type Invoice implements Node & BusinessNode @requiresScope(scope: "invoice:read") { id: ID!, business: Business!, source: Source }
  type Query {
    node: Node
    nodes: [Node]
    sources: [Source]
    business: Business
    customer: Customer
    invoice: Invoice
    open: String
  }
  type Created @requiresScope(scope: "customer:write") { customer: Customer }
  type Mutation { customerCreate: Created, other: Int @requiresScope(scope: "invoice:send") }
`

const BUSINESS = { __typename: 'Business', id: 'b' }
const CUSTOMER = { __typename: 'Customer', id: 'c', business: BUSINESS }
const INVOICE = { __typename: 'Invoice', id: 'i', business: BUSINESS, source: CUSTOMER }

function run(query: string, scopes: readonly string[] | undefined) {
  const schema = buildSchema(SDL)
  const effects: string[] = []
  guardSchema(schema)
  const viewer: Viewer | undefined = scopes && {
    userId: asUserId('u'),
    applicationId: asApplicationId('a'),
    scopes,
    reach: { kind: 'eligible', grantId: asGrantId('g') },
  }
  const rootValue = {
    open: 'open',
    node: INVOICE,
    nodes: [INVOICE, BUSINESS, CUSTOMER],
    sources: [CUSTOMER, INVOICE],
    business: { ...BUSINESS, customers: [CUSTOMER] },
    customer: CUSTOMER,
    invoice: INVOICE,
    customerCreate: () => {
      effects.push('customerCreate')
      return { customer: CUSTOMER }
    },
    other: () => {
      effects.push('other')
      return 1
    },
  }
  const result = execute({ schema, document: parse(query), rootValue, contextValue: { viewer } })
  return { result, effects }
}

async function refused(query: string, scopes: readonly string[] | undefined) {
  const { data, errors = [] } = await run(query, scopes).result
  const problems = errors.map((error) => [
    error.path?.join('.'),
    error.extensions['code'],
    error.extensions['requiredScopes'],
  ])
  return { data: JSON.parse(JSON.stringify(data)), problems }
}

describe('a field that needs a scope', () => {
  it('is null, with an error that names the scope and its path', async () => {
    expect(await refused('{ open business { id } }', ['user:read'])).toEqual({
      data: { open: 'open', business: null },
      problems: [['business', 'FORBIDDEN', ['business:read']]],
    })
  })

  it('is answered with the scope, and with the star of its resource', async () => {
    for (const scope of ['business:read', 'business:*']) {
      expect(await refused('{ business { id } }', [scope])).toEqual({
        data: { business: { id: 'b' } },
        problems: [],
      })
    }
  })

  it('is refused with write alone, and with a scope that begins alike', async () => {
    for (const scope of [
      'business:write',
      'business',
      'business:rea',
      'businesses:read',
      '*',
      '*:*',
      'customer:*',
    ]) {
      expect((await refused('{ business { id } }', [scope])).problems).toHaveLength(1)
    }
  })

  it('is refused without a token', async () => {
    expect((await refused('{ open business { id } }', undefined)).problems).toEqual([
      ['business', 'FORBIDDEN', ['business:read']],
    ])
  })

  it.each([
    ['an alias', '{ mine: business { id } }', 'mine'],
    ['a fragment', '{ ...F } fragment F on Query { business { id } }', 'business'],
    ['an inline fragment', '{ ... on Query { business { id } } }', 'business'],
    [
      'a fragment in a fragment',
      '{ ...F } fragment F on Query { ...G } fragment G on Query { b: business { id } }',
      'b',
    ],
    ['the type name alone', '{ business { __typename } }', 'business'],
  ])('is refused through %s', async (_, query, path) => {
    expect((await refused(query, [])).problems).toEqual([[path, 'FORBIDDEN', ['business:read']]])
  })

  it('is refused inside a readable field', async () => {
    const { data, problems } = await refused('{ business { id customers { id } } }', ['business:read'])
    expect(data).toEqual({ business: { id: 'b', customers: null } })
    expect(problems).toEqual([['business.customers', 'FORBIDDEN', ['customer:read']]])
  })

  it('is refused on the way back up from a list', async () => {
    const { data, problems } = await refused('{ customer { id business { id } } }', ['customer:read'])
    expect(data).toEqual({ customer: null })
    expect(problems).toEqual([['customer.business', 'FORBIDDEN', ['business:read']]])
  })

  it('is refused if an interface resolves to its type', async () => {
    expect(await refused('{ node { id } }', ['business:read'])).toEqual({
      data: { node: null },
      problems: [['node', 'FORBIDDEN', ['invoice:read']]],
    })
    expect((await refused('{ node { id } }', ['invoice:read'])).data).toEqual({ node: { id: 'i' } })
  })

  it('is refused for each entry of a list of an interface or a union', async () => {
    expect(await refused('{ nodes { id } }', ['business:read'])).toEqual({
      data: { nodes: [null, { id: 'b' }, null] },
      problems: [
        ['nodes.0', 'FORBIDDEN', ['invoice:read']],
        ['nodes.2', 'FORBIDDEN', ['customer:read']],
      ],
    })
    expect(
      (await refused('{ sources { ... on Customer { id } ... on Invoice { id } } }', ['customer:read'])).data,
    ).toEqual({
      sources: [{ id: 'c' }, null],
    })
  })

  it('is refused inside an interface, for the fields of its type', async () => {
    const query = '{ node { ... on BusinessNode { business { id } } } }'
    expect((await refused(query, ['invoice:read'])).problems).toEqual([
      ['node.business', 'FORBIDDEN', ['business:read']],
    ])
  })

  it('stops a mutation before anything happens', async () => {
    const { result, effects } = run('mutation { customerCreate { customer { id } } other }', [
      'customer:read',
    ])
    const { data, errors } = await result
    expect(JSON.parse(JSON.stringify(data))).toEqual({ customerCreate: null, other: null })
    expect(errors).toHaveLength(2)
    expect(effects).toEqual([])
  })
})

describe(lackedScopes, () => {
  it('names every missing scope, in order', () => {
    const viewer: Viewer = {
      userId: asUserId('u'),
      applicationId: null,
      scopes: ['user:read'],
      reach: { kind: 'member', grantId: asGrantId('g'), businessId: null },
    }
    expect(lackedScopes(viewer, ['a:read', 'user:read', 'b:read'])).toEqual(['a:read', 'b:read'])
  })
})

describe('the guard', () => {
  it('checks every interface and union', () => {
    const schema = buildSchema(SDL)
    guardSchema(schema)
    const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType)
    expect(abstract.map((type) => typeof type.resolveType)).toEqual(abstract.map(() => 'function'))
  })
})
