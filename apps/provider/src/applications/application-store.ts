import { randomBytes, randomUUID } from 'node:crypto'
import type { ApplicationId, ClientId, ClientSecret, UserId } from '@counterfoil/oauth/ids'
import { formatScope } from '@counterfoil/oauth/scope'
import type { Clock } from '@counterfoil/service/values/clock'
import { newUuid } from '#crypto/new-uuid.ts'
import { digestOf, newClientSecret } from '#crypto/secrets.ts'
import type { Database } from '#database/database.ts'
import { type Application, type ApplicationDraft, readApplication } from './application.ts'
import { CLIENT_ID, type OwnCredentials } from './own-credentials.ts'

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

export type ApplicationStore = ReturnType<typeof createApplicationStore>

const CLIENT_ID_BYTES = 20

type StoreParts = { readonly db: Database; readonly clock: Clock; readonly maxPerAccount: number }

/** Stores the registered applications and their secrets. */
export function createApplicationStore(parts: StoreParts) {
  const { db, clock } = parts
  const now = () => new Date(clock())
  return {
    async findByClientId(clientId: ClientId): Promise<Application | undefined> {
      if (!CLIENT_ID.test(clientId)) return undefined
      const row = await db
        .selectFrom('applications')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row && readApplication(row)
    },

    /** Finds an application by its id, even if it was deleted. */
    async findById(id: ApplicationId): Promise<Application | undefined> {
      const row = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst()
      return row && readApplication(row)
    },

    /** Returns true if at least one application turns `iss` off, regardless of the provider's default. */
    async hasOneWithoutIssuer(): Promise<boolean> {
      const found = await db
        .selectFrom('applications')
        .select('id')
        .where('sends_issuer', '=', false)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return found !== undefined
    },

    /** Lists applications, newest first, without deleted ones. */
    async list(filter: { readonly ownerUserId?: UserId } = {}): Promise<readonly Application[]> {
      let query = db.selectFrom('applications').selectAll().where('deleted_at', 'is', null)
      if (filter.ownerUserId !== undefined) query = query.where('owner_user_id', '=', filter.ownerUserId)
      const rows = await query.orderBy('created_at', 'desc').orderBy('client_id').execute()
      return rows.map(readApplication)
    },

    /**
     * Registers an application. The draft must be free of faults. The secret is not stored and cannot be shown again.
     * @throws TooManyApplicationsError if its owner has as many as an account may have
     */
    async create(
      draft: ApplicationDraft,
    ): Promise<{ readonly application: Application; readonly secret: ClientSecret }> {
      const secret = newClientSecret()
      const clientId = randomBytes(CLIENT_ID_BYTES).toString('hex') as ClientId
      const application = await insert(parts, draft, { clientId, secret })
      if (application === undefined) throw new Error('a random client id came twice')
      return { application, secret }
    },

    /**
     * Registers an application with its own credentials, which must be free of faults, like the draft. The same credentials
     * again return the same application.
     * @throws TooManyApplicationsError
     */
    register: (draft: ApplicationDraft, own: OwnCredentials): Promise<Registration> =>
      register(parts, draft, own),

    /** Changes an application. The whole draft must be free of faults. Undefined if there is no such application. */
    async update(id: ApplicationId, changes: Partial<ApplicationDraft>): Promise<Application | undefined> {
      const row = await db
        .updateTable('applications')
        .set({ ...columnsOf(changes), modified_at: now() })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      return row && readApplication(row)
    },

    /**
     * Creates a new secret. The previous one stays valid for `overlapSeconds`, older ones end now: at most two are valid.
     * Undefined if there is no such application.
     */
    rotateSecret: (id: ApplicationId, overlapSeconds: number) => rotateSecret(parts, id, overlapSeconds),

    /** Ends the overlap now: only the newest secret stays valid. */
    endOverlap: (id: ApplicationId): Promise<void> => endOverlap(db, id),

    /** Lists live secrets, newest first, without their values. */
    secretsOf: (id: ApplicationId) => listSecrets(parts, id),
  }
}

