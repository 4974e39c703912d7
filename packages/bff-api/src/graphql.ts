import { z } from 'zod'

/**
 * The app's own GraphQL operations, written at build time to `operations.json` and read by the BFF at start.
 * Keyed by the lower-case hex SHA-256 of `document`.
 */
export const OperationManifestSchema = z.record(
  z.string().regex(/^[0-9a-f]{64}$/),
  z.object({
    name: z.string(),
    kind: z.enum(['query', 'mutation']),
    /** The scope values that are required for any part of the answer. */
    scopes: z.array(z.string()),
    document: z.string(),
  }),
)
export type OperationManifest = z.infer<typeof OperationManifestSchema>

/** Body of `POST /graphql` from the app: the hash instead of the text. */
export const GraphqlRequestSchema = z.object({
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z
    .object({ persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string() }).optional() })
    .nullish(),
})
export type GraphqlRequest = z.infer<typeof GraphqlRequestSchema>
