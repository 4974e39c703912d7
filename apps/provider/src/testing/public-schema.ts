import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'

/** Reads the public schema, without resolvers. */
export const readPublicSchema = () =>
  buildSchema(
    readFileSync(new URL(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql')), 'utf8'),
  )
