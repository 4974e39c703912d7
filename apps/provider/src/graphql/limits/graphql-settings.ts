import type { SettingsReader } from '@counterfoil/service/settings/config-faults'

/** The settings of the GraphQL endpoint. */
export type GraphqlSettings = ReturnType<typeof readGraphqlSettings>

/** The limits on the size of one document. */
export type DocumentLimits = GraphqlSettings['limits']

/** Reads the settings `PROVIDER_GRAPHQL_…`. The defaults let the standard introspection and full pages pass. */
export function readGraphqlSettings(settings: Pick<SettingsReader, 'integer' | 'oneOf' | 'flag'>) {
  const count = (name: Uppercase<string>, fallback: number) =>
    settings.integer(`PROVIDER_GRAPHQL_${name}` as const, { min: 1, max: 1_000_000_000, fallback })
  return {
    limits: {
      /** The depth of nested fields; introspection has its own limit, see `MAX_INTROSPECTION_DEPTH`. */
      maxDepth: count('MAX_DEPTH', 15),
      /** The number of aliases in the whole document. */
      maxAliases: count('MAX_ALIASES', 100),
      /** The number of lexical tokens in the document, counted by the parser. */
      maxTokens: count('MAX_TOKENS', 3_000),
      /** The number of fields that the answer may hold, estimated from page sizes; see `createCostEstimate`. */
      maxCost: count('MAX_COST', 100_000),
    },
    /** The limit `limits.maxTokens` for a caller without an access token, who can ask about the schema only. */
    maxAnonymousTokens: count('MAX_ANONYMOUS_TOKENS', 1_000),
    /** The maximum bytes of one request body. */
    maxBodyBytes: count('MAX_BODY_BYTES', 1_000_000),
    /** The time for all statements of one call on PostgreSQL together. */
    maxStatementsMs: count('MAX_STATEMENTS_MS', 10_000),
    /** The maximum number of calls within a minute. */
    rates: {
      /** Calls with one token. */
      perToken: count('CALLS_PER_MINUTE_PER_TOKEN', 1_200),
      /** The points of all calls with one token; each costs the possible size of its answer, and its body. */
      pointsPerToken: count('POINTS_PER_MINUTE_PER_TOKEN', 2_500_000),
      /** Calls with all tokens of one application together. */
      perApplication: count('CALLS_PER_MINUTE_PER_APPLICATION', 6_000),
      /** Calls from one address without a valid token: introspection, and guesses. */
      perAddress: count('CALLS_PER_MINUTE_PER_ADDRESS', 120),
      /** Documents from one address without a valid token that were not seen lately, and so have to be validated. */
      newDocumentsPerAddress: count('NEW_DOCUMENTS_PER_MINUTE_PER_ADDRESS', 20),
    },
    /** `memory`: each process counts for itself. `database`: all processes on one database count together. */
    rateStore: settings.oneOf('PROVIDER_GRAPHQL_RATE_STORE', ['memory', 'database'], 'memory'),
    /** True if the endpoint shows GraphiQL to a browser. */
    explorer: settings.flag('PROVIDER_GRAPHQL_EXPLORER', true),
  }
}
