import { readSmtp } from '@counterfoil/service/mail/smtp'
import type { SettingsReader } from '@counterfoil/service/settings/config-faults'
import type { MessageQuotas } from '#books/messages/message-quota.ts'

/** The settings of outgoing mail. Mail is sent to a server; without one it is written to a folder. */
type MailSettings = {
  /** The sender address of mail; replies go to the person who sent the message (`Reply-To`). */
  readonly from: string
  readonly carrier:
    { readonly kind: 'smtp'; readonly url: string } | { readonly kind: 'outbox'; readonly folder: string }
  readonly quotas: MessageQuotas
}

/** Reads the daily limits of recipients. A message goes to at most 20 addresses and a copy. */
export function readMessageQuotas(settings: Pick<SettingsReader, 'integer'>): MessageQuotas {
  const perDay = (fallback: number) => ({ min: 21, max: 1_000_000_000, fallback })
  return {
    addresses: settings.integer('PROVIDER_MAIL_ADDRESSES_PER_DAY', perDay(500)),
    newAddresses: settings.integer('PROVIDER_MAIL_NEW_ADDRESSES_PER_DAY', perDay(200)),
    addressesOfApplication: settings.integer(
      'PROVIDER_MAIL_ADDRESSES_PER_DAY_OF_APPLICATION',
      perDay(10_000),
    ),
  }
}

const NO_SENDER = 'books@harbour.invalid'

export function readMailSettings(settings: SettingsReader, dataDir: string): MailSettings {
  const { url, from } = readSmtp(settings, { url: 'PROVIDER_SMTP_URL', from: 'PROVIDER_MAIL_FROM' })
  const folder = settings.text('PROVIDER_OUTBOX_DIR', `${dataDir}/outbox`)
  return {
    quotas: readMessageQuotas(settings),
    from: from ?? NO_SENDER,
    carrier: url === undefined ? { kind: 'outbox', folder } : { kind: 'smtp', url },
  }
}
