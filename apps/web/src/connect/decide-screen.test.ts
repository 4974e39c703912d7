import { describe, expect, it } from 'vitest'
import { sampleConnection, sampleFlow, sampleSession, signedInSession } from '#testing/samples.ts'
import { decideScreen, partOf } from './decide-screen.ts'

const stranger = sampleSession()
const connected = signedInSession([sampleConnection()])

describe(decideScreen, () => {
  it('shows the start to a stranger and the business to its owner, at the same address', () => {
    expect(decideScreen('/', stranger, null).kind).toBe('start')
    expect(decideScreen('/', connected, null).kind).toBe('home')
  })
  it('shows a result before anything else, wherever it landed', () => {
    const flow = sampleFlow('declined')
    expect(decideScreen('/profile', stranger, flow)).toEqual({ kind: 'result', flow })
  })
  it('shows a stranger the start instead of an empty page about somebody', () => {
    for (const path of ['/profile', '/businesses', '/settings/sessions'])
      expect(decideScreen(path, stranger, null).kind).toBe('start')
    expect(decideScreen('/settings/connection', stranger, null).kind).toBe('connection')
  })
  it('knows an address with a slash behind it', () => {
    expect(decideScreen('/profile/', connected, null).kind).toBe('profile')
    expect(decideScreen('//', connected, null).kind).toBe('not_found')
  })
  it('does not guess at other addresses', () => {
    for (const path of ['/Profile', '/profile/x', '/settings', '/constructor'])
      expect(decideScreen(path, connected, null).kind).toBe('not_found')
  })
})

describe(partOf, () => {
  it('needs no file for "not found": it must be there when files are not', () => {
    expect(partOf({ kind: 'not_found' })).toBeUndefined()
    expect(partOf({ kind: 'home' })).toBe('home')
  })
})
