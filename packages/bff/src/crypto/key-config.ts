import { GUESSABLE, type Secrets, type SettingsReader } from '@counterfoil/service/settings/config-faults'
import { isGuessable } from '@counterfoil/service/settings/guessable-secret'
import { createHash, hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/** A key that seals tokens at rest; `id` is written beside each sealed text. */
export interface TokenKey {
  readonly id: string
  /** The key, {@link KEY_BYTES} long. */
  readonly key: Uint8Array
}

/** Parses the keys that seal tokens at rest. */
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
  if (keys.length === 0 || keys.some(({ id, key }) => id === '' || key.length !== KEY_BYTES)) {
    settings.fault('BFF_TOKEN_KEYS', `each must be id:key with a key of ${KEY_BYTES} bytes in base64`)
  } else if (keys.some(({ key }) => isGuessable(String.fromCharCode(...key), KEY_BYTES))) {
    settings.fault('BFF_TOKEN_KEYS', GUESSABLE)
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

/** Derives the keys that seal tokens and the secrets that sign cookies; the first of `secrets` is the newest. */
export function deriveEngineKeys(secrets: Secrets): {
  readonly tokenKeys: readonly TokenKey[]
  readonly sessionSecrets: Secrets
} {
  const [newest, ...older] = secrets
  return {
    tokenKeys: secrets.map((secret) => ({
      id: createHash('sha256').update(`key id\n${secret}`).digest('hex').slice(0, 12),
      key: new Uint8Array(derive(secret, 'seal tokens')),
    })),
    sessionSecrets: [signing(newest), ...older.map(signing)],
  }
}

const derive = (secret: string, purpose: 'seal tokens' | 'sign cookies'): ArrayBuffer =>
  hkdfSync('sha256', secret, '', `counterfoil ${purpose}`, KEY_BYTES)

const signing = (secret: string): string => Buffer.from(derive(secret, 'sign cookies')).toString('base64url')
