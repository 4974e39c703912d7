import { KNOWN_SCOPES, parseScope } from '@counterfoil/oauth/scope'
import type { SettingName, SettingsReader } from '@counterfoil/service/config-faults'
import { PROVIDER_FEATURES, type ProviderFeature } from '@counterfoil/bff-api/session'
import type { ClientId, ClientSecret } from '@counterfoil/oauth/ids'
import type { PlanRefusal } from './token-outcome.ts'
import type { ProviderLimits } from '#limits/provider-allowance-store.ts'

/** The provider this BFF talks to; nothing else in the code knows which one it is. */
export interface ProviderConfig {
  /** Shown to people. */
  readonly name: string
  readonly authUrl: string
  readonly graphqlUrl: string
  readonly clientId: ClientId
  readonly clientSecret: ClientSecret
  /** Asked for when connecting. */
  readonly scopes: readonly string[]
  /** Asked for later, by "allow more". */
  readonly optionalScopes: readonly string[]
  /** `auto` asks the provider's metadata. */
  readonly pkce: 'auto' | 'on' | 'off'
  /** When set, every callback must carry it as `iss` (RFC 9207). */
  readonly issuer: string | undefined
  /** When a 403 of the token endpoint speaks of the plan. */
  readonly planRefusal: PlanRefusal
  /** GraphQL calls that it takes; the defaults are Harbour's. */
  readonly graphqlLimits: ProviderLimits
  readonly plansUrl: string | undefined
  readonly connectedAppsUrl: string | undefined
  /** What it answers beside what every provider does. */
  readonly offers: readonly ProviderFeature[]
}

/** What the figures are made of; transactions where there are any. */
const DEFAULT_SCOPES =
  'user:read business:read account:read customer:read invoice:read product:read estimate:read'
/** What is asked for when it is needed: nobody allows changes before they want to change something. */
const DEFAULT_OPTIONAL_SCOPES =
  'sales_tax:read vendor:read customer:write product:write invoice:write invoice:send'

/** Reads the settings that begin with `BFF_PROVIDER_`; their faults are noted in `settings`. */
export function parseProvider(settings: SettingsReader): ProviderConfig {
  const offers = parseFeatures(settings)
  const scopes = offers.includes('transactions') ? `${DEFAULT_SCOPES} transaction:read` : DEFAULT_SCOPES
  return {
    name: settings.text('BFF_PROVIDER_NAME', 'Harbour'),
    authUrl: settings.url('BFF_PROVIDER_AUTH_URL', 'http://127.0.0.1:4000'),
    graphqlUrl: settings.url('BFF_PROVIDER_GRAPHQL_URL', 'http://127.0.0.1:4000/graphql/public'),
    clientId: settings.text('BFF_PROVIDER_CLIENT_ID') as ClientId,
    clientSecret: settings.secret('BFF_PROVIDER_CLIENT_SECRET', 8) as ClientSecret,
    scopes: parseScopes(settings, 'BFF_PROVIDER_SCOPES', scopes),
    optionalScopes: parseScopes(settings, 'BFF_PROVIDER_OPTIONAL_SCOPES', DEFAULT_OPTIONAL_SCOPES),
    pkce: settings.oneOf('BFF_PROVIDER_PKCE', ['auto', 'on', 'off'], 'auto'),
    issuer: settings.optionalUrl('BFF_PROVIDER_ISSUER'),
    planRefusal: settings.oneOf('BFF_PROVIDER_PLAN_REFUSAL', ['reason', 'status'], 'reason'),
    graphqlLimits: {
      perMinutePerConnection: readLimit(settings, 'BFF_PROVIDER_GRAPHQL_PER_MINUTE_PER_CONNECTION', 600),
      perMinute: readLimit(settings, 'BFF_PROVIDER_GRAPHQL_PER_MINUTE', 6000),
    },
    plansUrl: settings.optionalUrl('BFF_PROVIDER_PLANS_URL'),
    connectedAppsUrl: settings.optionalUrl('BFF_PROVIDER_CONNECTED_APPS_URL'),
    offers,
  }
}

const readLimit = (settings: SettingsReader, setting: SettingName, fallback: number) =>
  settings.integer(setting, { min: 1, max: 100_000_000, fallback })

function parseScopes(settings: SettingsReader, setting: SettingName, fallback: string): readonly string[] {
  const text = settings.text(setting, fallback)
  const scopes = text === 'none' ? [] : parseScope(text.replaceAll(/[\s,]+/g, ' '))
  if (scopes.some((scope) => !KNOWN_SCOPES.has(scope))) {
    settings.fault(setting, 'names a permission that does not exist')
  }
  return scopes
}

/** Harbour's by default. A provider is never asked for what it does not offer: it would refuse the whole call. */
function parseFeatures(settings: SettingsReader): readonly ProviderFeature[] {
  const setting = 'BFF_PROVIDER_FEATURES'
  const names = settings.text(setting, PROVIDER_FEATURES.join(' ')).split(/[\s,]+/)
  const offers = PROVIDER_FEATURES.filter((feature) => names.includes(feature))
  const isEach = names.every((name) => offers.some((feature) => feature === name))
  if (!isEach && names.join() !== 'none') {
    settings.fault(setting, `must be none, or some of ${PROVIDER_FEATURES.join(', ')}`)
  }
  return offers
}
