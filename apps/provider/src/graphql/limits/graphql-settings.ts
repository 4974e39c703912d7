import type { SettingsReader } from '@counterfoil/service/settings/config-faults'
import type { DocumentLimits } from './document-limits.ts'

/** The settings of the GraphQL endpoint. */
export type GraphqlSettings = {
  readonly limits: DocumentLimits
  /** The limit `limits.maxTokens` for a caller without an access token, who can ask about the schema only. */
  readonly maxAnonymousTokens: number
  /** The maximum bytes of one request body. */
  readonly maxBodyBytes: number
  /** The time for all statements of one call on PostgreSQL together. */
  readonly maxStatementsMs: number
  /** The maximum number of calls within a minute. */
  readonly rates: {
    /** Calls with one token. */
    readonly perToken: number
    /** The points of all calls with one token; each call costs the possible size of its answer, see `estimateCost`. */
    readonly pointsPerToken: number
    /** Calls with all tokens of one application together. */
    readonly perApplication: number
    /** Calls from one address without a valid token: introspection, and guesses. */
    readonly perAddress: number
    /** Documents from one address without a valid token that were not seen lately, and so have to be validated. */
    readonly newDocumentsPerAddress: number
  }
  /** `memory`: each process counts for itself. `database`: all processes on one database count together. */
  readonly rateStore: 'memory' | 'database'
  /** True if the endpoint shows GraphiQL to a browser. */
  readonly explorer: boolean
}

/** Reads the settings `PROVIDER_GRAPHQL_…`. The defaults let the standard introspection and full pages pass. */
export function readGraphqlSettings(
  settings: Pick<SettingsReader, 'integer' | 'oneOf' | 'flag'>,
): GraphqlSettings {
  const count = (name: Uppercase<string>, fallback: number) =>
    settings.integer(`PROVIDER_GRAPHQL_${name}` as const, { min: 1, max: 1_000_000_000, fallback })
  return {
    limits: {
      maxDepth: count('MAX_DEPTH', 15),
      maxAliases: count('MAX_ALIASES', 100),
      maxTokens: count('MAX_TOKENS', 3_000),
      maxCost: count('MAX_COST', 100_000),
    },
    maxAnonymousTokens: count('MAX_ANONYMOUS_TOKENS', 1_000),
    maxBodyBytes: count('MAX_BODY_BYTES', 1_000_000),
    maxStatementsMs: count('MAX_STATEMENTS_MS', 10_000),
    rates: {
      perToken: count('CALLS_PER_MINUTE_PER_TOKEN', 1_200),
      pointsPerToken: count('POINTS_PER_MINUTE_PER_TOKEN', 2_500_000),
      perApplication: count('CALLS_PER_MINUTE_PER_APPLICATION', 6_000),
      perAddress: count('CALLS_PER_MINUTE_PER_ADDRESS', 120),
      newDocumentsPerAddress: count('NEW_DOCUMENTS_PER_MINUTE_PER_ADDRESS', 20),
    },
    rateStore: settings.oneOf('PROVIDER_GRAPHQL_RATE_STORE', ['memory', 'database'], 'memory'),
    explorer: settings.flag('PROVIDER_GRAPHQL_EXPLORER', true),
  }
}
