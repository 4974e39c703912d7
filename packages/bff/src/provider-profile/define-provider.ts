import { isJsonObject, type JsonObject } from '@counterfoil/service/http/json-object'
import type { ClientId, ClientSecret } from '@counterfoil/oauth/ids'
import { DeclarationSchema, type ProviderDeclaration, type ReadDeclaration } from './declaration.ts'
import type { ProviderProfile, Question, ScopeWords } from './provider-profile.ts'

/** One fault of a profile. Never repeats a value: it may be a secret. */
interface ProfileFault {
  /** The stable code of the fault: the path of the member, and `missing`, `unknown`, `invalid` or another word, joined by dots. */
  readonly code: string
  /** The path of the member, with dots. */
  readonly path: string
  /** One sentence with the fault and the line to write. */
  readonly message: string
}

/** The profile cannot be used. `message` has one line for each fault. */
export class ProviderProfileError extends Error {
  override readonly name = 'ProviderProfileError'
  readonly faults: readonly ProfileFault[]

  constructor(faults: readonly ProfileFault[]) {
    super(faults.map(({ code, message }) => `${message} (${code})`).join('\n'))
    this.faults = faults
  }
}

/** An example line of a profile for each member that can have a fault. */
const LINES: Readonly<Record<string, string>> = {
  name: "name: 'Ledger'",
  clientId: "clientId: 'your-client-id'",
  clientSecret: 'clientSecret: process.env.LEDGER_CLIENT_SECRET',
  issuer: "issuer: 'https://id.example'",
  authorize: "authorize: 'https://id.example/authorize'",
  token: "token: 'https://id.example/token'",
  revoke: "revoke: 'https://id.example/revoke'",
  metadata: "metadata: 'https://id.example/.well-known/oauth-authorization-server'",
  credentials: "credentials: 'basic'",
  pkce: "pkce: 'on'",
  iss: "iss: 'auto'",
  authorizationParameters: "authorizationParameters: { access_type: 'offline' }",
  askAgain: "askAgain: { prompt: 'consent' }",
  signInOrigins: "signInOrigins: ['https://login.example']",
  scopes:
    "scopes: { openid: null, 'books.read': { en: 'See books', de: 'Bücher sehen', fr: 'Voir les livres' } }",
  optionalScopes: 'optionalScopes: {}',
  identity: "identity: { from: 'idToken' }",
  person: "person: { from: 'userinfo' }",
  business:
    "business: { from: 'graphql', document: '{ company { id name } }', id: 'company.id', name: 'company.name' }",
  refresh: "refresh: 'rotates'",
  refusals: 'refusals: { planEnded: [{ status: 402 }] }',
  graphql: "graphql: { url: 'https://api.example/graphql' }",
  plansUrl: "plansUrl: 'https://ledger.example/plans'",
  connectedAppsUrl: "connectedAppsUrl: 'https://ledger.example/apps'",
  offers: 'offers: []',
}

/** Parameters of the authorization request that the product sets itself; another value would break its protection. */
const OWN_PARAMETERS = [
  ...[
    'client_id',
    'client_secret',
    'response_type',
    'response_mode',
    'redirect_uri',
    'scope',
    'state',
    'nonce',
  ],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri'],
]

/**
 * Returns the profile that a declaration describes.
 * @throws ProviderProfileError with all faults
 */
export function defineProvider(declaration: ProviderDeclaration): ProviderProfile {
  const parsed = DeclarationSchema.safeParse(declaration)
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => faultsOfIssue(issue, declaration))),
    ...findContradictions(declaration),
  ]
  const [first] = faults
  if (!parsed.success || first !== undefined) throw new ProviderProfileError(faults)
  return buildProfile(parsed.data)
}

type Issue = {
  readonly code: string
  readonly path: PropertyKey[]
  readonly message: string
  readonly keys?: string[]
}

function faultsOfIssue(issue: Issue, declaration: unknown): readonly ProfileFault[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) =>
      fault([...path, key], 'unknown', 'is no member of a profile; remove it'),
    )
  }
  const value = issue.path.reduce<unknown>(
    (within, key) => (isJsonObject(within) || Array.isArray(within) ? within[key as never] : undefined),
    declaration,
  )
  if (value === undefined) return [fault(path, 'missing', 'is missing')]
  const isOwnWords = issue.code === 'custom' || !issue.message.startsWith('Invalid')
  return [fault(path, 'invalid', isOwnWords ? issue.message : 'has the wrong form')]
}

type FaultWord = 'missing' | 'missing-for-iss' | 'missing-for-id-token' | 'unknown' | 'invalid' | 'reserved'

