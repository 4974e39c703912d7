import { sql } from 'kysely'
import type { Clock } from '@counterfoil/service/values/clock'
import type { UserId, Branded } from '@counterfoil/oauth/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'
import type { AccountMailKind } from '#database/columns.ts'
import type { AccountMail, Addressee, CameFrom } from './account-mail.ts'

export type AccountMailStore = ReturnType<typeof createAccountMailStore>

/** The lease of a mail: if a worker's process dies, another one retries the mail after this time. */
const MAIL_LEASE_MS = 5 * 60_000

/** Stores mails about accounts until they are sent; a mail that was sent is deleted. */
export function createAccountMailStore({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  return {
    /**
     * Enqueues a mail with a link to the account of that address. Runs the same statement whether the account exists or not, so
     * that its duration reveals nothing.
     */
    askForReset: (typedAddress: string): Promise<void> =>
      insert(db, {
        kind: 'password_reset',
        typed_address: typedAddress,
        user_id: null,
        at: new Date(clock()),
      }),

    /** Takes the mail that is due longest, counts the attempt, and leases the mail for {@link MAIL_LEASE_MS}. */
    async takeDue(): Promise<AccountMail | undefined> {
      const now = new Date(clock())
      const { rows } = await sql<AccountMailRow>`
        update account_mails set attempts = attempts + 1, due_at = ${new Date(clock() + MAIL_LEASE_MS)}
        where id = (select id from account_mails where due_at <= ${now} order by due_at limit 1 for update skip locked)
        returning id, kind, typed_address, user_id, browser_name, address_begin, attempts, created_at`.execute(
        db,
      )
      return rows[0] && readRow(rows[0])
    },

    /** Deletes a mail that was sent or never will be. */
    async remove({ id }: AccountMail): Promise<void> {
      await db.deleteFrom('account_mails').where('id', '=', id).execute()
    },

    async tryAgainAt({ id }: AccountMail, atMs: number): Promise<void> {
      await db
        .updateTable('account_mails')
        .set({ due_at: new Date(atMs) })
        .where('id', '=', id)
        .execute()
    },

    /** Finds the email address and language of an account's owner; undefined if the account no longer exists. */
    findAddressee: (userId: UserId): Promise<Addressee | undefined> =>
      db.selectFrom('users').select(['email', 'locale']).where('id', '=', userId).executeTakeFirst(),
  }
}

/** Enqueues a notice about an account for its owner, as part of the transaction. */
export function enqueueNotice(
  trx: Database,
  notice: {
    readonly kind: Exclude<AccountMailKind, 'password_reset'>
    readonly userId: UserId
    readonly at: Date
    readonly cameFrom?: CameFrom
  },
): Promise<void> {
  return insert(trx, {
    kind: notice.kind,
    typed_address: null,
    user_id: notice.userId,
    browser_name: notice.cameFrom?.browserName ?? null,
    address_begin: notice.cameFrom?.addressBegin ?? null,
    at: notice.at,
  })
}

async function insert(
  db: Database,
  row: {
    readonly kind: AccountMailKind
    readonly typed_address: string | null
    readonly user_id: UserId | null
    readonly browser_name?: string | null
    readonly address_begin?: string | null
    readonly at: Date
  },
): Promise<void> {
  const { at, ...mail } = row
  const id = newUuid<Branded<'AccountMailId'>>()
  await db
    .insertInto('account_mails')
    .values({ ...mail, id, due_at: at, created_at: at })
    .execute()
}

type AccountMailRow = {
  readonly id: string
  readonly kind: AccountMailKind
  readonly typed_address: string | null
  readonly user_id: UserId
  readonly browser_name: string | null
  readonly address_begin: string | null
  readonly attempts: number
  readonly created_at: Date
}

function readRow(row: AccountMailRow): AccountMail {
  const { id, kind, attempts, created_at: createdAt } = row
  const common = { id, attempts, createdAt }
  return kind === 'password_reset'
    ? { ...common, kind, typedAddress: row.typed_address ?? '' }
    : { ...common, kind, userId: row.user_id, cameFrom: readCameFrom(row) }
}

function readCameFrom(row: AccountMailRow): CameFrom {
  return { browserName: row.browser_name ?? undefined, addressBegin: row.address_begin ?? undefined }
}
