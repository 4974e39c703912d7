import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSealedBox } from './sealed-box.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })
const [older, newer] = [key('k1'), key('k2')]

describe(createSealedBox, () => {
  it('opens what it sealed, and never seals to the same text twice', () => {
    const box = createSealedBox([newer])
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, context) => {
        const sealed = box.seal({ text, context })
        expect(box.open({ sealed, context })).toEqual({
          kind: 'opened',
          text,
          isOldKey: false,
        })
        expect(box.seal({ text, context })).not.toBe(sealed)
      }),
    )
  })

  it('uses every nonce once, also after the pool is refilled', () => {
    const box = createSealedBox([newer])
    const count = 2000
    const nonces = Array.from({ length: count }, () =>
      Buffer.from(box.seal({ text: '', context: 'c' }).slice('k2.'.length), 'base64url').toString(
        'hex',
        0,
        12,
      ),
    )
    expect(new Set(nonces).size).toBe(count)
  })

  it('does not open a text sealed for another connection', () => {
    const box = createSealedBox([newer])
    expect(
      box.open({ sealed: box.seal({ text: 'token', context: 'connection:1' }), context: 'connection:2' }),
    ).toEqual({
      kind: 'damaged',
    })
  })

  it('opens with an older key and reports it', () => {
    const sealed = createSealedBox([older]).seal({ text: 'token', context: 'c' })
    const opening = createSealedBox([newer, older]).open({ sealed, context: 'c' })
    expect(opening).toEqual({ kind: 'opened', text: 'token', isOldKey: true })
  })

  it('distinguishes an unknown key from a damaged text', () => {
    const sealed = createSealedBox([older]).seal({ text: 'token', context: 'c' })
    expect(createSealedBox([newer]).open({ sealed, context: 'c' })).toEqual({
      kind: 'unknown_key',
      keyId: 'k1',
    })
    expect(createSealedBox([newer]).open({ sealed: 'k1.AAAA', context: 'c' })).toEqual({ kind: 'damaged' })
  })

  it('does not open a text with a changed bit, a cut text, or one under another key id', () => {
    const box = createSealedBox([newer, older])
    const sealed = box.seal({ text: 'token', context: 'c' })
    const body = Buffer.from(sealed.slice(3), 'base64url')
    for (let index = 0; index < body.length; index += 1) {
      const changed = Buffer.from(body)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(box.open({ sealed: `k2.${changed.toString('base64url')}`, context: 'c' })).toEqual({
        kind: 'damaged',
      })
    }
    expect(box.open({ sealed: `k1.${body.toString('base64url')}`, context: 'c' })).toEqual({
      kind: 'damaged',
    })
    for (const text of ['', '.', 'k2.', 'k2.AAAA', sealed.slice(0, -4), 'token']) {
      expect(box.open({ sealed: text, context: 'c' })).toEqual({ kind: 'damaged' })
    }
  })
})
