import type { PasswordResetToken, UserId } from '@counterfoil/oauth/ids'
import type { AccountMailKind } from '#database/columns.ts'
import type { Mail } from '#mail/mail.ts'
import { formatClock, formatFullDay } from '#pages/dates.ts'
import { parsePageLocale, type PageLocale, wordsFor, type Words } from '#words/words.ts'
import { shownBrowser } from '#users/browser-name.ts'

/** A mail that is to be sent. */
export type AccountMail = {
  readonly id: string
  /** The number of attempts to send it, the present one included. */
  readonly attempts: number
  /** Time of the request for a link, or of the event that the mail reports. */
  readonly createdAt: Date
} & (
  | { readonly kind: 'password_reset'; readonly typedAddress: string }
  | {
      readonly kind: Exclude<AccountMailKind, 'password_reset'>
      readonly userId: UserId
      readonly cameFrom: CameFrom
    }
)

/** The origin of a sign-in, in the detail that is useful to the account's owner. */
export type CameFrom = {
  /** The browser, for example "Chrome on Mac". */
  readonly browserName: string | undefined
  /** The beginning of the IP address: "203.0.113". */
  readonly addressBegin: string | undefined
}

/** The recipient of a mail and the language it is written in. */
export type Addressee = { readonly email: string; readonly locale: string }

/** The variable parts of a mail. */
type AccountMailFacts = {
  readonly mail: AccountMail
  readonly to: Addressee
  /** The token in the mail's link; undefined if the mail has no link. */
  readonly resetToken: PasswordResetToken | undefined
  /** The provider's name; `from` is the sender address of its mails. */
  readonly harbour: string
  readonly from: string
  readonly origin: string
}

/** Writes a mail to the owner of an account: plain text, without an address of the caller. The same facts give the same mail. */
export function writeAccountMail(facts: AccountMailFacts): Mail {
  const { mail, to, from, harbour } = facts
  const { subject, lines } = textOf(facts, parsePageLocale(to.locale) ?? 'en')
  return {
    from: { name: harbour, address: from },
    to: [to.email],
    cc: [],
    subject,
    text: [...lines, ''].join('\n\n').trimEnd() + '\n',
    messageId: `<${mail.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: mail.createdAt,
    attachments: [],
  }
}

function textOf(
  { mail, to, resetToken, harbour, origin }: AccountMailFacts,
  locale: PageLocale,
): { readonly subject: string; readonly lines: readonly string[] } {
  const all = wordsFor(locale, harbour)
  const { accountMails } = all
  const reader = { locale, timeZone: undefined, nowMs: mail.createdAt.getTime() }
  const day = formatFullDay(reader.nowMs, reader)
  const clock = formatClock(reader.nowMs, reader).replaceAll('\u00A0', ' ')
  switch (mail.kind) {
    case 'password_reset': {
      const words = accountMails.reset
      const link = `${origin}/reset-password?token=${resetToken ?? ''}`
      return {
        subject: words.subject,
        lines: [words.asked(day, clock, to.email), words.open, link, words.newest, words.notYou],
      }
    }
    case 'password_changed': {
      const words = accountMails.changed
      return {
        subject: words.subject,
        lines: [
          words.changed(day, clock, to.email),
          words.signedOut,
          `${words.stays} ${origin}/connected-apps`,
          `${words.notYou} ${origin}/forgot-password`,
        ],
      }
    }
    case 'new_browser': {
      const words = accountMails.newBrowser
      const cameFrom = cameFromLines(mail.cameFrom, all)
      const notYou = `${words.notYou} ${origin}/security`
      return {
        subject: words.subject,
        lines: [words.body(day, clock, to.email), ...cameFrom, words.you, notYou],
      }
    }
    default: {
      const words = noticeWords(mail.kind, accountMails)
      const look = 'look' in words ? [`${words.look} ${origin}/connected-apps`] : []
      const page = mail.kind.startsWith('passkey') ? 'security' : 'forgot-password'
      const reset = mail.kind === 'second_factor_on' ? '' : ` ${origin}/${page}`
      return {
        subject: words.subject,
        lines: [words.body(day, clock, to.email), ...look, words.notYou + reset],
      }
    }
  }
}

/** Returns the texts of a notice about an event, with advice for an owner who did not cause it. */
function noticeWords(
  kind: Exclude<AccountMailKind, 'password_reset' | 'password_changed' | 'new_browser'>,
  { codesOn, codesOff, codesRenewed, tokenMade, passkeyAdded, passkeyRemoved }: Words['accountMails'],
) {
  return {
    second_factor_on: codesOn,
    second_factor_off: codesOff,
    recovery_codes_renewed: codesRenewed,
    personal_token_made: tokenMade,
    passkey_added: passkeyAdded,
    passkey_removed: passkeyRemoved,
  }[kind]
}

function cameFromLines(
  { browserName, addressBegin }: CameFrom,
  { accountMails: { newBrowser: words }, frame }: Words,
): readonly string[] {
  const address = addressBegin === undefined ? [] : [words.address(addressBegin)]
  return [
    words.browser(browserName === undefined ? words.unknown : shownBrowser(browserName, frame)),
    ...address,
  ]
}
