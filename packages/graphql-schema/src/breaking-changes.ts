import {
  BreakingChangeType,
  DangerousChangeType,
  findSchemaChanges,
  lexicographicSortSchema,
  printSchema,
  type GraphQLSchema,
} from 'graphql'

/** The schema in one canonical form: sorted, without descriptions. What was promised is kept in this form. */
export function printPromise(schema: GraphQLSchema): string {
  const printed = printSchema(lexicographicSortSchema(schema))
  const bare = printed.replaceAll(/^ *"""(?:[^"]|"(?!""))*"""\n/gm, '').replaceAll(/\n+(?=\n {2})/g, '')
  return `${bare.trim()}\n`
}

const BREAKING: ReadonlySet<string> = new Set([
  ...Object.values(BreakingChangeType),
  // A call that leaves the argument out would get another answer.
  DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE,
])

/** What a client of `promised` would miss in `present`, one sentence each; empty when nothing. */
export function findBrokenPromises(promised: GraphQLSchema, present: GraphQLSchema): readonly string[] {
  return findSchemaChanges(promised, present)
    .filter((change) => BREAKING.has(change.type))
    .map((change) => change.description)
}
