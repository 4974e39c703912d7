import type { SettingsReader } from '@counterfoil/service/config-faults'
import { isMailAddress } from '#books/messages/message-draft.ts'

/** Where mail goes: to a server, or, without one, into a folder. */
export type MailSettings = {
  /** The address that mail comes from; answers go to whoever sent. */
  readonly from: string
  readonly carrier:
    { readonly kind: 'smtp'; readonly url: string } | { readonly kind: 'outbox'; readonly folder: string }
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
    from: from ?? NO_SENDER,
    carrier: url === undefined ? { kind: 'outbox', folder } : { kind: 'smtp', url },
  }
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}
