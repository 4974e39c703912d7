import { createHmac } from 'node:crypto'

/** The text that replaces a secret. */
export const REMOVED = '[removed]'

type Fields = Record<string, unknown>

/** The depth to which the objects of a log call are searched: the top and two levels down. */
const DEPTH = 2
/** A system error code, such as `ECONNREFUSED`: no secret has this form. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{2,40}$/

/**
 * Returns a function that removes secrets from log fields by name. An object without secrets is returned itself, another one is
 * copied only as far as needed.
 */
export function createRedaction(names: readonly string[]): (fields: Fields) => Fields {
  const secret = new Set(names)

  function clean(fields: Fields, depth: number): Fields {
    let copy: Fields | undefined
    for (const [name, value] of Object.entries(fields)) {
      const cleaned = secret.has(name) ? hide(name, value) : cleanValue(value, depth)
      if (cleaned === value) continue
      copy ??= { ...fields }
      copy[name] = cleaned
    }
    return copy ?? fields
  }

  function cleanValue(value: unknown, depth: number): unknown {
    // An error is turned into fields only when it is written; its serializer calls this function again.
    if (depth === DEPTH || typeof value !== 'object' || value === null || value instanceof Error) return value
    return Array.isArray(value) ? cleanList(value, depth) : clean(value as Fields, depth + 1)
  }

  function cleanList(list: readonly unknown[], depth: number): readonly unknown[] {
    const cleaned = list.map((value) => cleanValue(value, depth))
    return cleaned.some((value, index) => value !== list[index]) ? cleaned : list
  }

  function hide(name: string, value: unknown): unknown {
    if (value === undefined) return undefined
    return name === 'code' && typeof value === 'string' && SYSTEM_CODE.test(value) ? value : REMOVED
  }

  return (fields) => clean(fields, 0)
}

const MARK_CHARACTERS = 8

/** Returns eight characters that identify a secret in a log: equal for equal secrets, useless for decrypting or signing. */
export function markOf(secret: string): string {
  return createHmac('sha256', secret).update('mark').digest('base64url').slice(0, MARK_CHARACTERS)
}
