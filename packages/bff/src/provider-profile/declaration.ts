import { PROVIDER_FEATURES } from '@counterfoil/bff-api/session'
import { z } from 'zod'

/** Matches a host name of this machine, or one that only a private network resolves. */
const PRIVATE_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|[^.]+|.+\.(?:localhost|local|internal))$/i

/** True for an address that a token may be sent to: https, or http within a private network. */
export function isSafeAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && PRIVATE_HOST.test(url.hostname))
}

/** @see RFC 6749 section 3.3 */
const SCOPE_VALUE = /^[\x21\x23-\x5b\x5d-\x7e]+$/
const MEMBER_PATH = /^[^.\s]+(?:\.[^.\s]+)*$/

const Text = z.string().min(1, 'is empty')
const Address = z
  .string()
  .refine(
    isSafeAddress,
    'must be an https address (http only within a private network) without a user and "#"',
  )
const Path = z.string().regex(MEMBER_PATH, 'must be names joined by dots')
const Parameters = z.record(Text, z.string())
const Words = z.strictObject({ en: Text, de: Text, fr: Text }, 'must have words in en, de and fr, or be null')
const ScopeValue = z
  .string()
  .regex(SCOPE_VALUE, 'has a scope value with a space, a quote or a letter beyond ASCII')
const Scopes = z.record(ScopeValue, Words.nullable())
const Limit = z.int('must be a whole number').min(1, 'must be at least 1').max(100_000_000, 'is too large')

const graphqlQuestion = { from: z.literal('graphql'), document: Text, needs: Text.optional() }
const restQuestion = { from: z.literal('userinfo'), url: Address.optional(), needs: Text.optional() }
const emailVerified = z.union([z.literal(true), Path], 'must be true or names joined by dots').optional()
const person = { userId: Path, email: Path.optional(), emailVerified }
const claims = { userId: Path.default('sub'), email: Path.default('email'), emailVerified }
const business = { id: Path, name: Path.optional(), choose: Text.optional() }
const kinds = (values: string) => `must be one of ${values}`

/** A pattern of answers with one meaning; each given member must be equal. */
const Refusal = z.strictObject({
  /** The place of the call. `token`: the token endpoint; `api`: GraphQL and queries of our own. Undefined: both. */
  at: z.enum(['token', 'api'], kinds('token, api')).optional(),
  status: z.int().min(200).max(599).optional(),
  /** `error` of the token endpoint; `extensions.code` of GraphQL. */
  code: Text.optional(),
  /** `reason` of the token endpoint; `extensions.reason` of GraphQL. */
  reason: Text.optional(),
})

/** The schema of the declaration of a provider. It is JSON, so that it can be a file. */
export const DeclarationSchema = z.strictObject({
  name: Text,
  clientId: Text,
  clientSecret: Text,
  issuer: Address.optional(),
  authorize: Address.optional(),
  token: Address.optional(),
  revoke: Address.optional(),
  metadata: Address.optional(),
  realm: Text.optional(),
  credentials: z.enum(['auto', 'basic', 'form'], kinds('auto, basic, form')).default('auto'),
  pkce: z.enum(['auto', 'on', 'off'], kinds('auto, on, off')).default('on'),
  iss: z.enum(['auto', 'required', 'off'], kinds('auto, required, off')).default('auto'),
  authorizationParameters: Parameters.default({}),
  askAgain: Parameters.default({}),
  signInOrigins: z.array(Address).default([]),
  scopes: Scopes,
  optionalScopes: Scopes.default({}),
  identity: z.discriminatedUnion(
    'from',
    [
      z.strictObject({ from: z.literal('tokenResponse'), ...person }),
      z.strictObject({ from: z.literal('idToken'), ...claims }),
      z.strictObject({ ...graphqlQuestion, ...person }),
      z.strictObject({ ...restQuestion, ...claims }),
    ],
    kinds('tokenResponse, idToken, userinfo, graphql'),
  ),
  person: z
    .discriminatedUnion(
      'from',
      [z.strictObject({ ...graphqlQuestion, ...person }), z.strictObject({ ...restQuestion, ...claims })],
      kinds('userinfo, graphql'),
    )
    .optional(),
  business: z
    .discriminatedUnion(
      'from',
      [
        z.strictObject({
          from: z.literal('tokenResponse'),
          details: z.strictObject({ document: Text, needs: Text.optional() }).optional(),
          ...business,
        }),
        z.strictObject({ ...graphqlQuestion, ...business }),
        z.strictObject({ ...restQuestion, ...business, url: Address }),
      ],
      kinds('tokenResponse, userinfo, graphql'),
    )
    .optional(),
  refresh: z.enum(['rotates', 'keeps', 'none'], kinds('rotates, keeps, none')).default('keeps'),
  refusals: z
    .strictObject({
      planEnded: z.array(Refusal).default([]),
      rateLimited: z.array(Refusal).default([]),
      /** Refusals at the token endpoint by which the grant has ended. */
      gone: z.array(Refusal).default([]),
    })
    .prefault({}),
  graphql: z
    .strictObject({
      url: Address,
      perMinutePerConnection: Limit.default(600),
      perMinute: Limit.default(6000),
    })
    .optional(),
  plansUrl: Address.optional(),
  connectedAppsUrl: Address.optional(),
  offers: z.array(z.enum(PROVIDER_FEATURES, kinds(PROVIDER_FEATURES.join(', ')))).default([]),
})

export type ProviderDeclaration = z.input<typeof DeclarationSchema>
export type ReadDeclaration = z.output<typeof DeclarationSchema>
