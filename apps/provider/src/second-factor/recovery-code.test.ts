import { expect, it } from 'vitest'
import { formatRecoveryCode, readTypedCode, showRecoveryCode } from './recovery-code.ts'

const code = formatRecoveryCode(Uint8Array.from([0, 255, 18, 52, 86, 120, 154, 188, 222, 240]))

it('has 16 characters that nobody mistakes, in groups of four', () => {
  expect(code).toBe('03zh4d2pf2dbsqqg')
  expect(showRecoveryCode(code)).toBe('03zh-4d2p-f2db-sqqg')
})

it.each(['03zh-4d2p-f2db-sqqg', ' 03ZH 4D2P F2DB SQQG ', 'O3zh4d2pf2dbsqqg'])(
  'is the same typed as %j',
  (typed) => {
    expect(readTypedCode(typed)).toEqual({ kind: 'recovery', code })
  },
)

it('is reported from a code of an app, and from nothing', () => {
  expect(readTypedCode(' 123 456 ')).toEqual({ kind: 'totp', code: '123456' })
  expect(readTypedCode(' - ')).toEqual({ kind: 'none' })
  expect(readTypedCode('1234567')).toEqual({ kind: 'recovery', code: '1234567' })
})
