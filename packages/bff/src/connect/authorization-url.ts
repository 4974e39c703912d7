import type { Intent } from '@counterfoil/bff-api/connect-result'
import { deriveCodeChallenge } from '@counterfoil/oauth/pkce'
import { formatScope } from '@counterfoil/oauth/scope'
import type { BusinessWireId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'
import type { ProviderMetadata } from '#provider/metadata-client.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { Attempt } from './attempt.ts'

/** The parameters of an authorization request that depend on the intent. */
interface IntentRequest {
  readonly approvalPrompt: 'auto' | 'force'
  readonly businessId: BusinessWireId | null
  readonly scopes: readonly string[]
}

/** The connection an intent is about. */
interface IntentSubject {
  readonly businessId: BusinessWireId | null
  readonly scopes: readonly string[]
}

/**
 * Returns the request of each intent.
 *
 * Reconnecting requests the permissions that were allowed before: with more, the provider would have to ask, and the person would
 * have to decide where nothing is meant to change. Allowing more leaves the other permissions as they are.
 *
 * @param wanted The scopes that `allow_more` adds. If empty, all reading scopes: those that change data are requested by name.
 */
export function chooseIntentRequest(
  intent: Intent,
  subject: IntentSubject | undefined,
  app: { readonly scopes: readonly string[]; readonly optionalScopes: readonly string[] },
  wanted: readonly string[] = [],
): IntentRequest {
  const allowed = subject?.scopes ?? []
  const businessId = subject?.businessId ?? null
  switch (intent) {
    case 'connect':
      return { approvalPrompt: 'auto', businessId: null, scopes: app.scopes }
    case 'sign_in':
    case 'reconnect':
      return { approvalPrompt: 'auto', businessId, scopes: allowed.length > 0 ? allowed : app.scopes }
    case 'switch_business':
      return { approvalPrompt: 'force', businessId: null, scopes: app.scopes }
    case 'allow_more':
      return {
        approvalPrompt: 'auto',
        businessId,
        scopes: [
          ...new Set([
            ...allowed,
            ...(wanted.length > 0 ? wanted : [...app.scopes, ...app.optionalScopes.filter(isReading)]),
          ]),
        ],
      }
    case 'ask_again':
      return { approvalPrompt: 'force', businessId, scopes: [...new Set([...app.scopes, ...allowed])] }
  }
}

const isReading = (scope: string): boolean => scope.endsWith(':read')

/**
 * Returns the parameters that make the provider ask for the account, although it may still know an earlier user of this browser.
 * Both are sent to a provider whose metadata could not be read.
 */
export function choosePasswordRequest(
  takesLoginPrompt: boolean | undefined,
): Pick<Attempt, 'prompt'> & Partial<Pick<Attempt, 'approvalPrompt'>> {
  return {
    ...(takesLoginPrompt === false ? {} : { prompt: 'login' }),
    ...(takesLoginPrompt === true ? {} : { approvalPrompt: 'force' }),
  }
}

/** The provider settings that an authorization request depends on. */
type AuthorizationProfile = Pick<
  ProviderProfile,
  'clientId' | 'authorizationParameters' | 'askAgain' | 'business' | 'identity'
>

/** Returns the authorization URL that a browser is sent to. @see interface.md section 4.1; RFC 7636 section 4.3 */
export function buildAuthorizationUrl(
  authorizeUrl: string,
  profile: AuthorizationProfile,
  request: IntentRequest & {
    readonly prompt?: 'login' | undefined
    readonly redirectUri: string
    readonly state: string
    readonly codeChallenge: string | undefined
  },
): string {
  const url = new URL(authorizeUrl)
  const { business, identity } = profile
  const own = {
    ...profile.authorizationParameters,
    ...(request.approvalPrompt === 'force' ? profile.askAgain : {}),
  }
  const prompts = [request.prompt, own['prompt']].filter((prompt) => prompt !== undefined)
  const parameters: Readonly<Record<string, string | undefined>> = {
    ...own,
    client_id: profile.clientId,
    response_type: 'code',
    scope: formatScope(request.scopes) || undefined,
    redirect_uri: request.redirectUri,
    state: request.state,
    prompt: prompts.length === 0 ? undefined : [...new Set(prompts)].join(' '),
    nonce: identity.from === 'idToken' ? nonceOf(request.state) : undefined,
    ...(business?.choose === undefined ? {} : { [business.choose]: request.businessId ?? undefined }),
    code_challenge: request.codeChallenge,
    code_challenge_method: request.codeChallenge === undefined ? undefined : 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}

/** Derives the nonce that binds an id_token to the attempt that requested it. @see OpenID Connect Core 1.0 section 3.1.2.1 */
export const nonceOf = (state: string): string => digestOf(`nonce\n${state}`)

/** Returns the authorization URL of `attempt`. @throws NoAddressesError */
export async function authorizationUrlOf(
  { state, codeVerifier, approvalPrompt, prompt, businessId, scopes }: Attempt,
  deps: {
    readonly provider: AuthorizationProfile
    readonly metadata: Pick<ProviderMetadata, 'addresses'>
    readonly redirectUri: string
  },
): Promise<string> {
  const { authorize } = await deps.metadata.addresses()
  return buildAuthorizationUrl(authorize, deps.provider, {
    approvalPrompt,
    prompt,
    businessId,
    scopes,
    redirectUri: deps.redirectUri,
    state,
    codeChallenge: codeVerifier === null ? undefined : await deriveCodeChallenge(codeVerifier),
  })
}
