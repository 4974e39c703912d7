import type { ClientId, ClientSecret } from '@counterfoil/oauth/ids'
import { SCOPE_OPERATIONS } from '@counterfoil/oauth/scope'
import type { ApplicationDraft } from '#applications/application.ts'
import { findOwnCredentialsFault, type OwnCredentials } from '#applications/own-credentials.ts'
import { TooManyApplicationsError, type Registration } from '#applications/registration-store.ts'
import { DRAFT_OPTIONS, readChanges, refuseFaults } from './application-draft-options.ts'
import { addressesAt, viewOf } from './application-view.ts'
import { CommandError, textOf, type Command, type CommandDependencies, type CommandInput } from './command.ts'

export const CREATE_APPLICATION: Command = {
  name: 'application create',
  summary:
    'Registers an application and shows its secret, once, and where it calls. Under a client id of your own it asks for the secret, and done again with the same it changes nothing.',
  asks: 'client_secret',
  asksWith: 'client-id',
  options: {
    ...DRAFT_OPTIONS,
    name: { ...DRAFT_OPTIONS.name, required: true },
    redirect: { ...DRAFT_OPTIONS.redirect, required: true },
    restriction: { ...DRAFT_OPTIONS.restriction, required: true },
    'client-id': {
      kind: 'text',
      help: 'an id of your own for it; its secret is asked for, or is the first line of standard input',
    },
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
      ...(await readChanges(deps, options)),
    }
    refuseFaults(draft, deps, undefined)
    const clientId = textOf(options, 'client-id')
    const made =
      clientId === undefined
        ? await create(deps, draft)
        : await register(deps, draft, ownCredentials(clientId, input))
    return { ...made, ...addressesAt(deps.publicUrl()) }
  },
}

async function create(deps: CommandDependencies, draft: ApplicationDraft) {
  const { application, secret } = await withinLimit(() => deps.applications.create(draft))
  return { ...viewOf(application), created: true, clientSecret: secret }
}

async function register(deps: CommandDependencies, draft: ApplicationDraft, own: OwnCredentials) {
  const registration = await withinLimit(() => deps.applications.register(draft, own))
  return { ...viewOf(registered(registration, own)), created: registration.kind === 'created' }
}

/** @throws CommandError when the id is not this application's */
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
