import { randomBytes, randomUUID } from 'node:crypto'
import { formatScope } from '@counterfoil/oauth/scope'
import type { Clock } from '@counterfoil/service/clock'
import type { ApplicationId, ClientId, ClientSecret, UserId } from '@counterfoil/oauth/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'
import { digestOf, newClientSecret } from '#crypto/secrets.ts'
import { readApplication, type Application, type ApplicationDraft } from './application.ts'

/** A live client secret, without the secret. */
export interface ClientSecretView {
  readonly id: string
  /** The last four characters. */
  readonly hint: string
  readonly createdAtMs: number
  /** When the overlap ends; null for the newest. */
  readonly expiresAtMs: number | null
}

export interface ApplicationStore {
  findByClientId(clientId: ClientId): Promise<Application | undefined>
  /** Also finds a deleted one. */
  findById(id: ApplicationId): Promise<Application | undefined>
  /** Newest first, deleted ones left out. */
  list(filter?: { readonly ownerUserId?: UserId }): Promise<readonly Application[]>
  /**
   * The draft must be free of faults. The secret is not kept and cannot be shown again.
   * @throws TooManyApplicationsError when its owner has as many as an account may have
   */
  create(
    draft: ApplicationDraft,
  ): Promise<{ readonly application: Application; readonly secret: ClientSecret }>
  /** The whole draft must be free of faults. Undefined when there is no such application. */
  update(id: ApplicationId, changes: Partial<ApplicationDraft>): Promise<Application | undefined>
  /**
   * Makes a new secret; the one before it stays valid for `overlapSeconds`, older ones end now: at most two are valid.
   * Undefined when there is no such application.
   */
  rotateSecret(
    id: ApplicationId,
    overlapSeconds: number,
  ): Promise<{ readonly secret: ClientSecret; readonly previousExpiresAtMs: number | null } | undefined>
  /** Ends the overlap now: only the newest secret stays. */
  endOverlap(id: ApplicationId): Promise<void>
  /** Live secrets, newest first. */
  secretsOf(id: ApplicationId): Promise<readonly ClientSecretView[]>
}

/** An account has as many applications as it may have. */
export class TooManyApplicationsError extends Error {
  override readonly name = 'TooManyApplicationsError'
  readonly limit: number

  constructor(limit: number) {
    super(`an account has at most ${limit} applications`)
    this.limit = limit
  }
}

const CLIENT_ID_BYTES = 20
const CLIENT_ID = /^[A-Za-z0-9_-]{1,200}$/

interface ApplicationParts {
  readonly db: Database
  readonly clock: Clock
  readonly maxPerAccount: number
}

/** The registered applications and their secrets. */
export function createApplicationStore(parts: ApplicationParts): ApplicationStore {
  return {
    findByClientId: (clientId) => findByClientId(parts, clientId),

    findById: (id) => findById(parts, id),

    list: (filter) => listApplications(parts, filter),

    create: (draft) => createApplication(parts, draft),

    update: (id, changes) => updateApplication(parts, id, changes),

    rotateSecret: (id, overlapSeconds) => rotateSecret(parts, id, overlapSeconds),

    endOverlap: (id) => endOverlap(parts, id),

    secretsOf: (id) => listSecrets(parts, id),
  }
}

function now({ clock }: ApplicationParts) {
  return new Date(clock())
}

/** Locks the owner, so that two at once cannot both be the last. */
async function refuseOneMore(
  { maxPerAccount }: ApplicationParts,
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
  if (Number(owned) >= maxPerAccount) throw new TooManyApplicationsError(maxPerAccount)
}

async function findByClientId(
  { db }: ApplicationParts,
  clientId: ClientId,
): Promise<Application | undefined> {
  if (!CLIENT_ID.test(clientId)) return undefined
  const row = await db
    .selectFrom('applications')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? undefined : readApplication(row)
}

async function findById({ db }: ApplicationParts, id: ApplicationId): Promise<Application | undefined> {
  const row = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : readApplication(row)
}

async function listApplications(
  { db }: ApplicationParts,
  filter: { readonly ownerUserId?: UserId } = {},
): Promise<readonly Application[]> {
  let query = db.selectFrom('applications').selectAll().where('deleted_at', 'is', null)
  if (filter.ownerUserId !== undefined) query = query.where('owner_user_id', '=', filter.ownerUserId)
  const rows = await query.orderBy('created_at', 'desc').orderBy('client_id').execute()
  return rows.map(readApplication)
}

async function createApplication(
  parts: ApplicationParts,
  draft: ApplicationDraft,
): Promise<{ readonly application: Application; readonly secret: ClientSecret }> {
  const { db } = parts

  const secret = newClientSecret()
  const id = newUuid<ApplicationId>()
  const at = now(parts)
  const row = await db.transaction().execute(async (trx) => {
    if (draft.ownerUserId !== null) await refuseOneMore(parts, trx, draft.ownerUserId)
    const inserted = await trx
      .insertInto('applications')
      .values({
        id,
        client_id: randomBytes(CLIENT_ID_BYTES).toString('hex') as ClientId,
        ...columnsOf(draft),
        created_at: at,
        modified_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('application_secrets')
      .values(secretRow(id, secret, at))
      .execute()
    return inserted
  })
  return { application: readApplication(row), secret }
}

async function updateApplication(
  parts: ApplicationParts,
  id: ApplicationId,
  changes: Partial<ApplicationDraft>,
): Promise<Application | undefined> {
  const { db } = parts

  const row = await db
    .updateTable('applications')
    .set({ ...columnsOf(changes), modified_at: now(parts) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : readApplication(row)
}

async function rotateSecret(
  parts: ApplicationParts,
  id: ApplicationId,
  overlapSeconds: number,
): Promise<{ readonly secret: ClientSecret; readonly previousExpiresAtMs: number | null } | undefined> {
  const { db } = parts

  const at = now(parts)
  const secret = newClientSecret()
  const expiresAt = new Date(at.getTime() + overlapSeconds * 1_000)
  return await db.transaction().execute(async (trx) => {
    // The application's row is the lock: two rotations at once leave two live secrets, not three.
    const application = await trx
      .updateTable('applications')
      .set({ modified_at: at })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (application === undefined) return undefined
    await trx
      .deleteFrom('application_secrets')
      .where('application_id', '=', id)
      .where('expires_at', 'is not', null)
      .execute()
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

async function endOverlap({ db }: ApplicationParts, id: ApplicationId): Promise<void> {
  await db
    .deleteFrom('application_secrets')
    .where('application_id', '=', id)
    .where('expires_at', 'is not', null)
    .execute()
}

async function listSecrets(parts: ApplicationParts, id: ApplicationId): Promise<readonly ClientSecretView[]> {
  const { db } = parts

  const rows = await db
    .selectFrom('application_secrets')
    .selectAll()
    .where('application_id', '=', id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now(parts))]))
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    hint: row.hint,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at?.getTime() ?? null,
  }))
}

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

function columnsOf(draft: ApplicationDraft): ReturnType<typeof allColumns>
function columnsOf(draft: Partial<ApplicationDraft>): Partial<ReturnType<typeof allColumns>>
function columnsOf(draft: Partial<ApplicationDraft>): Partial<ReturnType<typeof allColumns>> {
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
    is_checked: draft.isChecked,
  }
}
