import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { refuse, type BooksTransaction } from '#books/command.ts'
import { inputFault } from '#books/input-faults.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'
import type { Message, MessageId, NewMessage } from './message.ts'
import { findQuotaFault, QUOTA_WINDOW_MS, type MessageQuotas, type MessageUsage } from './message-quota.ts'
import { defaultSubject } from './message-words.ts'

/** Time for which one worker owns a message; after that a message of a dead process is retried. */
export const MESSAGE_LEASE_MS = 5 * 60_000

/** Stores messages for their senders and readers. */
export type MessageStore = ReturnType<typeof createMessageStore>

/** How much of its quotas a business has used. */
export type BusinessUsage = {
  readonly name: string
  readonly addresses: number
  readonly newAddresses: number
}

const COLUMNS = sql`m.business_id as "businessId", m.id, m.kind, m.document_id::text as "documentId", m.document,
  m.recipients as "to", m.copies, m.reply_to as "replyTo", m.subject, m.body as text, m.attaches_pdf as "attachesPdf",
  m.view_path as "viewPath", m.state, m.attempts, m.created_at as "createdAt", m.sent_at as "sentAt", m.fault`

/** Creates the writer of messages, which applies the quotas to every business. */
export function createMessageWriter(quotas: MessageQuotas) {
  return {
    /** Keeps the message in the command's transaction: it is sent once that is committed, and never if it is not. */
    async enqueue(transaction: BooksTransaction, message: NewMessage): Promise<MessageId> {
      const { trx, books, author, now } = transaction
      const { kind, documentId, document, draft, senderId, viewPath } = message
      const sender = await addressOf(transaction, senderId)
      if (draft.replyTo !== null && !(await isMemberAddress(transaction, draft.replyTo)))
        refuse(
          inputFault('fromAddress', 'INVALID', 'fromAddress is not the address of a member of the business.'),
        )
      if (viewPath !== null && (await hasEndedLink(transaction, viewPath))) refuse(ENDED_LINK)
      await lockSenders(transaction)
      const id = newUuid<MessageId>()
      await sql`
        insert into messages (business_id, id, kind, document_id, document, recipients, copies, reply_to, subject, body,
          attaches_pdf, view_path, sender_id, application_id, due_at, created_at)
        values (${books.businessId}, ${id}, ${kind}, ${documentId}::bigint, ${JSON.stringify(document)}::jsonb,
          ${draft.to}::text[], ${draft.copiesSender ? [sender] : []}::text[], ${draft.replyTo ?? sender},
          ${draft.subject ?? defaultSubject(document)}, ${draft.text ?? ''}, ${draft.attachesPdf}, ${viewPath}, ${author.userId},
          ${author.applicationId}, ${now}, ${now})
      `.execute(trx)
      await noteAddresses(transaction, draft.to)
      const fault = findQuotaFault(await readUsage(transaction), quotas, now.getTime())
      if (fault !== undefined) refuse(fault)
      return id
    },

    isEnabled,
  }
}

/** Whether the business lets messages be sent for it (`Business.emailSendEnabled`). */
async function isEnabled({ trx, books }: BooksTransaction): Promise<boolean> {
  const row = await trx
    .selectFrom('businesses')
    .select('email_send_enabled')
    .where('id', '=', books.businessId)
    .executeTakeFirstOrThrow()
  return row.email_send_enabled
}

/** Returns true if the page that a message links to has ended for its customer. */
async function hasEndedLink({ trx, now }: BooksTransaction, viewPath: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from document_link_ends where anonymous_id = ${viewPath.split('/').at(2)} and ends_at <= ${now}`.execute(
    trx,
  )
  return rows.length > 0
}

const ENDED_LINK = inputFault(
  'to',
  'INVALID_STATE',
  'The link to this document has ended. Make a new one on its page, then send it.',
)

/** Returns true if a member of the business signs in with the address. */
async function isMemberAddress({ trx, books }: BooksTransaction, address: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from memberships m join users u on u.id = m.user_id
    where m.business_id = ${books.businessId} and u.disabled_at is null and lower(u.email) = ${address.toLowerCase()}`.execute(
    trx,
  )
  return rows.length > 0
}

/** Keeps which addresses the business has sent to, as digests. */
async function noteAddresses(
  { trx, books, author, now }: BooksTransaction,
  addresses: readonly string[],
): Promise<void> {
  await sql`
    insert into message_addresses (business_id, digest, sender_id, first_at)
    select distinct ${books.businessId}::uuid, sha256(convert_to(lower(address), 'UTF8')),
      ${author.userId}::uuid, ${now}::timestamptz
    from unnest(${addresses}::text[]) as address
    on conflict do nothing`.execute(trx)
}

