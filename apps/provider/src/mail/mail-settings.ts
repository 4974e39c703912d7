import type { SettingsReader } from '@counterfoil/service/settings/config-faults'
import { isMailAddress } from '#books/messages/message-draft.ts'
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
  const url = settings.optionalText('PROVIDER_SMTP_URL')
  const from = settings.optionalText('PROVIDER_MAIL_FROM')
  const folder = settings.text('PROVIDER_OUTBOX_DIR', `${dataDir}/outbox`)
  if (url !== undefined && !isSmtpUrl(url)) {
    settings.fault('PROVIDER_SMTP_URL', 'must be an address such as smtps://user:password@mail.example:465')
  }
  if (url !== undefined && from === undefined) {
    settings.fault('PROVIDER_MAIL_FROM', 'is required with PROVIDER_SMTP_URL')
  }
  if (from !== undefined && !isMailAddress(from)) {
    settings.fault('PROVIDER_MAIL_FROM', 'must be an e-mail address')
  }
  return {
    quotas: readMessageQuotas(settings),
    from: from ?? NO_SENDER,
    carrier: url === undefined ? { kind: 'outbox', folder } : { kind: 'smtp', url },
  }
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}
