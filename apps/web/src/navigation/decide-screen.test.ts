import { describe, expect, it } from 'vitest'
import {
  sampleConnection,
  sampleConnectResult,
  sampleLeft,
  sampleSession,
  sampleProvider,
  signedInSession,
} from '#testing/samples.ts'
import { decideScreen, isWelcomedBack, partOf } from './decide-screen.ts'

const NOTHING = { connectResult: null, left: null }
const stranger = sampleSession()
const connected = signedInSession([sampleConnection()])

describe(decideScreen, () => {
  it('shows the start to a stranger and the business to its owner, at the same address', () => {
    expect(decideScreen('/', stranger, NOTHING).kind).toBe('start')
    expect(decideScreen('/', connected, NOTHING).kind).toBe('home')
  })
  it('shows a result before anything else, wherever it landed', () => {
    const connectResult = sampleConnectResult('declined')
    expect(decideScreen('/profile', stranger, { connectResult, left: null })).toEqual({
      kind: 'result',
      connectResult,
    })
  })
  it('says what came of leaving before anything else', () => {
    const left = sampleLeft()
    expect(decideScreen('/', stranger, { connectResult: null, left })).toEqual({ kind: 'left', left })
  })
  it('reaches the page that was asked for at once when signing in found everything as it was', () => {
    const connectResult = sampleConnectResult('still_connected', { intent: 'sign_in' })
    expect(decideScreen('/businesses', connected, { connectResult, left: null }).kind).toBe('businesses')
    expect(decideScreen('/businesses', stranger, { connectResult, left: null }).kind).toBe('result')
    const reconnected = sampleConnectResult('still_connected', { intent: 'reconnect' })
    expect(decideScreen('/', connected, { connectResult: reconnected, left: null }).kind).toBe('result')
  })
  it('goes straight back to the form that asked for a permission', () => {
    const address = `/b/${sampleConnection().key}/invoices/new`
    const connectResult = sampleConnectResult('connected', { intent: 'allow_more', returnTo: address })
    const told = { connectResult, left: null }
    expect(decideScreen(address, connected, told)).toEqual({ kind: 'invoice_form', id: null })
    expect(decideScreen(address, stranger, told).kind).toBe('result')
    const elsewhere = { ...connectResult, returnTo: '/settings/connection' }
    expect(decideScreen('/', connected, { connectResult: elsewhere, left: null }).kind).toBe('result')
    const less = { ...connectResult, outcome: 'connected_less' as const }
    expect(decideScreen(address, connected, { connectResult: less, left: null }).kind).toBe('result')
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
  it('shows who is signed in the pages about them', () => {
    for (const [path, kind] of [
      ['/profile', 'profile'],
      ['/businesses', 'businesses'],
      ['/settings/sessions', 'signed_in'],
      ['/settings/connection', 'connection'],
    ])
      expect(decideScreen(path ?? '', connected, NOTHING).kind).toBe(kind)
    expect(decideScreen('/', signedInSession([]), NOTHING).kind).toBe('start')
  })
  it('shows the result of signing in that did not find everything as it was', () => {
    const connectResult = sampleConnectResult('declined', { intent: 'sign_in' })
    expect(decideScreen('/businesses', connected, { connectResult, left: null }).kind).toBe('result')
  })
  it('does not guess at other addresses', () => {
    for (const path of ['/Profile', '/profile/x', '/settings', '/constructor'])
      expect(decideScreen(path, connected, NOTHING).kind).toBe('not_found')
  })
})

it('shows the connection alone of a provider that has no books', () => {
  const session = { ...connected, provider: sampleProvider({ offers: [] }) }
  expect(decideScreen('/', session, NOTHING).kind).toBe('connection')
  for (const path of ['/invoices', '/invoices/new', '/customers'])
    expect(decideScreen(path, session, NOTHING).kind).toBe('not_found')
  expect(decideScreen('/settings/connection/disconnect', session, NOTHING).kind).toBe('disconnect')
})

describe(isWelcomedBack, () => {
  const returning = { businessName: 'Northwind' }
  it('greets whom the device remembers, and nobody who is in the middle of connecting', () => {
    const greets = (changes: object) =>
      isWelcomedBack({ ...stranger, returning: null, openAttempt: null, ...changes })
    expect(greets({ returning })).toBe(true)
    expect(greets({})).toBe(false)
    expect(greets({ returning, openAttempt: { id: 'a' } })).toBe(false)
    expect(greets({ openAttempt: { id: 'a' } })).toBe(false)
  })
})

describe(partOf, () => {
  it('needs no file for "not found": it must be there when files are not', () => {
    expect(partOf({ kind: 'not_found' })).toBeUndefined()
    expect(partOf({ kind: 'home' })).toBe('home')
  })
})
