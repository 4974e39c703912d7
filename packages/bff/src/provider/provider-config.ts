import { PROVIDER_FEATURES, type ProviderFeature } from '@counterfoil/bff-api/session'
import { KNOWN_SCOPES, parseScope } from '@counterfoil/oauth/scope'
import type { SettingName, SettingsReader } from '@counterfoil/service/settings/config-faults'
import { parseJsonObject } from '@counterfoil/service/http/json-object'
import type { ProviderDeclaration } from '#provider-profile/declaration.ts'
import { defineProvider, ProviderProfileError } from '#provider-profile/define-provider.ts'
import { harbour } from '#provider-profile/harbour.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'

type ReadFile = (path: string) => string | undefined

const PROFILE = 'BFF_PROVIDER_PROFILE'
/** The settings of Harbour's profile, each with the members of the profile that it decides. */
const HARBOUR_SETTINGS: readonly (readonly [setting: SettingName, members: readonly string[]])[] = [
  ['BFF_PROVIDER_NAME', ['name']],
  ['BFF_PROVIDER_AUTH_URL', ['authorize', 'token', 'revoke', 'metadata']],
  ['BFF_PROVIDER_GRAPHQL_URL', ['graphql']],
  ['BFF_PROVIDER_SCOPES', ['scopes']],
  ['BFF_PROVIDER_OPTIONAL_SCOPES', ['optionalScopes']],
  ['BFF_PROVIDER_PKCE', ['pkce']],
  ['BFF_PROVIDER_ISSUER', ['issuer']],
  ['BFF_PROVIDER_PLAN_REFUSAL', ['refusals']],
  ['BFF_PROVIDER_GRAPHQL_PER_MINUTE_PER_CONNECTION', []],
  ['BFF_PROVIDER_GRAPHQL_PER_MINUTE', []],
  ['BFF_PROVIDER_PLANS_URL', ['plansUrl']],
  ['BFF_PROVIDER_CONNECTED_APPS_URL', ['connectedAppsUrl']],
  ['BFF_PROVIDER_FEATURES', ['offers']],
]

/**
 * Reads the profile of the provider: from the file that `BFF_PROVIDER_PROFILE` names, or Harbour's from the settings that begin
 * with `BFF_PROVIDER_`. Faults are noted in `settings`; undefined if there are any.
 */
export function parseProvider(settings: SettingsReader, readFile: ReadFile): ProviderProfile | undefined {
  const client = {
    clientId: settings.text('BFF_PROVIDER_CLIENT_ID'),
    clientSecret: settings.secret('BFF_PROVIDER_CLIENT_SECRET', 8),
  }
  const file = settings.optionalText(PROFILE)
  return file === undefined
    ? readHarbour(settings, client)
    : readProfile(settings, { text: readFile(file), client })
}

type Client = Pick<ProviderDeclaration, 'clientId' | 'clientSecret'>

function readProfile(
  settings: SettingsReader,
  { text, client }: { readonly text: string | undefined; readonly client: Client },
): ProviderProfile | undefined {
  for (const [name] of HARBOUR_SETTINGS)
    if (settings.optionalText(name) !== undefined)
      settings.fault(name, `belongs to Harbour's profile; remove it, or ${PROFILE}`)
  const declaration = parseJsonObject(text ?? '')
  if (declaration === undefined) {
    settings.fault(PROFILE, text === undefined ? 'cannot be read' : 'must be a file with one JSON object')
    return undefined
  }
  const isSecret = 'clientSecret' in declaration || 'clientId' in declaration
  if (isSecret) settings.fault(PROFILE, 'must not have clientId or clientSecret: both are settings')
  // Missing credentials were noted as faults of their settings.
  const given = {
    ...declaration,
    clientId: client.clientId || 'none',
    clientSecret: client.clientSecret || 'none',
  }
  return define(
    () => defineProvider(given as ProviderDeclaration),
    ({ message }) => settings.fault(PROFILE, message),
  )
}

