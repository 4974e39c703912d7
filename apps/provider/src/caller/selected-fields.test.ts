import { buildSchema, parse, type GraphQLResolveInfo } from 'graphql'
import { describe, expect, it } from 'vitest'
import { executeByLevel } from '#graphql/execution/execute-by-level.ts'
import { selectsOnly } from './selected-fields.ts'

const NAMES = new Set(['a', 'b'])

/** Returns true if the document selects only `a` and `b` of the nodes of a list. */
async function asksOnlyNames(document: string): Promise<boolean> {
  const schema = buildSchema(
    'type Node { a: Int b: Int c: Int inner: Node } type Edge { node: Node } type List { edges: [Edge] total: Int } type Query { list: List }',
  )
  let asked: boolean | undefined
  const field = schema.getQueryType()?.getFields()['list']
  if (field !== undefined) {
    field.resolve = (_source, _args, _context, info: GraphQLResolveInfo) => {
      asked = selectsOnly(info, NAMES, ['edges', 'node'])
      return null
    }
  }
  await executeByLevel({ schema, document: parse(document), variableValues: { no: false } })
  if (asked === undefined) throw new Error('The field was not resolved')
  return asked
}

describe(selectsOnly, () => {
  it.each([
    '{ list { total edges { node { a alias: b __typename } } } }',
    '{ list { ...L } } fragment L on List { edges { ... { ...E } ...E } } fragment E on Edge { node { b } }',
    '{ list { total } }',
  ])('is true: %s', async (document) => {
    expect(await asksOnlyNames(document)).toBe(true)
  })

  it.each([
    '{ list { edges { node { a c } } } }',
    '{ list { edges { node { a: c } } } }',
    '{ list { edges { node { a } } } list { edges { more: node { c } } } }',
    '{ list { ...L edges { node { a } } } } fragment L on List { edges { ... on Edge { node { ...N } } } } fragment N on Node { c }',
    'query ($no: Boolean!) { list { edges { node { a c @include(if: $no) } } } }',
    '{ list { edges { node { a inner { a } } } } }',
  ])('is false: %s', async (document) => {
    expect(await asksOnlyNames(document)).toBe(false)
  })
})
