import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import type { BooksTransaction } from '#books/command.ts'
import type { PrintedDocument, PrintedKind } from '#books/printing/printed-document.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'
import type { Message, MessageId, MessageState, MessageWriter } from './message.ts'
import { defaultSubject } from './message-words.ts'

/** Whoever works on a message has it alone for so long; one that was taken by a process that died is then tried again. */
export const MESSAGE_LEASE_MS = 5 * 60_000

/** Messages that are kept, for who sends them and for who looks at them. */
export type MessageStore = {
  /** Takes the message that has waited longest, counts the try, and keeps others off it for {@link MESSAGE_LEASE_MS}. */
  takeDue(): Promise<Message | undefined>
  markSent(message: Message): Promise<void>
  /** Keeps why the try failed. @param nextTryMs Epoch of the next try; undefined: there is none. */
  markFailed(message: Message, fault: string, nextTryMs: number | undefined): Promise<void>
  /** Messages of these businesses, the newest first. */
  list(businessIds: readonly BusinessId[], limit: number): Promise<readonly Message[]>
  /** Undefined for one of another business too. */
  find(businessIds: readonly BusinessId[], id: MessageId): Promise<Message | undefined>
}

const COLUMNS = sql`m.business_id, m.id, m.kind, m.document_id::text as document_id, m.document, m.recipients, m.copies,
  m.reply_to, m.subject, m.body, m.attaches_pdf, m.view_path, m.state, m.attempts, m.created_at, m.sent_at, m.fault`

type MessageRow = {
  readonly business_id: BusinessId
  readonly id: MessageId
  readonly kind: PrintedKind
  readonly document_id: string
  readonly document: PrintedDocument
  readonly recipients: readonly string[]
  readonly copies: readonly string[]
  readonly reply_to: string
  readonly subject: string
  readonly body: string
  readonly attaches_pdf: boolean
  readonly view_path: string | null
  readonly state: MessageState
  readonly attempts: number
  readonly created_at: Date
  readonly sent_at: Date | null
  readonly fault: string | null
}

export const messageWriter: MessageWriter = {
  async enqueue(transaction, { kind, documentId, document, draft, senderId, viewPath }) {
    const { trx, books, now } = transaction
    const sender = await addressOf(transaction, senderId)
    const id = newUuid<MessageId>()
    await sql`
      insert into messages (business_id, id, kind, document_id, document, recipients, copies, reply_to, subject, body,
        attaches_pdf, view_path, due_at, created_at)
      values (${books.businessId}, ${id}, ${kind}, ${documentId}::bigint, ${JSON.stringify(document)}::jsonb,
        ${draft.to}::text[], ${draft.copiesSender ? [sender] : []}::text[], ${draft.replyTo ?? sender},
        ${draft.subject ?? defaultSubject(document)}, ${draft.text ?? ''}, ${draft.attachesPdf}, ${viewPath}, ${now}, ${now})
    `.execute(trx)
    return id
  },

  async isEnabled({ trx, books }) {
    const row = await trx
      .selectFrom('businesses')
      .select('email_send_enabled')
      .where('id', '=', books.businessId)
      .executeTakeFirstOrThrow()
    return row.email_send_enabled
  },
}

async function addressOf({ trx }: BooksTransaction, userId: UserId): Promise<string> {
  const row = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.email
}

export function createMessageStore(db: Database, clock: () => number): MessageStore {
  const which = ({ businessId, id }: Message) => sql`business_id = ${businessId} and id = ${id}`

  return {
    async takeDue() {
      const nowMs = clock()
      const { rows } = await sql<MessageRow>`
        update messages m set attempts = m.attempts + 1, due_at = ${new Date(nowMs + MESSAGE_LEASE_MS)}
        from (
          select business_id, id from messages where state = 'WAITING' and due_at <= ${new Date(nowMs)}
          order by due_at limit 1 for update skip locked
        ) due
        where m.business_id = due.business_id and m.id = due.id
        returning ${COLUMNS}`.execute(db)
      return rows[0] && readRow(rows[0])
    },

    async markSent(message) {
      await sql`update messages set state = 'SENT', due_at = null, sent_at = ${new Date(clock())}, fault = null
        where ${which(message)}`.execute(db)
    },

    async markFailed(message, fault, nextTryMs) {
      // A try that somebody else made meanwhile, after the lease, may have succeeded: that stands.
      await sql`update messages set state = ${nextTryMs === undefined ? 'FAILED' : 'WAITING'}, fault = ${fault},
        due_at = ${nextTryMs === undefined ? null : new Date(nextTryMs)}
        where ${which(message)} and state = 'WAITING'`.execute(db)
    },

    async list(businessIds, limit) {
      const { rows } = await sql<MessageRow>`
        select ${COLUMNS} from messages m where m.business_id = any (${businessIds}::uuid[])
        order by m.created_at desc, m.id desc limit ${limit}`.execute(db)
      return rows.map(readRow)
    },

    async find(businessIds, id) {
      const { rows } = await sql<MessageRow>`
        select ${COLUMNS} from messages m
        where m.business_id = any (${businessIds}::uuid[]) and m.id = ${id}::uuid`.execute(db)
      return rows[0] && readRow(rows[0])
    },
  }
}

function readRow(row: MessageRow): Message {
  return {
    businessId: row.business_id,
    id: row.id,
    kind: row.kind,
    documentId: row.document_id,
    document: row.document,
    to: row.recipients,
    copies: row.copies,
    replyTo: row.reply_to,
    subject: row.subject,
    text: row.body,
    attachesPdf: row.attaches_pdf,
    viewPath: row.view_path,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    fault: row.fault,
  }
}
