import { AUTHORIZE_PATH, REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { SCOPE_OPERATIONS } from '@counterfoil/oauth/scope'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { judgeRedirectUri } from '@counterfoil/oauth/redirect-uri'
import { TooManyApplicationsError } from '#applications/application-store.ts'
import { findApplicationFaults, type Application, type ApplicationDraft } from '#applications/application.ts'
import { GRAPHQL_PATH } from '#graphql/graphql-routes.ts'
import {
  CommandError,
  integerOf,
  requiredText,
  scopesOf,
  switchOf,
  textOf,
  textsOf,
  wordOf,
  type Command,
  type CommandDependencies,
  type Options,
} from './command.ts'
import { applicationNotFound, findApplication, findUser } from './find-records.ts'

const RESTRICTIONS = ['single_business', 'all_businesses'] as const
const MAX_LOG_LINES = 1_000

const DRAFT_OPTIONS = {
  name: { kind: 'text', help: 'what people see' },
  redirect: { kind: 'texts', help: 'a redirect entry; may be given several times' },
  restriction: { kind: 'text', help: RESTRICTIONS.join(' or ') },
  scopes: { kind: 'text', help: 'what it may ask for, separated by spaces; everything unless told' },
  'optional-scopes': { kind: 'text', help: 'what a person may leave out' },
  reason: {
    kind: 'texts',
    help: 'scope=why it asks, in its own words (scope@fr=… in French, scope@de=… in German); may be given several times',
  },
  description: { kind: 'text', help: 'what it is for' },
  'home-page': { kind: 'text', help: 'where stop pages send people back to' },
  logo: { kind: 'text', help: 'address of a picture' },
  owner: { kind: 'text', help: 'email or id of the developer who may see it on the pages' },
  'access-token-seconds': { kind: 'text', help: 'how long an access token lives' },
  'rotate-refresh-tokens': { kind: 'switch', help: 'a refresh gives a new refresh token' },
  strict: { kind: 'switch', help: 'a refresh without redirect_uri is refused, for integration checks' },
  checked: {
    kind: 'switch',
    help: 'on when it is created; with --no-checked pages say that Harbour has not checked it',
  },
} as const satisfies Command['options']

const WHICH = {
  'client-id': { kind: 'text', help: 'client id or id of the application', required: true },
} as const

export const APPLICATION_COMMANDS: readonly Command[] = [
  {
    name: 'application create',
    summary: 'Registers an application and shows its secret, once, and where it calls.',
    options: {
      ...DRAFT_OPTIONS,
      name: { ...DRAFT_OPTIONS.name, required: true },
      redirect: { ...DRAFT_OPTIONS.redirect, required: true },
      restriction: { ...DRAFT_OPTIONS.restriction, required: true },
    },
    async run(deps, options) {
      const draft: ApplicationDraft = {
        name: '',
        redirectEntries: [],
        restriction: 'single_business',
        allowedScopes: Object.keys(SCOPE_OPERATIONS).map((resource) => `${resource}:*`),
        optionalScopes: [],
        scopeReasons: {},
        description: null,
        homePageUrl: null,
        logoUrl: null,
        ownerUserId: null,
        accessTokenSeconds: deps.config.accessTokenSeconds,
        rotateRefreshTokens: false,
        isStrict: false,
        isChecked: true,
        ...(await readChanges(deps, options)),
      }
      refuseFaults(draft, deps, undefined)
      const { application, secret } = await create(deps, draft)
      return { ...viewOf(application), clientSecret: secret, ...addressesAt(deps.publicUrl()) }
    },
  },
  {
    name: 'application update',
    summary: 'Changes what is given and leaves the rest. --redirect replaces all entries.',
    options: { ...WHICH, ...DRAFT_OPTIONS },
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      const changes = await readChanges(deps, options)
      refuseFaults({ ...application, ...changes }, deps, application)
      const updated = await deps.applications.update(application.id, changes)
      return viewOf(updated ?? application)
    },
  },
  {
    name: 'application list',
    summary: 'Every registered application, newest first.',
    options: {},
    run: async (deps) => ({ applications: (await deps.applications.list()).map(viewOf) }),
  },
  {
    name: 'application show',
    summary: 'One application with its live secrets, without the secrets.',
    options: WHICH,
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      const secrets = await deps.applications.secretsOf(application.id)
      return {
        ...viewOf(application),
        secrets: secrets.map((secret) => ({
          hint: `…${secret.hint}`,
          createdAt: instant(secret.createdAtMs),
          expiresAt: secret.expiresAtMs === null ? null : instant(secret.expiresAtMs),
        })),
        ...addressesAt(deps.publicUrl()),
      }
    },
  },
  {
    name: 'application rotate-secret',
    summary: 'Makes a new secret and shows it, once; the one before lives on for a while.',
    options: {
      ...WHICH,
      'overlap-seconds': { kind: 'text', help: 'how long the secret before it lives on; 0: not at all' },
    },
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      const overlap =
        integerOf(options, 'overlap-seconds', { min: 0, max: 31_536_000 }) ?? deps.config.secretOverlapSeconds
      const rotated = await deps.applications.rotateSecret(application.id, overlap)
      if (rotated === undefined) throw applicationNotFound(application.clientId)
      const until = rotated.previousExpiresAtMs
      return {
        clientId: application.clientId,
        clientSecret: rotated.secret,
        previousSecretExpiresAt: until === null ? null : instant(until),
      }
    },
  },
  {
    name: 'application delete',
    summary: 'Ends the application: its secrets, codes and tokens are dead at once.',
    options: WHICH,
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      return {
        clientId: application.clientId,
        deleted: await deps.accessRevocations.deleteApplication(application.id),
      }
    },
  },
  {
    name: 'application redirect-test',
    summary: 'Would authorize accept this redirect URI, and why?',
    options: { ...WHICH, uri: { kind: 'text', help: 'the address to try', required: true } },
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      const verdict = judgeRedirectUri(requiredText(options, 'uri'), application.redirectEntries)
      return verdict.kind === 'accepted'
        ? { accepted: true, entry: verdict.entry }
        : { accepted: false, reason: verdict.reason, detail: verdict.detail }
    },
  },
  {
    name: 'application log',
    summary: 'The last calls of an application, newest first, with the reason of each refusal.',
    options: {
      ...WHICH,
      limit: { kind: 'text', help: `how many; at most ${MAX_LOG_LINES}` },
      endpoint: { kind: 'text', help: 'authorize, token, revoke or graphql' },
      outcome: { kind: 'text', help: 'ok, refused or failed' },
    },
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      const calls = await deps.applicationLog.list(application.id, {
        limit: integerOf(options, 'limit', { min: 1, max: MAX_LOG_LINES }) ?? 20,
        endpoint: wordOf(options, 'endpoint', ['authorize', 'token', 'revoke', 'graphql']),
        outcome: wordOf(options, 'outcome', ['ok', 'refused', 'failed']),
      })
      return {
        calls: calls.map((call) => ({
          at: instant(call.atMs),
          endpoint: call.endpoint,
          outcome: call.outcome,
          status: call.status,
          error: call.error ?? null,
          reason: call.reason ?? null,
          detail: call.detail ?? null,
          operation: call.operationName ?? null,
          tookMs: call.tookMs ?? null,
          requestId: call.requestId ?? null,
        })),
      }
    },
  },
]

