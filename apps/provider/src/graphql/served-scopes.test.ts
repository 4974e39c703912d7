import { readFileSync } from 'node:fs'
import { getNamedType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { requiredScopes } from './schema/scope-guard.ts'
import { buildServedSchema } from './schema/schema.ts'

const SCHEMA = new URL(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql'))

describe('the scopes of the served schema', () => {
  const schema = buildServedSchema(readFileSync(SCHEMA, 'utf8'))
  const neededBy = (root: 'Query' | 'Mutation') => {
    const type = schema.getType(root)
    const fields = isObjectType(type) ? Object.values(type.getFields()) : []
    return Object.fromEntries(fields.map((field) => [field.name, requiredScopes(schema, field)]))
  }

  it('stand on the way in', () => {
    expect(neededBy('Query')).toEqual({
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

  it('stand before every change', () => {
    expect(neededBy('Mutation')).toEqual({
      _: [],
      accountArchive: ['account:write'],
      accountCreate: ['account:write'],
      accountPatch: ['account:write'],
    })
  })

  it('leave no way to a user or a business without one', () => {
    const guarded = new Set(['User', 'Business', 'BusinessConnection', 'Account', 'AccountConnection'])
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || guarded.has(type.name) || /^(Business|Account)Edge$/.test(type.name))
        continue
      for (const field of Object.values(type.getFields())) {
        if (!guarded.has(getNamedType(field.type).name)) continue
        expect(requiredScopes(schema, field), `${type.name}.${field.name}`).not.toEqual([])
      }
    }
  })
})
