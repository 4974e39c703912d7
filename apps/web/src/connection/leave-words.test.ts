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
  it('claims that nothing is read meanwhile only if no other browser is signed in', () => {
    expect(said({ stayConnected: 4 })).toBe(
      '4 businesses stay connected. Nothing is read meanwhile, unless you are signed in elsewhere.',
    )
    expect(said({ kind: 'signed_out_everywhere', stayConnected: 1 })).toBe(
      '1 business stays connected. Nothing is read meanwhile.',
    )
  })

  it('lists a broken connection as one to reconnect', () => {
    expect(said({ kind: 'signed_out_everywhere', stayConnected: 1, needReconnect: 2 })).toBe(
      '1 business stays connected. 2 businesses have to be connected again. Nothing is read meanwhile.',
    )
    expect(said({ needReconnect: 1 })).toBe('Nothing stays connected. 1 business has to be connected again.')
  })

  it('asks to remove the app at a provider without revocation, and claims no confirmation', () => {
    const ended = left({ kind: 'forgotten', disconnected: 2, revocation: 'confirmed' })
    const sentences = leaveSentences(ended, { ...HARBOUR, revokes: false }, en).join(' ')
    expect(sentences).toContain('Remove Counterfoil in Harbour too.')
    expect(sentences).not.toContain('has confirmed')
  })

  it('claims a confirmation only after the provider has confirmed', () => {
    const ended = { kind: 'forgotten', disconnected: 2 } as const
    expect(said({ ...ended, revocation: 'confirmed' })).toContain('Harbour has confirmed it.')
    expect(said({ ...ended, revocation: 'confirming' })).not.toContain('has confirmed')
    expect(said({ ...ended, revocation: 'confirming' })).toContain('hasn’t confirmed yet')
    expect(said({})).toBe('Nothing stays connected.')
  })

  it('names the number of disconnected businesses, and omits it if there were none', () => {
    expect(said({ kind: 'forgotten', disconnected: 2 })).toBe(
      '2 businesses are disconnected. Nothing stays connected.',
    )
  })

  it('names a single disconnected business and the answer of the provider', () => {
    const one = { kind: 'disconnected', disconnected: 1, revocation: 'confirmed' } as const
    expect(leaveSentences(left({ ...one, businessName: 'Fern & Co' }), HARBOUR, en)).toEqual([
      t.disconnect.done('Fern & Co'),
      'Harbour has confirmed it.',
    ])
    expect(leaveSentences(left(one), HARBOUR, en)[0]).toBe(t.disconnect.done('“Your business”'))
  })

  it('does not mention connections if only the device was forgotten', () => {
    expect(said({ kind: 'device_forgotten', stayConnected: 3 })).toBe(en.words.deviceBody)
  })
})

describe(leaveTitle, () => {
  const title = (change: Partial<LeaveResult>) => leaveTitle(left(change), t, leavingEn.left)
  it('names the disconnected business, with a fallback if its name is unknown', () => {
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
  ] as const)('returns the title for %s: %j', (kind, words) => {
    expect(title({ kind, businessName: 'Fern & Co' })).toBe(words)
  })
})
