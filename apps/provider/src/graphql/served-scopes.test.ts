import { readFileSync } from 'node:fs'
import { KNOWN_SCOPES } from '@counterfoil/oauth/scope'
import { getNamedType, type GraphQLObjectType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { buildServedSchema, requiredScopes } from '#graphql/schema/schema.ts'

const SCHEMA = new URL(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql'))

/** Resources of mutations by the beginning of their names. */
const RESOURCES: readonly (readonly [RegExp, string])[] = [
  [/^account/, 'account'],
  [/^customer/, 'customer'],
  [/^(estimate|convertEstimate)/, 'estimate'],
  [/^invoice/, 'invoice'],
  [/^money/, 'transaction'],
  [/^product/, 'product'],
  [/^salesTax/, 'sales_tax'],
]

/** Types covered by `business:read`, and types that are the same for everybody. */
const DETAILS = new Set(['Address', 'BusinessSubtype', 'BusinessType', 'Currency', 'InvoiceEstimateSettings'])

describe('the scopes of the served schema', () => {
  const schema = buildServedSchema(readFileSync(SCHEMA, 'utf8'))
  const objects = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type))
  const fieldsOf = (name: string) => {
    const type = schema.getType(name)
    return isObjectType(type) ? Object.values(type.getFields()) : []
  }

  it('are required at the root fields', () => {
    const needed = fieldsOf('Query').map((field) => [field.name, requiredScopes(schema, field)])
    expect(Object.fromEntries(needed)).toEqual({
      _: [],
      accountSubtypes: [],
      accountTypes: [],
      business: ['business:read'],
      businesses: ['business:read'],
      countries: [],
      country: [],
      currencies: [],
      currency: [],
      oAuthApplication: [],
      province: [],
      user: ['user:read'],
    })
  })

  it.each(fieldsOf('Mutation').filter(({ name }) => name !== '_'))('are required by $name', (field) => {
    const resource = RESOURCES.find(([pattern]) => pattern.test(field.name))?.[1]
    const operation = /Send$|SendAcceptance/.test(field.name) ? 'send' : 'write'
    // A mutation that also creates a row of another kind needs that permission too.
    const also = field.name === 'convertEstimateToInvoice' ? ['invoice:write'] : []
    expect(requiredScopes(schema, field)).toEqual([`${resource}:${operation}`, ...also])
  })

  it.each(fieldsOf('Business').filter(({ type }) => isObjectType(getNamedType(type))))(
    'are required by Business.$name',
    (field) => {
      const { name } = getNamedType(field.type)
      if (DETAILS.has(name)) return
      expect(requiredScopes(schema, field)).toEqual([expect.stringMatching(/:read$/)])
    },
  )

  const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node')
  /** True for a type of which a caller who may only write sees the id alone. */
  const isGuardedByField = ({ name }: GraphQLObjectType) => name === 'Transaction'
  it.each(
    objects.filter((type) => isNode(type) && type.name !== 'OAuthApplication' && !isGuardedByField(type)),
  )('are on %s itself, so that every path requires them', (type) => {
    expect(type.astNode?.directives?.map(({ name }) => name.value)).toContain('requiresScope')
  })
  it.each(objects.filter(isGuardedByField))('are on every field of %s but its id', (type) => {
    for (const field of Object.values(type.getFields())) {
      if (field.name !== 'id') expect(requiredScopes(schema, field), field.name).not.toEqual([])
    }
  })

  it('are scopes that an application can request', () => {
    const named = objects.flatMap((type) =>
      fieldsOf(type.name).flatMap((field) => requiredScopes(schema, field)),
    )
    expect(named.filter((scope) => !KNOWN_SCOPES.has(scope))).toEqual([])
  })
})
