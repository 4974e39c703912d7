import type { ResolverMap } from '#caller/resolver.ts'
import type { GraphQLSchema } from 'graphql'
import { isObjectType } from 'graphql'
import { applicationResolvers } from './oauth-application/application-resolvers.ts'
import { businessResolvers } from './business/business-resolvers.ts'
import { referenceResolvers } from './reference/reference-resolvers.ts'
import { userResolvers } from './user/user-resolvers.ts'

/** THE LIST: one entry per noun. */
const RESOLVERS: readonly ResolverMap[] = [
  userResolvers,
  businessResolvers,
  applicationResolvers,
  referenceResolvers,
]

/** Gives the fields of `schema` their resolvers, in place. A resolver for something that is not there is a fault. */
export function attachResolvers(schema: GraphQLSchema, maps: readonly ResolverMap[] = RESOLVERS): void {
  for (const [typeName, fields] of maps.flatMap((map) => Object.entries(map))) {
    const type = schema.getType(typeName)
    for (const [fieldName, resolve] of Object.entries(fields)) {
      const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
      if (!field) throw new Error(`There is no field ${typeName}.${fieldName} in the schema`)
      // The executor calls with what the schema promises: source and arguments of exactly this field.
      field.resolve = resolve as NonNullable<typeof field.resolve>
    }
  }
}
