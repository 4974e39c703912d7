import { describe, expect, it } from 'vitest'
import { readDeviceId, rememberDevice } from './known-device.ts'

const SECRET = ['s'.repeat(32)] as const
const ID = 'i'.repeat(22)

describe('a browser that is known to an account', () => {
  it('is known to the accounts that signed in there, and to no other', async () => {
    const first = await rememberDevice(SECRET, undefined, 'maya@harbour.example', ID)
    const both = await rememberDevice(SECRET, first, 'sam@harbour.example', 'j'.repeat(22))
    expect(await readDeviceId(SECRET, both, 'MAYA@harbour.example')).toBe(ID)
    expect(await readDeviceId(SECRET, both, 'sam@harbour.example')).toBe(ID)
    expect(await readDeviceId(SECRET, both, 'eve@harbour.example')).toBeUndefined()
  })

  it('cannot be made up, taken over to another id, or read', async () => {
    const cookie = await rememberDevice(SECRET, undefined, 'maya@harbour.example', ID)
    expect(cookie).not.toContain('maya')
    const stolen = cookie.replace(ID, 'k'.repeat(22))
    for (const wrong of [stolen, `${ID}.${'A'.repeat(22)}`, ID, '', undefined, 'x'.repeat(5_000)]) {
      expect(await readDeviceId(SECRET, wrong, 'maya@harbour.example')).toBeUndefined()
    }
    expect(await readDeviceId(['t'.repeat(32)], cookie, 'maya@harbour.example')).toBeUndefined()
  })

  it('is known under any of the secrets, and noted under the newest when it signs in again', async () => {
    const next = 'n'.repeat(32)
    const old = await rememberDevice(SECRET, undefined, 'maya@harbour.example', ID)
    expect(await readDeviceId([next, ...SECRET], old, 'maya@harbour.example')).toBe(ID)
    const anew = await rememberDevice([next, ...SECRET], old, 'maya@harbour.example', ID)
    expect(await readDeviceId([next], anew, 'maya@harbour.example')).toBe(ID)
    expect(anew).toHaveLength(old.length)
  })

  it('remembers at most eight accounts, the newest first', async () => {
    let cookie: string | undefined
    for (let turn = 0; turn < 9; turn += 1)
      cookie = await rememberDevice(SECRET, cookie, `p${turn}@harbour.example`, ID)
    expect(await readDeviceId(SECRET, cookie, 'p0@harbour.example')).toBeUndefined()
    expect(await readDeviceId(SECRET, cookie, 'p1@harbour.example')).toBe(ID)
  })
})
