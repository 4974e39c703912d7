import {
  BreakingChangeType,
  DangerousChangeType,
  findSchemaChanges,
  lexicographicSortSchema,
  printSchema,
  type GraphQLSchema,
} from 'graphql'

/** Prints the schema in canonical form: sorted, without descriptions. The promised schema is stored in this form. */
export function printPromise(schema: GraphQLSchema): string {
  const printed = printSchema(lexicographicSortSchema(schema))
  const bare = printed.replaceAll(/^ *"""(?:[^"]|"(?!""))*"""\n/gm, '').replaceAll(/\n+(?=\n {2})/g, '')
  return `${bare.trim()}\n`
}

const BREAKING: ReadonlySet<string> = new Set([
  ...Object.values(BreakingChangeType),
  // A call that omits the argument would get another answer.
  DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE,
])

/**
 * Returns one sentence for each field, argument or value of `promised` that is missing in `present`; empty if none is missing.
 */
export function findBrokenPromises(promised: GraphQLSchema, present: GraphQLSchema): readonly string[] {
  return findSchemaChanges(promised, present)
    .filter((change) => BREAKING.has(change.type))
    .map((change) => change.description)
}
