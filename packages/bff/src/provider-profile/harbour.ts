import { PROVIDER_FEATURES, type ProviderFeature } from '@counterfoil/bff-api/session'
import { AUTHORIZE_PATH, METADATA_PATH, REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { SUBSCRIPTION_INACTIVE } from '@counterfoil/oauth/oauth-error'
import type { ProviderDeclaration } from './declaration.ts'
import { defineProvider } from './define-provider.ts'
import type { ProviderProfile } from './provider-profile.ts'
import { tokenResponse } from './sources.ts'

/** The scopes for the figures. `transaction:read` is added if the provider offers transactions. */
const SCOPES = ['user', 'business', 'account', 'customer', 'invoice', 'product', 'estimate'].map(
  (it) => `${it}:read`,
)
/** Scopes that are requested only when a person wants to change something. */
const OPTIONAL_SCOPES = [
  ...['sales_tax:read', 'vendor:read', 'customer:write', 'product:write'],
  ...['invoice:write', 'invoice:send', 'estimate:write', 'estimate:send'],
]

export interface HarbourOptions {
  /** Base address of the authorization service, without a slash at its end. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name?: string
  /** `/graphql/public` at {@link HarbourOptions.url} by default. */
  readonly graphqlUrl?: string
  readonly scopes?: readonly string[]
  readonly optionalScopes?: readonly string[]
  readonly pkce?: ProviderProfile['pkce']
  /** The issuer. If it is set, every callback must carry it as `iss`. */
  readonly issuer?: string | undefined
  /**
   * Which 403 of the token endpoint means that the plan has ended. `reason`: one that says so in the format of the interface's own
   * service. `status`: every one, for a service that promises only the status.
   */
  readonly planRefusal?: 'reason' | 'status'
  readonly limits?: Partial<{ readonly perMinutePerConnection: number; readonly perMinute: number }>
  readonly plansUrl?: string | undefined
  readonly connectedAppsUrl?: string | undefined
  readonly offers?: readonly ProviderFeature[]
}

/** Returns the profile of Harbour. @throws ProviderProfileError */
export function harbour(options: HarbourOptions): ProviderProfile {
  const { url, issuer, planRefusal = 'reason', offers = PROVIDER_FEATURES } = options
  const scopes = options.scopes ?? [
    ...SCOPES,
    ...(offers.includes('transactions') ? ['transaction:read'] : []),
  ]
  const inactive = { reason: SUBSCRIPTION_INACTIVE }
  const declaration: ProviderDeclaration = {
    name: options.name ?? 'Harbour',
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    realm: url,
    metadata: `${url}${METADATA_PATH}`,
    authorize: `${url}${AUTHORIZE_PATH}`,
    token: `${url}${TOKEN_PATH}`,
    revoke: `${url}${REVOKE_PATH}`,
    ...(issuer === undefined ? { iss: 'off' } : { issuer, iss: 'required' }),
    credentials: 'form',
    pkce: options.pkce ?? 'auto',
    authorizationParameters: { approval_prompt: 'auto' },
    askAgain: { approval_prompt: 'force' },
    scopes: withoutWords(scopes),
    optionalScopes: withoutWords(options.optionalScopes ?? OPTIONAL_SCOPES),
    identity: tokenResponse('userId'),
    person: {
      from: 'graphql',
      document: '{ user { id defaultEmail } }',
      needs: 'user:read',
      userId: 'user.id',
      email: 'user.defaultEmail',
      emailVerified: true,
    },
    business: {
      from: 'tokenResponse',
      id: 'businessId',
      name: 'business.name',
      choose: 'businessId',
      details: {
        document: 'query Business($id: ID!) { business(id: $id) { id name } }',
        needs: 'business:read',
      },
    },
    refresh: 'keeps',
    refusals: {
      planEnded: [
        {
          at: 'token',
          status: 403,
          ...(planRefusal === 'status' ? {} : { code: 'access_denied', ...inactive }),
        },
        { at: 'api', ...inactive },
      ],
    },
    graphql: { url: options.graphqlUrl ?? `${url}/graphql/public`, ...options.limits },
    plansUrl: options.plansUrl,
    connectedAppsUrl: options.connectedAppsUrl,
    offers: [...offers],
  }
  return defineProvider(declaration)
}

/** Returns scopes without descriptions: the app has its own for the permissions of Harbour. */
const withoutWords = (scopes: readonly string[]) => Object.fromEntries(scopes.map((scope) => [scope, null]))
