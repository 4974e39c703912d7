import { readSmtp } from '@counterfoil/service/mail/smtp'
import type { SettingsReader } from '@counterfoil/service/settings/config-faults'
import type { MessageQuotas } from '#books/messages/message-quota.ts'

/** Where mail goes: to a server, or, without one, into a folder. */
export type MailSettings = {
  /** The address that mail comes from; answers go to the sender. */
  readonly from: string
  readonly carrier:
    { readonly kind: 'smtp'; readonly url: string } | { readonly kind: 'outbox'; readonly folder: string }
  readonly quotas: MessageQuotas
}

/** Reads how much may be sent in a day. One message goes to 20 addresses and a copy at most. */
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
