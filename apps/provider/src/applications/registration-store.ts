import { randomBytes, randomUUID } from 'node:crypto'
import type { ApplicationId, ClientId, ClientSecret, UserId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import { newUuid } from '#crypto/new-uuid.ts'
import { digestOf, newClientSecret } from '#crypto/secrets.ts'
import type { Database } from '#database/database.ts'
import { type Application, type ApplicationDraft, readApplication } from './application.ts'
import type { OwnCredentials } from './own-credentials.ts'
import { formatScope } from '@counterfoil/oauth/scope'

/** Result of registering an application with its own credentials. */
export type Registration =
  | { readonly kind: 'created'; readonly application: Application }
  /** The application already exists, and the secret is one of its live ones: nothing was changed. */
  | { readonly kind: 'known'; readonly application: Application }
  /** The id belongs to an application with another secret. */
  | { readonly kind: 'taken' }
  /** The id belonged to a deleted application and is never reused. */
  | { readonly kind: 'deleted' }
  /** The secret belongs to another application. */
  | { readonly kind: 'secret_taken' }

class SecretTakenError extends Error {
  override readonly name = 'SecretTakenError'
}

/** Thrown if an account already has the maximum number of applications. */
export class TooManyApplicationsError extends Error {
  override readonly name = 'TooManyApplicationsError'
  readonly limit: number

  constructor(limit: number) {
    super(`an account has at most ${limit} applications`)
    this.limit = limit
  }
}

interface RegistrationParts {
  readonly db: Database
  readonly clock: Clock
  readonly maxPerAccount: number
}

const CLIENT_ID_BYTES = 20

/** Registers an application with a generated id and secret. */
export async function createApplication(
  parts: RegistrationParts,
  draft: ApplicationDraft,
): Promise<{ readonly application: Application; readonly secret: ClientSecret }> {
  const secret = newClientSecret()
  const clientId = randomBytes(CLIENT_ID_BYTES).toString('hex') as ClientId
  const application = await insert(parts, draft, { clientId, secret })
  if (application === undefined) throw new Error('a random client id came twice')
  return { application, secret }
}

/** Registers an application with its own id and secret, which are free of faults. Repeating it returns the same application. */
export async function registerApplication(
  parts: RegistrationParts,
  draft: ApplicationDraft,
  own: OwnCredentials,
): Promise<Registration> {
  const before = await judgeExisting(parts, own)
  if (before !== undefined) return before
  try {
    const application = await insert(parts, draft, own)
    if (application !== undefined) return { kind: 'created', application }
  } catch (error) {
    if (error instanceof SecretTakenError) return { kind: 'secret_taken' }
    throw error
  }
  // Another caller has registered it meanwhile.
  return (await judgeExisting(parts, own)) ?? { kind: 'taken' }
}

async function judgeExisting(
  { db, clock }: RegistrationParts,
  { clientId, secret }: OwnCredentials,
): Promise<Registration | undefined> {
  const row = await db
    .selectFrom('applications')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const application = readApplication(row)
  if (application.isDeleted) return { kind: 'deleted' }
  const live = await db
    .selectFrom('application_secrets')
    .select('id')
    .where('application_id', '=', application.id)
    .where('secret_digest', '=', digestOf(secret))
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(clock()))]),
    )
    .executeTakeFirst()
  return live === undefined ? { kind: 'taken' } : { kind: 'known', application }
}

/**
 * Inserts an application and its secret; undefined if the client id is already in use.
 * @throws SecretTakenError
 */
async function insert(
  parts: RegistrationParts,
  draft: ApplicationDraft,
  { clientId, secret }: OwnCredentials,
): Promise<Application | undefined> {
  const id = newUuid<ApplicationId>()
  const at = new Date(parts.clock())
  return await parts.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('applications')
      .values({ id, client_id: clientId, ...columnsOf(draft), created_at: at, modified_at: at })
      .onConflict((conflict) => conflict.column('client_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return undefined
    if (draft.ownerUserId !== null) await refuseTooMany(parts, trx, draft.ownerUserId)
    const secretId = await trx
      .insertInto('application_secrets')
      .values(secretRow(id, secret, at))
      .onConflict((conflict) => conflict.column('secret_digest').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (secretId === undefined) throw new SecretTakenError()
    return readApplication(row)
  })
}

/** Checks the limit, the new application included. Locks the owner, so that two simultaneous ones cannot both be the last. */
async function refuseTooMany(
  { maxPerAccount }: RegistrationParts,
  trx: Database,
  ownerUserId: UserId,
): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', ownerUserId).forNoKeyUpdate().execute()
  const { owned } = await trx
    .selectFrom('applications')
    .select((row) => row.fn.countAll<string>().as('owned'))
    .where('owner_user_id', '=', ownerUserId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(owned) > maxPerAccount) throw new TooManyApplicationsError(maxPerAccount)
}

/** Returns the row of a secret that is valid from `at` on. */
export function secretRow(applicationId: ApplicationId, secret: ClientSecret, at: Date) {
  return {
    id: randomUUID(),
    application_id: applicationId,
    secret_digest: digestOf(secret),
    hint: secret.slice(-4),
    created_at: at,
    expires_at: null,
  }
}

/** Converts a draft, or a part of one, to columns of its row. */
export function columnsOf(draft: ApplicationDraft): ReturnType<typeof allColumns>
export function columnsOf(draft: Partial<ApplicationDraft>): Partial<ReturnType<typeof allColumns>>
export function columnsOf(draft: Partial<ApplicationDraft>): Partial<ReturnType<typeof allColumns>> {
  const columns = allColumns(draft as ApplicationDraft)
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function allColumns(draft: ApplicationDraft) {
  const scope = (values: readonly string[] | undefined) =>
    (values === undefined ? undefined : formatScope(values)) as string
  return {
    name: draft.name,
    description: draft.description,
    home_page_url: draft.homePageUrl,
    logo_url: draft.logoUrl,
    owner_user_id: draft.ownerUserId,
    redirect_entries: draft.redirectEntries,
    allowed_scopes: scope(draft.allowedScopes),
    optional_scopes: scope(draft.optionalScopes),
    scope_reasons: draft.scopeReasons === undefined ? undefined : JSON.stringify(draft.scopeReasons),
    restriction: draft.restriction,
    access_token_seconds: draft.accessTokenSeconds,
    rotate_refresh_tokens: draft.rotateRefreshTokens,
    is_strict: draft.isStrict,
    sends_issuer: draft.sendsIssuer,
    is_checked: draft.isChecked,
  }
}
