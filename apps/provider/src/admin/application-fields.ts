import { AUTHORIZE_PATH, REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { findApplicationFaults, type Application, type ApplicationDraft } from '#applications/application.ts'
import { GRAPHQL_PATH } from '#graphql/call.ts'
import {
  CommandError,
  type CommandDependencies,
  integer,
  onOff,
  scopes,
  text,
  texts,
  type ValuesOf,
  word,
} from './command.ts'
import { user } from './find-records.ts'

const RESTRICTIONS = ['single_business', 'all_businesses'] as const

/** Fields of an application as options of its registration and of its change. */
export const DRAFT_OPTIONS = {
  name: text('what people see'),
  redirect: texts('a redirect entry; may be given several times'),
  restriction: word(RESTRICTIONS, RESTRICTIONS.join(' or ')),
  scopes: scopes('what it may ask for, separated by spaces; everything by default'),
  'optional-scopes': scopes('what a person may leave out'),
  reason: texts(
    'scope=why it asks, in its own words (scope@fr=… in French, scope@de=… in German); may be given several times',
  ),
  description: text('what it is for'),
  'home-page': text('where stop pages send people back to'),
  logo: text('address of a picture'),
  owner: user('email or id of the developer who may see it on the pages'),
  'access-token-seconds': integer('how long an access token lives', { min: 1, max: 31_536_000 }),
  'rotate-refresh-tokens': onOff('a refresh gives a new refresh token'),
  strict: onOff('a refresh without redirect_uri is refused, for integration checks'),
  iss: onOff(
    'iss with each answer of authorize (RFC 9207), --no-iss: never; the value of PROVIDER_ISS by default',
  ),
  checked: onOff('on when it is created; with --no-checked pages say that Harbour has not checked it'),
}

/** Returns the application's fields that are given as options. */
export function readChanges(options: ValuesOf<typeof DRAFT_OPTIONS>): Partial<ApplicationDraft> {
  const changes = {
    name: options.name,
    redirectEntries: options.redirect,
    restriction: options.restriction,
    allowedScopes: options.scopes,
    optionalScopes: options['optional-scopes'],
    scopeReasons: options.reason && Object.fromEntries(options.reason.map(readReason)),
    description: options.description,
    homePageUrl: options['home-page'],
    logoUrl: options.logo,
    ownerUserId: options.owner?.id,
    accessTokenSeconds: options['access-token-seconds'],
    rotateRefreshTokens: options['rotate-refresh-tokens'],
    isStrict: options.strict,
    sendsIssuer: options.iss,
    isChecked: options.checked,
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

function readReason(text: string): readonly [string, string] {
  const equals = text.indexOf('=')
  if (equals < 1) throw new CommandError('invalid', '--reason must be written as scope=words.')
  return [text.slice(0, equals), text.slice(equals + 1)]
}

/** @throws CommandError with all faults of the draft */
export function refuseFaults(
  draft: ApplicationDraft,
  { config }: CommandDependencies,
  before: Application | undefined,
): void {
  const faults = findApplicationFaults(draft, { providerName: config.name, before })
  if (faults.length > 0) throw new CommandError('invalid', faults.map((fault) => fault.message).join(' '))
}

/** Returns an application in the form that commands output. */
export function viewOf(application: Application) {
  return {
    id: application.id,
    applicationId: wireIdOf('OAuthApplication', application.id),
    clientId: application.clientId,
    name: application.name,
    description: application.description,
    homePage: application.homePageUrl,
    logo: application.logoUrl,
    owner: application.ownerUserId === null ? null : wireIdOf('User', application.ownerUserId),
    redirectEntries: application.redirectEntries,
    restriction: application.restriction,
    scopes: application.allowedScopes,
    optionalScopes: application.optionalScopes,
    reasons: application.scopeReasons,
    accessTokenSeconds: application.accessTokenSeconds,
    rotateRefreshTokens: application.rotateRefreshTokens,
    strict: application.isStrict,
    iss: application.sendsIssuer,
    checked: application.isChecked,
    createdAt: instant(application.createdAtMs),
  }
}

/** Returns the addresses of the endpoints that applications call. */
export function addressesAt(publicUrl: string) {
  return {
    authorizeUrl: publicUrl + AUTHORIZE_PATH,
    tokenUrl: publicUrl + TOKEN_PATH,
    revokeUrl: publicUrl + REVOKE_PATH,
    graphqlUrl: publicUrl + GRAPHQL_PATH,
  }
}

/** Formats a time for the output of commands: ISO 8601 in UTC. */
export function instant<Ms extends number | null>(ms: Ms) {
  return ms === null ? null : new Date(ms).toISOString()
}
