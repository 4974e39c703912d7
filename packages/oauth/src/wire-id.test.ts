import { describe, expect, it } from 'vitest'
import { asBusinessId, asUserId } from './testing/ids.ts'
import { decodeWireId, parseWireId, wireIdOf } from './wire-id.ts'

const UUID = '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01'

describe(wireIdOf, () => {
  it('is padded base64 of type and uuid', () => {
    expect(atob(wireIdOf('Business', asBusinessId(UUID)))).toBe(`Business:${UUID}`)
    expect(wireIdOf('User', asUserId(UUID))).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
    expect(wireIdOf('User', asUserId(UUID)).length % 4).toBe(0)
  })
})

describe(parseWireId, () => {
  it('inverts wireIdOf', () => {
    expect(parseWireId('Business', wireIdOf('Business', asBusinessId(UUID)))).toBe(UUID)
  })
  it('refuses another type, spelling or text', () => {
    const id = wireIdOf('User', asUserId(UUID))
    for (const text of [
      '',
      'nonsense',
      UUID,
      id.replace(/=+$/, ''),
      ` ${id}`,
      `${id}\n`,
      btoa(`User:${UUID.toUpperCase()}`),
      btoa(`User:${UUID} `),
      btoa(`User:x${UUID}`),
      btoa(`User:${UUID}x`),
      btoa('User:'),
      '\u0000',
      'é',
      'A'.repeat(1_000),
    ]) {
      if (text !== id) expect(parseWireId('User', text), text).toBeUndefined()
    }
    expect(parseWireId('Business', id)).toBeUndefined()
  })

  it('refuses a second spelling of the same bytes, which base64 permits in its unused last bits', () => {
    const id = wireIdOf('User', asUserId(UUID))
    const other = id.replace('E=', 'F=')
    expect(atob(other)).toBe(atob(id))
    expect(other).not.toBe(id)
    expect(parseWireId('User', other)).toBeUndefined()
  })
})

describe(decodeWireId, () => {
  it('refuses a text longer than the longest id without decoding it', () => {
    expect(decodeWireId('QUJD', 4)).toBe('ABC')
    expect(decodeWireId('QUJDQUJD', 7)).toBeUndefined()
  })
})
