import type { ApplicationId, ClientId, ClientSecret, UserId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import { newClientSecret } from '#crypto/secrets.ts'
import type { Database } from '#database/database.ts'
import { columnsOf } from './application-columns.ts'
import { readApplication, type Application, type ApplicationDraft } from './application.ts'
import { CLIENT_ID, type OwnCredentials } from './own-credentials.ts'
import { createApplication, registerApplication, secretRow, type Registration } from './registration-store.ts'

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
  /** Returns true if an application wants no `iss`, whatever the provider does by default. */
  hasOneWithoutIssuer(): Promise<boolean>
  /** Newest first, deleted ones left out. */
  list(filter?: { readonly ownerUserId?: UserId }): Promise<readonly Application[]>
  /**
   * The draft must be free of faults. The secret is not kept and cannot be shown again.
   * @throws TooManyApplicationsError when its owner has as many as an account may have
   */
  create(
    draft: ApplicationDraft,
  ): Promise<{ readonly application: Application; readonly secret: ClientSecret }>
  /**
   * As {@link ApplicationStore.create}, for credentials that the application brings and that are free of faults too. With the
   * same ones again, it is the same application.
   * @throws TooManyApplicationsError
   */
  register(draft: ApplicationDraft, own: OwnCredentials): Promise<Registration>
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

    hasOneWithoutIssuer: () => hasOneWithoutIssuer(parts),

    list: (filter) => listApplications(parts, filter),

    create: (draft) => createApplication(parts, draft),

    register: (draft, own) => registerApplication(parts, draft, own),

    update: (id, changes) => updateApplication(parts, id, changes),

    rotateSecret: (id, overlapSeconds) => rotateSecret(parts, id, overlapSeconds),

    endOverlap: (id) => endOverlap(parts, id),

    secretsOf: (id) => listSecrets(parts, id),
  }
}

function now({ clock }: ApplicationParts) {
  return new Date(clock())
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

async function hasOneWithoutIssuer({ db }: ApplicationParts): Promise<boolean> {
  const found = await db
    .selectFrom('applications')
    .select('id')
    .where('sends_issuer', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
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
