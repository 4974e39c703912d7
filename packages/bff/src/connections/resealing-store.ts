import { keyIdOf } from '#crypto/sealed-box.ts'
import type { SealedStoreDeps } from '#redis/confirm.ts'

/** One field of a hash, and the sealed text in its value. */
interface SealedField {
  readonly field: string
  readonly value: string
  readonly sealed: string
  readonly context: string
}

/** Replaces a value if it is unchanged. KEYS: hash. ARGV: field, expected value, new value. */
const REPLACE = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`

/** Seals fields of the hash `key` again unless they are under the newest key. Returns the id of the key of each. */
export function resealFields(
  { redis, box }: SealedStoreDeps,
  key: string,
  fields: readonly SealedField[],
): Promise<readonly string[]> {
  const reseal = async ({ field, value, sealed, context }: SealedField) => {
    const opening = box.open({ sealed, context })
    if (opening.kind === 'opened' && opening.isOldKey) {
      const fresh = box.seal({ text: opening.text, context })
      const next = value.replace(sealed, fresh)
      if ((await redis.eval(REPLACE, 1, key, field, value, next)) === 1) return keyIdOf(fresh) ?? 'none'
    }
    return keyIdOf(sealed) ?? 'none'
  }
  return Promise.all(fields.map(reseal))
}
