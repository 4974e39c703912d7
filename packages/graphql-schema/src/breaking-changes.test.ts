import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  validateSchema,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { findBrokenPromises, printPromise } from './breaking-changes.ts'
import { readPromise, readSchema } from './main.ts'

describe('the schema', () => {
  const schema = readSchema()

  it('is valid', () => {
    expect(validateSchema(schema)).toEqual([])
  })

  it('breaks no promise', () => {
    expect(findBrokenPromises(buildSchema(readPromise()), schema)).toEqual([])
  })

  it('matches the stored promise: after a change run node packages/graphql-schema/src/main.ts', () => {
    expect(printPromise(schema)).toBe(readPromise())
  })

  it('describes every type, field, argument and value', () => {
    const silent: string[] = []
    const note = (place: string, described: { readonly description?: string | null | undefined }) => {
      if ((described.description ?? '').length < 3) silent.push(place)
    }
    for (const type of Object.values(schema.getTypeMap())) {
      if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue
      note(type.name, type)
      if (isEnumType(type)) for (const value of type.getValues()) note(`${type.name}.${value.name}`, value)
      if (isInputObjectType(type)) {
        for (const field of Object.values(type.getFields())) note(`${type.name}.${field.name}`, field)
      }
      if (isObjectType(type) || isInterfaceType(type)) {
        for (const field of Object.values(type.getFields())) {
          note(`${type.name}.${field.name}`, field)
          for (const argument of field.args) note(`${type.name}.${field.name}(${argument.name})`, argument)
        }
      }
    }
    expect(silent).toEqual([])
  })
})

describe(findBrokenPromises, () => {
  const promised = buildSchema('type Query { a(page: Int = 1): String, b: E } enum E { X Y }')

  it.each([
    ['a field that is gone', 'type Query { b: E } enum E { X Y }', 'Query.a'],
    ['a field of another type', 'type Query { a(page: Int = 1): Int, b: E } enum E { X Y }', 'Query.a'],
    [
      'an argument that must be sent now',
      'type Query { a(page: Int = 1, c: Int!): String, b: E } enum E { X Y }',
      'c',
    ],
    ['another default', 'type Query { a(page: Int = 2): String, b: E } enum E { X Y }', 'default'],
    ['a value that is gone', 'type Query { a(page: Int = 1): String, b: E } enum E { X }', 'Y'],
  ])('reports %s', (_, sdl, named) => {
    const broken = findBrokenPromises(promised, buildSchema(sdl))
    expect(broken.join('\n')).toContain(named)
  })

  it.each([
    ['a new field', 'type Query { a(page: Int = 1): String, b: E, c: Int } enum E { X Y }'],
    ['a new optional argument', 'type Query { a(page: Int = 1, c: Int): String, b: E } enum E { X Y }'],
    ['a field that is never null any more', 'type Query { a(page: Int = 1): String!, b: E } enum E { X Y }'],
    ['a description', '"Root." type Query { a(page: Int = 1): String, b: E } enum E { X Y }'],
  ])('accepts %s', (_, sdl) => {
    expect(findBrokenPromises(promised, buildSchema(sdl))).toEqual([])
  })
})
