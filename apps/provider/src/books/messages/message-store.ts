import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { refuse, type BooksTransaction } from '#books/command.ts'
import { inputFault } from '#books/input-faults.ts'
import { onlyRow } from '#books/row-store.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'
import type { Message, MessageId, NewMessage } from './message.ts'
import { findQuotaFault, QUOTA_WINDOW_MS, type MessageQuotas, type MessageUsage } from './message-quota.ts'
import { defaultSubject } from './message-words.ts'

/** The time in milliseconds for which one worker has the lease of a message. After it, another worker retries the message. */
export const MESSAGE_LEASE_MS = 5 * 60_000

/** Stores messages for the workers that send them and for the people who read them. */
export type MessageStore = ReturnType<typeof createMessageStore>

/** The used part of the quotas of a business. */
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
    /** Stores the message in the command's transaction. It is sent after the commit, and never after a rollback. */
    async enqueue(transaction: BooksTransaction, message: NewMessage): Promise<MessageId> {
      const { trx, books, author, now } = transaction
      const { kind, documentId, document, draft, senderId, viewPath } = message
      const { sender, isMember, hasEnded } = await readSending(transaction, { senderId, draft, viewPath })
      if (draft.replyTo !== null && !isMember)
        refuse(
          inputFault('fromAddress', 'INVALID', 'fromAddress is not the address of a member of the business.'),
        )
      if (hasEnded) refuse(ENDED_LINK)
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

/** Returns true if the business allows messages to be sent (`Business.emailSendEnabled`). */
async function isEnabled({ trx, books }: BooksTransaction): Promise<boolean> {
  const row = await trx
    .selectFrom('businesses')
    .select('email_send_enabled')
    .where('id', '=', books.businessId)
    .executeTakeFirstOrThrow()
  return row.email_send_enabled
}

/**
 * Reads the address of the sender, whether a member of the business signs in with the address for replies, and whether the page
 * that the message links to is no longer available to the customer.
 */
async function readSending(
  { trx, books, now }: BooksTransaction,
  { senderId, draft, viewPath }: Pick<NewMessage, 'draft' | 'senderId' | 'viewPath'>,
) {
  const { rows } = await sql<{
    readonly sender: string
    readonly isMember: boolean
    readonly hasEnded: boolean
  }>`
    select sender.email as sender, exists (
      select 1 from memberships m join users u on u.id = m.user_id
      where m.business_id = ${books.businessId} and u.disabled_at is null
        and lower(u.email) = ${draft.replyTo?.toLowerCase() ?? null}
    ) as "isMember", exists (
      select 1 from document_link_ends
      where anonymous_id = ${viewPath?.split('/').at(2) ?? null} and ends_at <= ${now}
    ) as "hasEnded"
    from users sender where sender.id = ${senderId}`.execute(trx)
  return onlyRow(rows)
}

const ENDED_LINK = inputFault(
  'to',
  'INVALID_STATE',
  'The link to this document has ended. Make a new one on its page, then send it.',
)

/** Stores the addresses that the business has sent to, as digests. */
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

/** Locks the person and the application, so that the messages of each are counted one after the other, also in two businesses. */
async function lockSenders({ trx, author }: BooksTransaction): Promise<void> {
  for (const id of [author.userId, author.applicationId])
    if (id !== null) await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(trx)
}

/** Reads the numbers sent by the business, the person and the application within a day. The caller holds the locks of senders. */
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

export function createMessageStore(db: Database, clock: () => number) {
  const which = ({ businessId, id }: Message) => sql`business_id = ${businessId} and id = ${id}`

  return {
    /** Takes a lease of {@link MESSAGE_LEASE_MS} on the message that has been due longest, and counts the attempt. */
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

    /** Stores the fault of an attempt. @param nextTryMs Epoch time of the next attempt; undefined if there is none. */
    async markFailed(message: Message, fault: string, nextTryMs: number | undefined): Promise<void> {
      // After the lease, another worker may have sent the message meanwhile: then it stays sent.
      await sql`update messages set state = ${nextTryMs === undefined ? 'FAILED' : 'WAITING'}, fault = ${fault},
        due_at = ${nextTryMs === undefined ? null : new Date(nextTryMs)}
        where ${which(message)} and state = 'WAITING'`.execute(db)
    },

    /** Returns messages of these businesses, newest first. */
    async list(businessIds: readonly BusinessId[], limit: number): Promise<readonly Message[]> {
      const { rows } = await sql<Message>`
        select ${COLUMNS} from messages m where m.business_id = any (${businessIds}::uuid[])
        order by m.created_at desc, m.id desc limit ${limit}`.execute(db)
      return rows
    },

    /** Returns the numbers sent by each business within a day, without businesses that sent nothing. */
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

    /** Returns a message of these businesses; undefined also for one of another business. */
    async find(businessIds: readonly BusinessId[], id: MessageId): Promise<Message | undefined> {
      const { rows } = await sql<Message>`
        select ${COLUMNS} from messages m
        where m.business_id = any (${businessIds}::uuid[]) and m.id = ${id}::uuid`.execute(db)
      return rows[0]
    },
  }
}

export type MessageWriter = ReturnType<typeof createMessageWriter>
