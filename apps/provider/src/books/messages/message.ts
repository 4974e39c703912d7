import type { Branded, BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { PrintedDocument, PrintedKind } from '#books/printing/printed-document.ts'

export type MessageId = Branded<'MessageId'>

/** A message about a document, ready to be sent. */
export type NewMessage = {
  readonly kind: PrintedKind
  /** The invoice or estimate it is about; of a receipt the invoice or estimate that was paid. Digits of its id. */
  readonly documentId: string
  /** The document as it is now: a later change does not reach a message that waits. */
  readonly document: PrintedDocument
  readonly draft: MessageDraft
  /** The sender: replies go to this person unless the draft has another address, and a copy on request. */
  readonly senderId: UserId
  /** Path of the customer's page at this provider, for example `/invoices/…`; null where there is none. */
  readonly viewPath: string | null
}

/** The input of a message. */
export type MessageDraft = {
  readonly to: readonly string[]
  readonly copiesSender: boolean
  /** Where an answer goes; null for the address of the sender's account. */
  readonly replyTo: string | null
  /** Null for the words that we give it. */
  readonly subject: string | null
  readonly text: string | null
  readonly attachesPdf: boolean
}

/** `WAITING` until it was handed over to the mail server, `FAILED` once no further try is made. */
type MessageState = 'WAITING' | 'SENT' | 'FAILED'

/** A message as it is kept. */
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
  /** How often it was tried. */
  readonly attempts: number
  readonly createdAt: Date
  readonly sentAt: Date | null
  /** Why the last try failed, as a code; never the words of a mail server, which name people. */
  readonly fault: string | null
}
