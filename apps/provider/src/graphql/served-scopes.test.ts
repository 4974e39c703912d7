import { readFileSync } from 'node:fs'
import { getNamedType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { requiredScopes } from './schema/scope-guard.ts'
import { buildServedSchema } from './schema/schema.ts'

const SCHEMA = new URL(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql'))

describe('the scopes of the served schema', () => {
  const schema = buildServedSchema(readFileSync(SCHEMA, 'utf8'))

  it('stand on the way in', () => {
    const fields = schema.getQueryType()?.getFields() ?? {}
    const needed = Object.fromEntries(
      Object.values(fields).map((field) => [field.name, requiredScopes(schema, field)]),
    )
    expect(needed).toEqual({
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

  it('leave no way to a user or a business without one', () => {
    const guarded = new Set(['User', 'Business', 'BusinessConnection'])
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || guarded.has(type.name) || type.name === 'BusinessEdge') continue
      for (const field of Object.values(type.getFields())) {
        if (!guarded.has(getNamedType(field.type).name)) continue
        expect(requiredScopes(schema, field), `${type.name}.${field.name}`).not.toEqual([])
      }
    }
  })
})
