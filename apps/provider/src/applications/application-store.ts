import type { ApplicationId, ClientId, ClientSecret, UserId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import { newClientSecret } from '#crypto/secrets.ts'
import type { Database } from '#database/database.ts'
import { columnsOf, createApplication, registerApplication, secretRow } from './registration-store.ts'
import { type Application, type ApplicationDraft, readApplication } from './application.ts'
import { CLIENT_ID } from './own-credentials.ts'

/** A live client secret, without its value. */
export interface ClientSecretView {
  readonly id: string
  /** The last four characters of the secret. */
  readonly hint: string
  readonly createdAtMs: number
  /** The end of the overlap after a rotation; null for the newest secret. */
  readonly expiresAtMs: number | null
}

export type ApplicationStore = ReturnType<typeof createApplicationStore>

interface ApplicationParts {
  readonly db: Database
  readonly clock: Clock
  readonly maxPerAccount: number
}

/** Stores the registered applications and their secrets. */
export function createApplicationStore(parts: ApplicationParts) {
  return {
    findByClientId: findByClientId.bind(null, parts),

    /** Finds an application by its id, even if it was deleted. */
    findById: findById.bind(null, parts),

    /** Returns true if at least one application turns `iss` off, regardless of the provider's default. */
    hasOneWithoutIssuer: hasOneWithoutIssuer.bind(null, parts),

    /** Lists applications, newest first, without deleted ones. */
    list: listApplications.bind(null, parts),

    /**
     * Registers an application. The draft must be free of faults. The secret is not stored and cannot be shown again.
     * @throws TooManyApplicationsError if its owner has as many as an account may have
     */
    create: createApplication.bind(null, parts),

    /**
     * Registers an application with its own credentials, which must be free of faults, like the draft. The same credentials
     * again return the same application.
     * @throws TooManyApplicationsError
     */
    register: registerApplication.bind(null, parts),

    /** Changes an application. The whole draft must be free of faults. Undefined if there is no such application. */
    update: updateApplication.bind(null, parts),

    /**
     * Creates a new secret. The previous one stays valid for `overlapSeconds`, older ones end now: at most two are valid.
     * Undefined if there is no such application.
     */
    rotateSecret: rotateSecret.bind(null, parts),

    /** Ends the overlap now: only the newest secret stays valid. */
    endOverlap: endOverlap.bind(null, parts),

    /** Lists live secrets, newest first. */
    secretsOf: listSecrets.bind(null, parts),
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
    // Locks the application's row: two simultaneous rotations leave two live secrets, not three.
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