/** Two messages of one person, or through one application, are counted one after the other, also for two businesses. */
async function lockSenders({ trx, author }: BooksTransaction): Promise<void> {
  for (const id of [author.userId, author.applicationId])
    if (id !== null) await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(trx)
}

/** Reads what the business, the person and the application have sent within a day. A lock keeps other senders out meanwhile. */
async function readUsage({ trx, books, author, now }: BooksTransaction): Promise<readonly MessageUsage[]> {
  const since = new Date(now.getTime() - QUOTA_WINDOW_MS)
  const sent = sql`coalesce(sum(cardinality(recipients) + cardinality(copies)), 0)::integer as count,
    min(created_at) as "oldestAt" from messages where created_at > ${since}`
  const fresh = sql`count(distinct digest)::integer as count, min(first_at) as "oldestAt"
    from message_addresses where first_at > ${since}`
  const { rows } = await sql<MessageUsage>`
    select 'addresses' as counted, ${sent} and business_id = ${books.businessId}
    union all select 'newAddresses', ${fresh} and business_id = ${books.businessId}
    union all select 'addressesOfPerson', ${sent} and sender_id = ${author.userId}
    union all select 'newAddressesOfPerson', ${fresh} and sender_id = ${author.userId}
    union all select 'addressesOfApplication', ${sent} and application_id = ${author.applicationId}`.execute(
    trx,
  )
  return rows
}

async function addressOf({ trx }: BooksTransaction, userId: UserId): Promise<string> {
  const row = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.email
}

export function createMessageStore(db: Database, clock: () => number) {
  const which = ({ businessId, id }: Message) => sql`business_id = ${businessId} and id = ${id}`

  return {
    /** Takes the message that has waited longest, counts the try, and keeps others off it for {@link MESSAGE_LEASE_MS}. */
    async takeDue(): Promise<Message | undefined> {
      const nowMs = clock()
      const { rows } = await sql<Message>`
        update messages m set attempts = m.attempts + 1, due_at = ${new Date(nowMs + MESSAGE_LEASE_MS)}
        from (
          select business_id, id from messages where state = 'WAITING' and due_at <= ${new Date(nowMs)}
          order by due_at limit 1 for update skip locked
        ) due
        where m.business_id = due.business_id and m.id = due.id
        returning ${COLUMNS}`.execute(db)
      return rows[0]
    },

    async markSent(message: Message): Promise<void> {
      await sql`update messages set state = 'SENT', due_at = null, sent_at = ${new Date(clock())}, fault = null
        where ${which(message)}`.execute(db)
    },

    /** Keeps why the try failed. @param nextTryMs Epoch of the next try; undefined: there is none. */
    async markFailed(message: Message, fault: string, nextTryMs: number | undefined): Promise<void> {
      // A try that somebody else made meanwhile, after the lease, may have succeeded: that is.
      await sql`update messages set state = ${nextTryMs === undefined ? 'FAILED' : 'WAITING'}, fault = ${fault},
        due_at = ${nextTryMs === undefined ? null : new Date(nextTryMs)}
        where ${which(message)} and state = 'WAITING'`.execute(db)
    },

    /** Messages of these businesses, the newest first. */
    async list(businessIds: readonly BusinessId[], limit: number): Promise<readonly Message[]> {
      const { rows } = await sql<Message>`
        select ${COLUMNS} from messages m where m.business_id = any (${businessIds}::uuid[])
        order by m.created_at desc, m.id desc limit ${limit}`.execute(db)
      return rows
    },

    /** Returns the number sent by each business within a day, without those that sent nothing. */
    async listUsage(businessIds: readonly BusinessId[]): Promise<readonly BusinessUsage[]> {
      const since = new Date(clock() - QUOTA_WINDOW_MS)
      const { rows } = await sql<BusinessUsage>`
        select b.name, sum(cardinality(m.recipients) + cardinality(m.copies))::integer as addresses, (
          select count(*)::integer from message_addresses a where a.business_id = b.id and a.first_at > ${since}
        ) as "newAddresses"
        from messages m join businesses b on b.id = m.business_id
        where m.business_id = any (${businessIds}::uuid[]) and m.created_at > ${since}
        group by b.id, b.name order by b.name, b.id`.execute(db)
      return rows
    },

    /** Undefined for one of another business too. */
    async find(businessIds: readonly BusinessId[], id: MessageId): Promise<Message | undefined> {
      const { rows } = await sql<Message>`
        select ${COLUMNS} from messages m
        where m.business_id = any (${businessIds}::uuid[]) and m.id = ${id}::uuid`.execute(db)
      return rows[0]
    },
  }
}

export type MessageWriter = ReturnType<typeof createMessageWriter>
