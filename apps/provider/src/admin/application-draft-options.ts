import { findApplicationFaults, type Application, type ApplicationDraft } from '#applications/application.ts'
import {
  CommandError,
  integerOf,
  scopesOf,
  switchOf,
  textOf,
  textsOf,
  wordOf,
  type Command,
  type CommandDependencies,
  type Options,
} from './command.ts'
import { findUser } from './find-records.ts'

const RESTRICTIONS = ['single_business', 'all_businesses'] as const

/** Fields of an application as options of its registration and of its change. */
export const DRAFT_OPTIONS = {
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
  iss: {
    kind: 'switch',
    help: 'iss with each answer of authorize (RFC 9207), --no-iss: never; as PROVIDER_ISS says unless told',
  },
  checked: {
    kind: 'switch',
    help: 'on when it is created; with --no-checked pages say that Harbour has not checked it',
  },
} as const satisfies Command['options']

/** Returns the fields that are given as options. */
export async function readChanges(
  deps: CommandDependencies,
  options: Options,
): Promise<Partial<ApplicationDraft>> {
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
    sendsIssuer: switchOf(options, 'iss'),
    isChecked: switchOf(options, 'checked'),
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

function readReason(text: string): readonly [string, string] {
  const equals = text.indexOf('=')
  if (equals < 1) throw new CommandError('invalid', '--reason must be written as scope=words.')
  return [text.slice(0, equals), text.slice(equals + 1)]
}

/** @throws CommandError with all that is wrong with it */
export function refuseFaults(
  draft: ApplicationDraft,
  { config }: CommandDependencies,
  before: Application | undefined,
): void {
  const faults = findApplicationFaults(draft, { providerName: config.name, before })
  if (faults.length > 0) throw new CommandError('invalid', faults.map((fault) => fault.message).join(' '))
}
