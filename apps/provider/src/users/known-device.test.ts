import { describe, expect, it } from 'vitest'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS, readDeviceId, rememberDevice } from './known-device.ts'

const SECRET = ['s'.repeat(32)] as const
const ID = 'i'.repeat(22)

describe('a known device', () => {
  it('is known to the accounts that signed in there, and to no other', async () => {
    const first = await rememberDevice(SECRET, {
      cookie: undefined,
      email: 'maya@harbour.example',
      newId: ID,
    })
    const both = await rememberDevice(SECRET, {
      cookie: first,
      email: 'sam@harbour.example',
      newId: 'j'.repeat(22),
    })
    expect(await readDeviceId(SECRET, { cookie: both, email: 'MAYA@harbour.example' })).toBe(ID)
    expect(await readDeviceId(SECRET, { cookie: both, email: 'sam@harbour.example' })).toBe(ID)
    expect(await readDeviceId(SECRET, { cookie: both, email: 'eve@harbour.example' })).toBeUndefined()
  })

  it('cannot be forged, moved to another id, or decoded', async () => {
    const cookie = await rememberDevice(SECRET, {
      cookie: undefined,
      email: 'maya@harbour.example',
      newId: ID,
    })
    expect(cookie).not.toContain('maya')
    const stolen = cookie.replace(ID, 'k'.repeat(22))
    for (const wrong of [stolen, `${ID}.${'A'.repeat(22)}`, ID, '', undefined, 'x'.repeat(5_000)]) {
      expect(await readDeviceId(SECRET, { cookie: wrong, email: 'maya@harbour.example' })).toBeUndefined()
    }
    expect(await readDeviceId(['t'.repeat(32)], { cookie, email: 'maya@harbour.example' })).toBeUndefined()
  })

  it('is recognised under any of the secrets, and signed with the newest at the next sign-in', async () => {
    const next = 'n'.repeat(32)
    const old = await rememberDevice(SECRET, { cookie: undefined, email: 'maya@harbour.example', newId: ID })
    expect(await readDeviceId([next, ...SECRET], { cookie: old, email: 'maya@harbour.example' })).toBe(ID)
    const anew = await rememberDevice([next, ...SECRET], {
      cookie: old,
      email: 'maya@harbour.example',
      newId: ID,
    })
    expect(await readDeviceId([next], { cookie: anew, email: 'maya@harbour.example' })).toBe(ID)
    expect(anew).toHaveLength(old.length)
  })

  it('remembers at most eight accounts, the newest first', async () => {
    let cookie: string | undefined
    for (let turn = 0; turn < 9; turn += 1)
      cookie = await rememberDevice(SECRET, { cookie, email: `p${turn}@harbour.example`, newId: ID })
    expect(await readDeviceId(SECRET, { cookie, email: 'p0@harbour.example' })).toBeUndefined()
    expect(await readDeviceId(SECRET, { cookie, email: 'p1@harbour.example' })).toBe(ID)
  })

  it('recognises an account by any spelling of its email, and stores it once', async () => {
    const first = await rememberDevice(SECRET, {
      cookie: undefined,
      email: ' Maya@Harbour.example',
      newId: ID,
    })
    expect(await readDeviceId(SECRET, { cookie: first, email: 'maya@harbour.example ' })).toBe(ID)
    expect(
      await rememberDevice(SECRET, { cookie: first, email: 'MAYA@harbour.example', newId: 'j'.repeat(22) }),
    ).toBe(first)
  })

  it('is not recognised by text around the cookie, or by a part of it', async () => {
    const cookie = await rememberDevice(SECRET, {
      cookie: undefined,
      email: 'maya@harbour.example',
      newId: ID,
    })
    const [, mac = ''] = cookie.split('.')
    expect(mac).toMatch(/^[A-Za-z0-9_-]{22}$/)
    for (const wrong of [
      `x${cookie}`,
      `${cookie} `,
      `${cookie}~`.repeat(10),
      `${ID}.${mac.slice(0, 21)}`,
      `${ID}.`,
    ])
      expect(await readDeviceId(SECRET, { cookie: wrong, email: 'maya@harbour.example' })).toBeUndefined()
    // A mac that cannot be decoded beside one that can.
    expect(await readDeviceId(SECRET, { cookie: `${ID}.A~${mac}`, email: 'maya@harbour.example' })).toBe(ID)
  })

  it('starts again after an invalid cookie', async () => {
    const fresh = await rememberDevice(SECRET, {
      cookie: undefined,
      email: 'maya@harbour.example',
      newId: ID,
    })
    for (const wrong of ['', 'x', `${ID}!.${'A'.repeat(22)}`, 'x'.repeat(5_000)])
      expect(await rememberDevice(SECRET, { cookie: wrong, email: 'maya@harbour.example', newId: ID })).toBe(
        fresh,
      )
  })

  it('is remembered for as long as browsers keep a cookie', () => {
    expect([DEVICE_COOKIE, DEVICE_COOKIE_SECONDS]).toEqual(['harbour_device', 34_560_000])
  })
})