function readHarbour(settings: SettingsReader, client: Client): ProviderProfile | undefined {
  const before = settings.faults().length
  const url = settings.url('BFF_PROVIDER_AUTH_URL', 'http://127.0.0.1:4000')
  const options = {
    ...{ ...client, url, name: settings.text('BFF_PROVIDER_NAME', 'Harbour') },
    graphqlUrl: settings.url('BFF_PROVIDER_GRAPHQL_URL', 'http://127.0.0.1:4000/graphql/public'),
    scopes: readScopes(settings, 'BFF_PROVIDER_SCOPES'),
    optionalScopes: readScopes(settings, 'BFF_PROVIDER_OPTIONAL_SCOPES'),
    pkce: settings.oneOf('BFF_PROVIDER_PKCE', ['auto', 'on', 'off'], 'auto'),
    issuer: settings.optionalUrl('BFF_PROVIDER_ISSUER'),
    planRefusal: settings.oneOf('BFF_PROVIDER_PLAN_REFUSAL', ['reason', 'status'], 'reason'),
    limits: {
      perMinutePerConnection: readLimit(settings, 'BFF_PROVIDER_GRAPHQL_PER_MINUTE_PER_CONNECTION', 1200),
      perMinute: readLimit(settings, 'BFF_PROVIDER_GRAPHQL_PER_MINUTE', 6000),
    },
    plansUrl: settings.optionalUrl('BFF_PROVIDER_PLANS_URL'),
    connectedAppsUrl: settings.optionalUrl('BFF_PROVIDER_CONNECTED_APPS_URL'),
    offers: readFeatures(settings),
  }
  const { scopes, optionalScopes, ...rest } = options
  if (settings.faults().length > before || client.clientId === '' || client.clientSecret === '')
    return undefined
  const given = { ...rest, ...(scopes && { scopes }), ...(optionalScopes && { optionalScopes }) }
  const faulty = new Set<SettingName>()
  return define(
    () => harbour(given),
    ({ path, message }) => {
      const [member = ''] = path.split('.')
      const [setting = 'BFF_PROVIDER_AUTH_URL'] =
        HARBOUR_SETTINGS.find(([, members]) => members.includes(member)) ?? []
      if (!faulty.has(setting)) settings.fault(setting, message.replace(/;.*/, ''))
      faulty.add(setting)
    },
  )
}

function define(
  make: () => ProviderProfile,
  onFault: (fault: ProviderProfileError['faults'][number]) => void,
): ProviderProfile | undefined {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof ProviderProfileError)) throw error
    error.faults.forEach(onFault)
    return undefined
  }
}

const readLimit = (settings: SettingsReader, setting: SettingName, fallback: number) =>
  settings.integer(setting, { min: 1, max: 100_000_000, fallback })

function readScopes(settings: SettingsReader, setting: SettingName): readonly string[] | undefined {
  const text = settings.optionalText(setting)
  if (text === undefined) return undefined
  const scopes = text === 'none' ? [] : parseScope(text.replaceAll(/[\s,]+/g, ' '))
  if (scopes.some((scope) => !KNOWN_SCOPES.has(scope))) {
    settings.fault(setting, 'names a permission that does not exist')
  }
  return scopes
}

/** Reads the features, by default Harbour's. A provider refuses a whole call that requests a feature it does not have. */
function readFeatures(settings: SettingsReader): readonly ProviderFeature[] {
  const setting = 'BFF_PROVIDER_FEATURES'
  const optional = PROVIDER_FEATURES.filter((feature) => feature !== 'books')
  const names = settings.text(setting, optional.join(' ')).split(/[\s,]+/)
  const offers = optional.filter((feature) => names.includes(feature))
  const isEach = names.every((name) => offers.some((feature) => feature === name))
  if (!isEach && names.join() !== 'none') {
    settings.fault(setting, `must be none, or some of ${optional.join(', ')}`)
  }
  return ['books', ...offers]
}
