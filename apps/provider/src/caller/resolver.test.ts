import { describe, expect, it } from 'vitest'
import type { Field, Maybe, Plain, ResolversOf } from './resolver.ts'

type UserFields = {
  readonly id: Field<string>
  readonly name: Field<Maybe<string>>
  readonly createdAt: Field<Date>
  readonly page: Field<number, { readonly size?: number | null }>
}
type Row = { readonly uuid: string; readonly name: string | null; readonly createdAt: Date }
type Resolvers = ResolversOf<{ User: { source: Row; fields: UserFields } }, { readonly now: Date }>

const id = (row: Row) => row.uuid
const page = (_: Row, { size }: { readonly size?: number | null }) => size ?? 1

/** Each `@ts-expect-error` is the test: were it no error any more, the types would not compile. */
describe('the resolvers of a noun', () => {
  it('may omit a field that the source has', () => {
    expect({ User: { id, page } } satisfies Resolvers).toBeDefined()
  })

  it('do not compile without a field that the source lacks', () => {
    // @ts-expect-error there is no resolver of id
    expect({ User: { page } } satisfies Resolvers).toBeDefined()
    // @ts-expect-error no type has its resolvers
    expect({} satisfies Resolvers).toBeDefined()
  })

  it('do not compile without a field that takes arguments', () => {
    // @ts-expect-error there is no resolver of page
    expect({ User: { id } } satisfies Resolvers).toBeDefined()
  })

  it('do not compile with a field that is not in the schema', () => {
    // @ts-expect-error the schema has no field nickname
    expect({ User: { id, page, nickname: id } } satisfies Resolvers).toBeDefined()
  })

  it('do not compile with an answer of another type', () => {
    // @ts-expect-error an id is text
    expect({ User: { id: () => 5, page } } satisfies Resolvers).toBeDefined()
    // @ts-expect-error an instant is a Date
    expect({ User: { id, page, createdAt: (row: Row) => row.uuid } } satisfies Resolvers).toBeDefined()
  })

  it('require a field whose value has another type in the source', () => {
    type Other = ResolversOf<{ User: { source: { id: number }; fields: { id: Field<string> } } }, unknown>
    // @ts-expect-error id is a number here
    expect({} satisfies Other).toBeDefined()
  })

  it('start from a value with every field if a type has no source of its own', () => {
    // @ts-expect-error createdAt is missing
    const incomplete: Plain<UserFields> = { id: 'u', name: null }
    expect(incomplete).toBeDefined()
  })
})