function fault(path: readonly string[], word: FaultWord, problem: string): ProfileFault {
  const [top = ''] = path
  const name = path.join('.')
  const line = LINES[top]
  return {
    code: `provider.${name}.${word}`,
    path: name,
    message: `${name} ${problem}${line === undefined ? '.' : `; write ${line}.`}`,
  }
}

/** Returns the faults of members that are valid by themselves but contradict each other. Reads a declaration of any form. */
function findContradictions(given: unknown): readonly ProfileFault[] {
  const declaration = isJsonObject(given) ? given : {}
  const has = (member: string) => declaration[member] !== undefined
  const part = (member: string) => (isJsonObject(declaration[member]) ? declaration[member] : {})
  const found: ProfileFault[] = part('identity')['from'] === 'idToken' ? findOpenIdFaults(declaration) : []
  const isPlaced = has('issuer') || has('metadata')
  if (!isPlaced && !has('authorize') && !has('token')) {
    found.push(
      fault(['issuer'], 'missing', 'is missing, and so are authorize and token, which may take its place'),
    )
  } else if (!isPlaced) {
    for (const member of ['authorize', 'token'])
      if (!has(member)) found.push(fault([member], 'missing', 'is missing where there is no issuer to ask'))
  }
  if (declaration['iss'] === 'required' && !has('issuer')) {
    found.push(fault(['issuer'], 'missing-for-iss', 'is missing: iss is compared with it'))
  }
  const asked = ['identity', 'person', 'business'].filter((member) => {
    const { from, details } = part(member)
    return from === 'graphql' || details !== undefined
  })
  if (asked.length > 0 && !has('graphql')) {
    found.push(fault(['graphql'], 'missing', `is missing, and ${asked.join(' and ')} must be asked there`))
  }
  for (const member of ['identity', 'person']) {
    if (part(member)['from'] === 'userinfo' && part(member)['url'] === undefined && !isPlaced)
      found.push(fault([member, 'url'], 'missing', 'is missing where there is no issuer to ask'))
  }
  for (const member of ['authorizationParameters', 'askAgain'])
    for (const name of Object.keys(part(member)).filter((it) => OWN_PARAMETERS.includes(it)))
      found.push(fault([member, name], 'reserved', 'is made anew for every request; remove it'))
  return found
}

function findOpenIdFaults({ issuer, scopes }: JsonObject): ProfileFault[] {
  const isMissing = 'is missing: an id_token is verified by the keys of its issuer'
  const isUnasked = 'is missing: without it there is no id_token'
  return [
    ...(issuer === undefined ? [fault(['issuer'], 'missing-for-id-token', isMissing)] : []),
    ...(isJsonObject(scopes) && 'openid' in scopes
      ? []
      : [fault(['scopes', 'openid'], 'missing', isUnasked)]),
  ]
}

function buildProfile(read: ReadDeclaration): ProviderProfile {
  const { issuer, authorize, token, revoke, metadata, graphql, identity, person, clientId, clientSecret } =
    read
  const { scopes, optionalScopes, realm, ...same } = read
  const isQuestion = identity.from === 'userinfo' || identity.from === 'graphql'
  return {
    ...same,
    clientId: clientId as ClientId,
    clientSecret: clientSecret as ClientSecret,
    issuer,
    realm: realm ?? issuer ?? new URL(authorize ?? metadata ?? '').origin,
    addresses: {
      ...(authorize === undefined ? {} : { authorize }),
      ...(token === undefined ? {} : { token }),
      ...(revoke === undefined ? {} : { revoke }),
    },
    metadataUrls: metadata === undefined ? metadataUrlsOf(issuer) : [metadata],
    scopes: Object.keys(scopes),
    optionalScopes: Object.keys(optionalScopes),
    scopeWords: Object.fromEntries(
      Object.entries({ ...scopes, ...optionalScopes }).filter(
        (entry): entry is [string, ScopeWords] => entry[1] !== null,
      ),
    ),
    person: person ?? (isQuestion ? (identity as Question & typeof identity) : undefined),
    business: read.business,
    graphql: graphql && {
      url: graphql.url,
      limits: { perMinute: graphql.perMinute, perMinutePerConnection: graphql.perMinutePerConnection },
    },
    plansUrl: read.plansUrl,
    connectedAppsUrl: read.connectedAppsUrl,
  }
}

/** @see OpenID Connect Discovery 1.0 section 4; RFC 8414 section 3.1 */
function metadataUrlsOf(issuer: string | undefined): readonly string[] {
  if (issuer === undefined) return []
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ]
}