async function rotateSecret(
  { db, clock }: StoreParts,
  id: ApplicationId,
  overlapSeconds: number,
): Promise<{ readonly secret: ClientSecret; readonly previousExpiresAtMs: number | null } | undefined> {
  const at = new Date(clock())
  const secret = newClientSecret()
  const expiresAt = new Date(at.getTime() + overlapSeconds * 1_000)
  return await db.transaction().execute(async (trx) => {
    // Locks the application's row: two simultaneous rotations leave two live secrets, not three.
    const application = await trx
      .updateTable('applications')
      .set({ modified_at: at })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (application === undefined) return undefined
    await endOverlap(trx, id)
    const previous = await trx
      .updateTable('application_secrets')
      .set({ expires_at: expiresAt })
      .where('application_id', '=', id)
      .returning('id')
      .execute()
    await trx
      .insertInto('application_secrets')
      .values(secretRow(id, secret, at))
      .execute()
    return { secret, previousExpiresAtMs: previous.length === 0 ? null : expiresAt.getTime() }
  })
}

async function endOverlap(db: Database, id: ApplicationId): Promise<void> {
  await db
    .deleteFrom('application_secrets')
    .where('application_id', '=', id)
    .where('expires_at', 'is not', null)
    .execute()
}

async function listSecrets({ db, clock }: StoreParts, id: ApplicationId) {
  const rows = await db
    .selectFrom('application_secrets')
    .selectAll()
    .where('application_id', '=', id)
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(clock()))]),
    )
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    /** The last four characters of the secret. */
    hint: row.hint,
    createdAtMs: row.created_at.getTime(),
    /** The end of the overlap after a rotation; null for the newest secret. */
    expiresAtMs: row.expires_at?.getTime() ?? null,
  }))
}

async function register(
  parts: StoreParts,
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
  { db, clock }: StoreParts,
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
  { db, clock, maxPerAccount }: StoreParts,
  draft: ApplicationDraft,
  { clientId, secret }: OwnCredentials,
): Promise<Application | undefined> {
  const id = newUuid<ApplicationId>()
  const at = new Date(clock())
  return await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('applications')
      .values({ id, client_id: clientId, ...columnsOf(draft), created_at: at, modified_at: at })
      .onConflict((conflict) => conflict.column('client_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return undefined
    if (draft.ownerUserId !== null) await refuseTooMany(trx, draft.ownerUserId, maxPerAccount)
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
async function refuseTooMany(trx: Database, ownerUserId: UserId, maxPerAccount: number): Promise<void> {
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
function secretRow(applicationId: ApplicationId, secret: ClientSecret, at: Date) {
  return {
    id: randomUUID(),
    application_id: applicationId,
    secret_digest: digestOf(secret),
    hint: secret.slice(-4),
    created_at: at,
    expires_at: null,
  }
}

/** Converts a draft to columns of its row. Kysely omits a column that is undefined: the field of a change that was left out. */
function columnsOf(draft: ApplicationDraft): ReturnType<typeof allColumns>
function columnsOf(draft: Partial<ApplicationDraft>): Partial<ReturnType<typeof allColumns>>
function columnsOf(draft: Partial<ApplicationDraft>): Partial<ReturnType<typeof allColumns>> {
  return allColumns(draft as ApplicationDraft)
}

function allColumns(draft: ApplicationDraft) {
  return {
    name: draft.name,
    description: draft.description,
    home_page_url: draft.homePageUrl,
    logo_url: draft.logoUrl,
    owner_user_id: draft.ownerUserId,
    redirect_entries: draft.redirectEntries,
    allowed_scopes: draft.allowedScopes && formatScope(draft.allowedScopes),
    optional_scopes: draft.optionalScopes && formatScope(draft.optionalScopes),
    scope_reasons: draft.scopeReasons && JSON.stringify(draft.scopeReasons),
    restriction: draft.restriction,
    access_token_seconds: draft.accessTokenSeconds,
    rotate_refresh_tokens: draft.rotateRefreshTokens,
    is_strict: draft.isStrict,
    sends_issuer: draft.sendsIssuer,
    is_checked: draft.isChecked,
  }
}
