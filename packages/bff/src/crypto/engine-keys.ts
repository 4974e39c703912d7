import { createHash, hkdfSync } from 'node:crypto'
import type { Secrets } from '@counterfoil/service/config-faults'
import type { TokenKey } from './key-config.ts'

const KEY_BYTES = 32

/** Returns what seals tokens and what signs cookies, each derived from the same secrets; the first of `secrets` is the newest. */
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
