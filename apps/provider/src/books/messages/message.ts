import type { Branded, BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { PrintedDocument, PrintedKind } from '#books/printing/printed-document.ts'

export type MessageId = Branded<'MessageId'>

/** A message about a document, ready to be sent. */
export type NewMessage = {
  readonly kind: PrintedKind
  /** The id of the invoice or estimate that the message is about, or of the one that a receipt is for, as digits. */
  readonly documentId: string
  /** The document at the time of enqueuing. Later changes do not affect a waiting message. */
  readonly document: PrintedDocument
  readonly draft: MessageDraft
  /** The sender, who receives replies unless the draft has another address, and a copy on request. */
  readonly senderId: UserId
  /** The path of the customer's page at this provider, for example `/invoices/…`; null if there is none. */
  readonly viewPath: string | null
}

/** The parsed input of a message. */
export type MessageDraft = {
  readonly to: readonly string[]
  readonly copiesSender: boolean
  /** The address for replies; null for the address of the sender's account. */
  readonly replyTo: string | null
  /** The subject; null for the default one. */
  readonly subject: string | null
  readonly text: string | null
  readonly attachesPdf: boolean
}

/** The state of a message: `WAITING` until it was handed to the mail server, `FAILED` after the last attempt. */
type MessageState = 'WAITING' | 'SENT' | 'FAILED'

/** A stored message. */
export type Message = Omit<NewMessage, 'draft' | 'senderId'> & {
  readonly to: readonly string[]
  /** Recipients of copies. */
  readonly copies: readonly string[]
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly attachesPdf: boolean
  readonly id: MessageId
  readonly businessId: BusinessId
  readonly state: MessageState
  /** The number of attempts. */
  readonly attempts: number
  readonly createdAt: Date
  readonly sentAt: Date | null
  /** The fault of the last attempt, as a code. The mail server's own text is not stored, because it names people. */
  readonly fault: string | null
}
