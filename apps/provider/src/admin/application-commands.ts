import type { ClientId, ClientSecret } from '@counterfoil/oauth/ids'
import { judgeRedirectUri } from '@counterfoil/oauth/redirect-uri'
import { SCOPE_OPERATIONS } from '@counterfoil/oauth/scope'
import type { ApplicationDraft } from '#applications/application.ts'
import { findOwnCredentialsFault, type OwnCredentials } from '#applications/own-credentials.ts'
import { type Registration, TooManyApplicationsError } from '#applications/application-store.ts'
import {
  addressesAt,
  DRAFT_OPTIONS,
  instant,
  readChanges,
  refuseFaults,
  viewOf,
} from './application-fields.ts'
import {
  command,
  type Command,
  type CommandDependencies,
  CommandError,
  type CommandInput,
  integer,
  required,
  text,
  word,
} from './command.ts'
import { APPLICATION, applicationNotFound } from './find-records.ts'

const CREATE_APPLICATION = command({
  name: 'application create',
  summary:
    'Registers an application and shows its secret, once, and where it calls. Under a client id of your own it asks for the secret, and done again with the same it changes nothing.',
  asks: 'client_secret',
  asksWith: 'client-id',
  options: {
    ...DRAFT_OPTIONS,
    name: required(DRAFT_OPTIONS.name),
    redirect: required(DRAFT_OPTIONS.redirect),
    restriction: required(DRAFT_OPTIONS.restriction),
    'client-id': text(
      'an id of your own for it; its secret is asked for, or is the first line of standard input',
    ),
  },
  async run(deps, options, input) {
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
      sendsIssuer: null,
      isChecked: true,
      ...readChanges(options),
    }
    refuseFaults(draft, deps, undefined)
    const clientId = options['client-id']
    const made =
      clientId === undefined
        ? await create(deps, draft)
        : await register(deps, draft, ownCredentials(clientId, input))
    return { ...made, ...addressesAt(deps.publicUrl()) }
  },
})

async function create(deps: CommandDependencies, draft: ApplicationDraft) {
  const { application, secret } = await withinLimit(() => deps.applications.create(draft))
  return { ...viewOf(application), created: true, clientSecret: secret }
}

async function register(deps: CommandDependencies, draft: ApplicationDraft, own: OwnCredentials) {
  const registration = await withinLimit(() => deps.applications.register(draft, own))
  return { ...viewOf(registered(registration, own)), created: registration.kind === 'created' }
}

/** @throws CommandError if the client id or the secret belongs to another application, or the application was deleted */
function registered(registration: Registration, { clientId }: OwnCredentials) {
  switch (registration.kind) {
    case 'created':
    case 'known':
      return registration.application
    case 'taken':
      throw new CommandError(
        'already_exists',
        `There is an application with the client id ${clientId}, and this is not its secret.`,
      )
    case 'secret_taken':
      throw new CommandError('already_exists', 'This is the secret of another application; each has its own.')
    case 'deleted':
      throw new CommandError(
        'deleted',
        `The application with the client id ${clientId} was deleted; its id is never used again.`,
      )
  }
}

function ownCredentials(clientId: string, { clientSecret }: CommandInput): OwnCredentials {
  if (clientSecret === undefined)
    throw new CommandError('usage', 'A client secret is needed, on standard input.')
  const own = { clientId: clientId as ClientId, secret: clientSecret as ClientSecret }
  const fault = findOwnCredentialsFault(own)
  if (fault !== undefined) throw new CommandError('invalid', fault)
  return own
}

/** Applies the limit of applications per account to the operator too. */
async function withinLimit<Made>(work: () => Promise<Made>): Promise<Made> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TooManyApplicationsError)) throw error
    throw new CommandError('invalid', `The account has ${error.limit} applications, and that is the most.`)
  }
}

const MAX_LOG_LINES = 1_000

export const APPLICATION_COMMANDS: readonly Command[] = [
  CREATE_APPLICATION,
  command({
    name: 'application update',
    summary: 'Changes what is given and leaves the rest. --redirect replaces all entries.',
    options: { ...APPLICATION, ...DRAFT_OPTIONS },
    async run(deps, { 'client-id': application, ...options }) {
      const changes = readChanges(options)
      refuseFaults({ ...application, ...changes }, deps, application)
      const updated = await deps.applications.update(application.id, changes)
      return viewOf(updated ?? application)
    },
  }),
  command({
    name: 'application list',
    summary: 'Every registered application, newest first.',
    options: {},
    run: async (deps) => ({ applications: (await deps.applications.list()).map(viewOf) }),
  }),
  command({
    name: 'application show',
    summary: 'One application with its live secrets, without the secrets.',
    options: APPLICATION,
    async run(deps, { 'client-id': application }) {
      const secrets = await deps.applications.secretsOf(application.id)
      return {
        ...viewOf(application),
        secrets: secrets.map((secret) => ({
          hint: `…${secret.hint}`,
          createdAt: instant(secret.createdAtMs),
          expiresAt: instant(secret.expiresAtMs),
        })),
        ...addressesAt(deps.publicUrl()),
      }
    },
  }),
  command({
    name: 'application rotate-secret',
    summary: 'Makes a new secret and shows it, once; the one before lives on for a while.',
    options: {
      ...APPLICATION,
      'overlap-seconds': integer('how long the secret before it lives on; 0: not at all', {
        min: 0,
        max: 31_536_000,
      }),
    },
    async run(deps, { 'client-id': application, 'overlap-seconds': asked }) {
      const overlap = asked ?? deps.config.secretOverlapSeconds
      const rotated = await deps.applications.rotateSecret(application.id, overlap)
      if (rotated === undefined) throw applicationNotFound(application.clientId)
      return {
        clientId: application.clientId,
        clientSecret: rotated.secret,
        previousSecretExpiresAt: instant(rotated.previousExpiresAtMs),
      }
    },
  }),
  command({
    name: 'application delete',
    summary: 'Ends the application: its secrets, codes and tokens are dead at once.',
    options: APPLICATION,
    async run(deps, { 'client-id': application }) {
      return {
        clientId: application.clientId,
        deleted: await deps.accessRevocations.deleteApplication(application.id),
      }
    },
  }),
  command({
    name: 'application redirect-test',
    summary: 'Would authorize accept this redirect URI, and why?',
    options: { ...APPLICATION, uri: required(text('the address to try')) },
    async run(_deps, { 'client-id': application, uri }) {
      const verdict = judgeRedirectUri(uri, application.redirectEntries)
      return verdict.kind === 'accepted'
        ? { accepted: true, entry: verdict.entry }
        : { accepted: false, reason: verdict.reason, detail: verdict.detail }
    },
  }),
  command({
    name: 'application log',
    summary: 'The last calls of an application, newest first, with the reason of each refusal.',
    options: {
      ...APPLICATION,
      limit: integer(`how many; at most ${MAX_LOG_LINES}`, { min: 1, max: MAX_LOG_LINES }),
      endpoint: word(['authorize', 'token', 'revoke', 'graphql'], 'authorize, token, revoke or graphql'),
      outcome: word(['ok', 'refused', 'failed'], 'ok, refused or failed'),
    },
    async run(deps, { 'client-id': application, limit = 20, endpoint, outcome }) {
      const calls = await deps.applicationLog.list(application.id, { limit, endpoint, outcome })
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
  }),
]
