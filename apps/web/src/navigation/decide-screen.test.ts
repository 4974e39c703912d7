import { describe, expect, it } from 'vitest'
import { sampleConnection, sampleFlow, sampleLeft, sampleSession, signedInSession } from '#testing/samples.ts'
import { decideScreen, partOf } from './decide-screen.ts'

const NOTHING = { flow: null, left: null }
const stranger = sampleSession()
const connected = signedInSession([sampleConnection()])

describe(decideScreen, () => {
  it('shows the start to a stranger and the business to its owner, at the same address', () => {
    expect(decideScreen('/', stranger, NOTHING).kind).toBe('start')
    expect(decideScreen('/', connected, NOTHING).kind).toBe('home')
  })
  it('shows a result before anything else, wherever it landed', () => {
    const flow = sampleFlow('declined')
    expect(decideScreen('/profile', stranger, { flow, left: null })).toEqual({ kind: 'result', flow })
  })
  it('says what came of leaving before anything else', () => {
    const left = sampleLeft()
    expect(decideScreen('/', stranger, { flow: null, left })).toEqual({ kind: 'left', left })
  })
  it('reaches the page that was asked for at once when signing in found everything as it was', () => {
    const flow = sampleFlow('still_connected', { intent: 'sign_in' })
    expect(decideScreen('/businesses', connected, { flow, left: null }).kind).toBe('businesses')
    expect(decideScreen('/businesses', stranger, { flow, left: null }).kind).toBe('result')
    const reconnected = sampleFlow('still_connected', { intent: 'reconnect' })
    expect(decideScreen('/', connected, { flow: reconnected, left: null }).kind).toBe('result')
  })
  it('offers nobody to disconnect what nobody signed in can see', () => {
    expect(decideScreen('/settings/connection/disconnect', stranger, NOTHING).kind).toBe('connection')
    expect(decideScreen('/settings/connection/disconnect', connected, NOTHING).kind).toBe('disconnect')
  })
  it('shows a stranger the start instead of an empty page about somebody', () => {
    for (const path of ['/profile', '/businesses', '/settings/sessions'])
      expect(decideScreen(path, stranger, NOTHING).kind).toBe('start')
    expect(decideScreen('/settings/connection', stranger, NOTHING).kind).toBe('connection')
  })
  it('knows an address with a slash behind it', () => {
    expect(decideScreen('/profile/', connected, NOTHING).kind).toBe('profile')
    expect(decideScreen('//', connected, NOTHING).kind).toBe('not_found')
  })
  it('does not guess at other addresses', () => {
    for (const path of ['/Profile', '/profile/x', '/settings', '/constructor'])
      expect(decideScreen(path, connected, NOTHING).kind).toBe('not_found')
  })
})

describe(partOf, () => {
  it('needs no file for "not found": it must be there when files are not', () => {
    expect(partOf({ kind: 'not_found' })).toBeUndefined()
    expect(partOf({ kind: 'home' })).toBe('home')
  })
})
