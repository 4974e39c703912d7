import type { LeaveResult } from '@counterfoil/bff-api/leave'
import { describe, expect, it } from 'vitest'
import { asLeaveId } from '@counterfoil/oauth/testing/ids'
import { SAMPLE_NOW } from '#testing/samples.ts'
import { en as t } from '#words/en.ts'
import { leavingEn } from '#words/generated/leaving.en.ts'
import { leaveSentences, leaveTitle } from './leave-words.ts'

const HARBOUR = { name: 'Harbour', revokes: true, hasBusinesses: true }
const en = { t, words: leavingEn.left, alone: leavingEn.alone }
const left = (change: Partial<LeaveResult>): LeaveResult => ({
  ...{ id: asLeaveId('leave'), kind: 'signed_out', connectionId: null, businessName: null },
  ...{
    disconnected: 0,
    revocation: null,
    stayConnected: 0,
    needReconnect: 0,
    finishedAt: SAMPLE_NOW,
    reference: '7F2K-91',
  },
  ...{ asksPassword: false, atProvider: null, endSessionUrl: null },
  ...change,
})
const said = (change: Partial<LeaveResult>) => leaveSentences(left(change), HARBOUR, en).join(' ')

describe(leaveSentences, () => {
  it('says that nothing is read meanwhile only where no other browser may still read', () => {
    expect(said({ stayConnected: 4 })).toBe(
      '4 businesses stay connected. Nothing is read meanwhile, unless you are signed in elsewhere.',
    )
    expect(said({ kind: 'signed_out_everywhere', stayConnected: 1 })).toBe(
      '1 business stays connected. Nothing is read meanwhile.',
    )
  })

  it('counts a broken connection as one that has to be connected again', () => {
    expect(said({ kind: 'signed_out_everywhere', stayConnected: 1, needReconnect: 2 })).toBe(
      '1 business stays connected. 2 businesses have to be connected again. Nothing is read meanwhile.',
    )
    expect(said({ needReconnect: 1 })).toBe('Nothing stays connected. 1 business has to be connected again.')
  })

  it('asks to remove the app at a provider that cannot revoke, and claims no confirmation', () => {
    const ended = left({ kind: 'forgotten', disconnected: 2, revocation: 'confirmed' })
    const sentences = leaveSentences(ended, { ...HARBOUR, revokes: false }, en).join(' ')
    expect(sentences).toContain('Remove Counterfoil in Harbour too.')
    expect(sentences).not.toContain('has confirmed')
  })

  it('claims a confirmation only once the provider gave one', () => {
    const ended = { kind: 'forgotten', disconnected: 2 } as const
    expect(said({ ...ended, revocation: 'confirmed' })).toContain('Harbour has confirmed it.')
    expect(said({ ...ended, revocation: 'confirming' })).not.toContain('has confirmed')
    expect(said({ ...ended, revocation: 'confirming' })).toContain('hasn’t confirmed yet')
    expect(said({})).toBe('Nothing stays connected.')
  })

  it('says how many businesses ended, and nothing of it where none did', () => {
    expect(said({ kind: 'forgotten', disconnected: 2 })).toBe(
      '2 businesses are disconnected. Nothing stays connected.',
    )
  })

  it('of one business that was disconnected says its name, and what the provider said', () => {
    const one = { kind: 'disconnected', disconnected: 1, revocation: 'confirmed' } as const
    expect(leaveSentences(left({ ...one, businessName: 'Fern & Co' }), HARBOUR, en)).toEqual([
      t.disconnect.done('Fern & Co'),
      'Harbour has confirmed it.',
    ])
    expect(leaveSentences(left(one), HARBOUR, en)[0]).toBe(t.disconnect.done('“Your business”'))
  })

  it('does not speak of connections where only the device was forgotten', () => {
    expect(said({ kind: 'device_forgotten', stayConnected: 3 })).toBe(en.words.deviceBody)
  })
})

describe(leaveTitle, () => {
  const title = (change: Partial<LeaveResult>) => leaveTitle(left(change), t, leavingEn.left)
  it('names the business that was disconnected, also one whose name nobody has reported', () => {
    expect(title({ kind: 'disconnected', businessName: 'Fern & Co' })).toBe(
      t.disconnect.doneTitle('Fern & Co'),
    )
    expect(title({ kind: 'disconnected' })).toBe(t.disconnect.doneTitle('“Your business”'))
  })

  it.each([
    ['signed_out', 'You’re signed out'],
    ['signed_out_everywhere', 'You’re signed out everywhere'],
    ['forgotten', 'Counterfoil has forgotten you'],
    ['device_forgotten', 'This device is forgotten'],
  ] as const)('of %s is %j', (kind, words) => {
    expect(title({ kind, businessName: 'Fern & Co' })).toBe(words)
  })
})
