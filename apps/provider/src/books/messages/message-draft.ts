import { isMailAddress } from '@counterfoil/service/mail/smtp'
import { createFieldReader, type InputFault } from '#books/input-faults.ts'
import { countries } from '#books/reference/reference-data.ts'
import type { MessageDraft } from './message.ts'

const MAX_RECIPIENTS = 20
const MAX_SUBJECT_CHARACTERS = 300
const MAX_TEXT_CHARACTERS = 10_000

/** The input fields that all mutations that send a message share. */
export type MessageInput = {
  readonly to: readonly string[]
  readonly ccMyself?: boolean | null
  readonly fromAddress?: string | null
  readonly subject?: string | null
  readonly message?: string | null
  readonly attachesPdf: boolean
}

/** Parses the input of a message. */
export function readMessageDraft(input: MessageInput): {
  readonly draft: MessageDraft
  readonly faults: readonly InputFault[]
} {
  const fields = createFieldReader()
  const to = input.to.map((address) => address.trim())
  const replyTo = input.fromAddress?.trim() || null
  const subject = fields.text('subject', input.subject, MAX_SUBJECT_CHARACTERS) ?? null
  const text = fields.text('message', input.message, MAX_TEXT_CHARACTERS) ?? null
  if (to.length === 0) fields.refuse('to', 'REQUIRED', 'to is required.')
  else if (to.length > MAX_RECIPIENTS) {
    fields.refuse('to', 'TOO_LONG', `to has more than ${MAX_RECIPIENTS} addresses.`)
  } else if (!to.every(isMailAddress)) {
    fields.refuse('to', 'INVALID', 'to has text that is no e-mail address.')
  }
  if (replyTo !== null && !isMailAddress(replyTo)) {
    fields.refuse('fromAddress', 'INVALID', 'fromAddress is not an e-mail address.')
  }
  // Anyone who can send to any address in our name could use links for phishing.
  for (const [name, value] of Object.entries({ subject, message: text })) {
    if (value === null || !hasLink(value)) continue
    const message = `${name} has a link. The message links to its document, and to nothing else.`
    fields.refuse(name, 'INVALID', message)
  }
  if (subject !== null && hasLineBreak(subject)) fields.refuse('subject', 'INVALID', 'subject is one line.')
  const copiesSender = input.ccMyself === true
  const draft = { to, copiesSender, replyTo, subject, text, attachesPdf: input.attachesPdf }
  return { draft, faults: fields.faults }
}

/**
 * Top-level domains that mail programs turn into links: those of countries and the most common others. File extensions like `.js`
 * and `.pdf` are not among them.
 */
const ZONES = [
  ...countries.map(({ code }) => code.toLowerCase()),
  ...'uk eu su com net org info biz edu gov name pro app dev xyz online site'.split(' '),
  ...'shop store top club link click live tech space website page cloud icu vip'.split(' '),
]
/** A web address, also without a scheme. E-mail addresses do not match. */
const LINK = new RegExp(
  String.raw`[a-z][a-z0-9+.-]*://|\bwww\d?\.|\b(?:mailto|javascript):|(?<![@\p{L}\p{N}._+-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:${ZONES.join('|')})(?![\p{L}\p{N}@-]|\.[\p{L}\p{N}])`,
  'iu',
)

/** Returns true if mail programs would turn a part of the text into a link. */
export function hasLink(text: string): boolean {
  return LINK.test(text)
}

function hasLineBreak(text: string): boolean {
  return /[\p{Cc}\u2028\u2029]/u.test(text)
}
