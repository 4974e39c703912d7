import type { LeaveResult } from '@counterfoil/bff-api/leave'
import { describe, expect, it } from 'vitest'
import { asLeaveId } from '@counterfoil/oauth/testing/ids'
import { SAMPLE_NOW } from '#testing/samples.ts'
import { en as t } from '#words/en.ts'
import { leavingEn } from '#words/made/leaving.en.ts'
import { leftSentences } from './left-words.ts'

const en = { t, words: leavingEn.left }
const left = (change: Partial<LeaveResult>): LeaveResult => ({
  ...{ id: asLeaveId('leave'), kind: 'signed_out', connectionId: null, businessName: null },
  ...{ disconnected: 0, revocation: null, stayConnected: 0, finishedAt: SAMPLE_NOW, reference: '7F2K-91' },
  ...change,
})
const said = (change: Partial<LeaveResult>) => leftSentences(left(change), 'Harbour', en).join(' ')

describe(leftSentences, () => {
  it('says that nothing is read meanwhile only where no other browser may still read', () => {
    expect(said({ stayConnected: 4 })).toBe(
      '4 businesses stay connected. Nothing is read meanwhile, unless you are signed in elsewhere.',
    )
    expect(said({ kind: 'signed_out_everywhere', stayConnected: 1 })).toBe(
      '1 business stays connected. Nothing is read meanwhile.',
    )
  })

  it('claims a confirmation only once the provider gave one', () => {
    const ended = { kind: 'forgotten', disconnected: 2 } as const
    expect(said({ ...ended, revocation: 'confirmed' })).toContain('Harbour has confirmed it.')
    expect(said({ ...ended, revocation: 'confirming' })).not.toContain('has confirmed')
    expect(said({ ...ended, revocation: 'confirming' })).toContain('hasn’t confirmed yet')
    expect(said({})).toBe('Nothing stays connected.')
  })

  it('does not speak of connections where only the device was forgotten', () => {
    expect(said({ kind: 'device_forgotten', stayConnected: 3 })).toBe(en.words.deviceBody)
  })
})