async function readChanges(deps: CommandDependencies, options: Options): Promise<Partial<ApplicationDraft>> {
  const redirects = textsOf(options, 'redirect')
  const reasons = textsOf(options, 'reason')
  const owner = textOf(options, 'owner')
  const changes = {
    name: textOf(options, 'name'),
    redirectEntries: redirects.length === 0 ? undefined : redirects,
    restriction: wordOf(options, 'restriction', RESTRICTIONS),
    allowedScopes: scopesOf(options, 'scopes'),
    optionalScopes: scopesOf(options, 'optional-scopes'),
    scopeReasons: reasons.length === 0 ? undefined : Object.fromEntries(reasons.map(readReason)),
    description: textOf(options, 'description'),
    homePageUrl: textOf(options, 'home-page'),
    logoUrl: textOf(options, 'logo'),
    ownerUserId: owner === undefined ? undefined : (await findUser(deps.db, owner)).id,
    accessTokenSeconds: integerOf(options, 'access-token-seconds', { min: 1, max: 31_536_000 }),
    rotateRefreshTokens: switchOf(options, 'rotate-refresh-tokens'),
    isStrict: switchOf(options, 'strict'),
    isChecked: switchOf(options, 'checked'),
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

function readReason(text: string): readonly [string, string] {
  const equals = text.indexOf('=')
  if (equals < 1) throw new CommandError('invalid', '--reason must be written as scope=words.')
  return [text.slice(0, equals), text.slice(equals + 1)]
}

/** Also by the operator's hand, an account has no more applications than the setting says. */
async function create(deps: CommandDependencies, draft: ApplicationDraft) {
  try {
    return await deps.applications.create(draft)
  } catch (error) {
    if (!(error instanceof TooManyApplicationsError)) throw error
    throw new CommandError('invalid', `The account has ${error.limit} applications, and that is the most.`)
  }
}

function refuseFaults(
  draft: ApplicationDraft,
  { config }: CommandDependencies,
  before: Application | undefined,
): void {
  const faults = findApplicationFaults(draft, { providerName: config.name, before })
  if (faults.length > 0) throw new CommandError('invalid', faults.map((fault) => fault.message).join(' '))
}

async function namedApplication(deps: CommandDependencies, options: Options): Promise<Application> {
  return await findApplication(deps.applications, requiredText(options, 'client-id'))
}

function viewOf(application: Application) {
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
    checked: application.isChecked,
    createdAt: instant(application.createdAtMs),
  }
}

/** Where an application calls. */
function addressesAt(publicUrl: string) {
  return {
    authorizeUrl: publicUrl + AUTHORIZE_PATH,
    tokenUrl: publicUrl + TOKEN_PATH,
    revokeUrl: publicUrl + REVOKE_PATH,
    graphqlUrl: publicUrl + GRAPHQL_PATH,
  }
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
