import type { SettingsReader } from '@counterfoil/service/config-faults'

/** One key that seals tokens at rest; `id` is written beside what it sealed. */
export interface TokenKey {
  readonly id: string
  /** 32 bytes. */
  readonly key: Uint8Array
}

/** Reads what seals tokens at rest. */
export function parseTokenKeys(settings: SettingsReader): readonly TokenKey[] {
  const keys = settings
    .text('BFF_TOKEN_KEYS')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, id = '', text = ''] = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry) ?? []
      return { id, key: decodeBase64(text) }
    })
  if (keys.length === 0 || keys.some(({ id, key }) => id === '' || key.length !== 32)) {
    settings.fault('BFF_TOKEN_KEYS', 'each must be id:key with a key of 32 bytes in base64')
  }
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) {
    settings.fault('BFF_TOKEN_KEYS', 'names one id twice')
  }
  return keys
}

function decodeBase64(text: string): Uint8Array {
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(plain, (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
