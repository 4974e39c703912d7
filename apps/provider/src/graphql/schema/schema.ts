import { assertValidSchema, buildSchema, type GraphQLSchema } from 'graphql'
import { guardSchema } from './scope-guard.ts'
import { attachResolvers } from '#books/nouns.ts'
import { attachScalars } from './scalars.ts'

/** Builds the schema that is executed from its text: scalars, resolvers, and the scope checks in front of them. */
export function buildServedSchema(sdl: string, nouns?: Parameters<typeof attachResolvers>[1]): GraphQLSchema {
  const schema = buildSchema(sdl)
  attachScalars(schema)
  attachResolvers(schema, nouns)
  guardSchema(schema)
  assertValidSchema(schema)
  return schema
}
