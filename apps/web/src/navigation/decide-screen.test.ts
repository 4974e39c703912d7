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
  it('shows the start page to a signed-out visitor and the overview to a signed-in person, at the same address', () => {
    expect(decideScreen('/', stranger, NOTHING).kind).toBe('start')
    expect(decideScreen('/', connected, NOTHING).kind).toBe('home')
  })
  it('shows a connect result before anything else, at any address', () => {
    const connectResult = sampleConnectResult('declined')
    expect(decideScreen('/profile', stranger, { connectResult, left: null })).toEqual({
      kind: 'result',
      connectResult,
    })
  })
  it('shows the result of leaving before anything else', () => {
    const left = sampleLeft()
    expect(decideScreen('/', stranger, { connectResult: null, left })).toEqual({ kind: 'left', left })
  })
  it('opens the requested page at once if signing in found an unchanged connection', () => {
    const connectResult = sampleConnectResult('still_connected', { intent: 'sign_in' })
    expect(decideScreen('/businesses', connected, { connectResult, left: null }).kind).toBe('businesses')
    expect(decideScreen('/businesses', stranger, { connectResult, left: null }).kind).toBe('result')
    const reconnected = sampleConnectResult('still_connected', { intent: 'reconnect' })
    expect(decideScreen('/', connected, { connectResult: reconnected, left: null }).kind).toBe('result')
  })
  it('returns to the form that requested a permission', () => {
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
  it('does not offer disconnecting to a signed-out visitor', () => {
    expect(decideScreen('/settings/connection/disconnect', stranger, NOTHING).kind).toBe('connection')
    expect(decideScreen('/settings/connection/disconnect', connected, NOTHING).kind).toBe('disconnect')
  })
  it('shows the start page instead of personal pages to a signed-out visitor', () => {
    for (const path of ['/profile', '/businesses', '/settings/sessions'])
      expect(decideScreen(path, stranger, NOTHING).kind).toBe('start')
    expect(decideScreen('/settings/connection', stranger, NOTHING).kind).toBe('connection')
  })
  it('accepts an address with a trailing slash', () => {
    expect(decideScreen('/profile/', connected, NOTHING).kind).toBe('profile')
    expect(decideScreen('//', connected, NOTHING).kind).toBe('not_found')
  })
  it('shows personal pages to a signed-in person', () => {
    for (const [path, kind] of [
      ['/profile', 'profile'],
      ['/businesses', 'businesses'],
      ['/settings/sessions', 'signed_in'],
      ['/settings/connection', 'connection'],
    ])
      expect(decideScreen(path ?? '', connected, NOTHING).kind).toBe(kind)
    expect(decideScreen('/', signedInSession([]), NOTHING).kind).toBe('start')
  })
  it('shows the result if signing in found a changed connection', () => {
    const connectResult = sampleConnectResult('declined', { intent: 'sign_in' })
    expect(decideScreen('/businesses', connected, { connectResult, left: null }).kind).toBe('result')
  })
  it('returns "not found" for other addresses', () => {
    for (const path of ['/Profile', '/profile/x', '/settings', '/constructor'])
      expect(decideScreen(path, connected, NOTHING).kind).toBe('not_found')
  })
})

it('shows only the connection pages for a provider without accounting data', () => {
  const session = { ...connected, provider: sampleProvider({ offers: [] }) }
  expect(decideScreen('/', session, NOTHING).kind).toBe('connection')
  for (const path of ['/invoices', '/invoices/new', '/customers'])
    expect(decideScreen(path, session, NOTHING).kind).toBe('not_found')
  expect(decideScreen('/settings/connection/disconnect', session, NOTHING).kind).toBe('disconnect')
})

describe(isWelcomedBack, () => {
  const returning = { businessName: 'Northwind' }
  it('returns true for a remembered device without an unfinished attempt', () => {
    const greets = (changes: object) =>
      isWelcomedBack({ ...stranger, returning: null, openAttempt: null, ...changes })
    expect(greets({ returning })).toBe(true)
    expect(greets({})).toBe(false)
    expect(greets({ returning, openAttempt: { id: 'a' } })).toBe(false)
    expect(greets({ openAttempt: { id: 'a' } })).toBe(false)
  })
})

describe(partOf, () => {
  it('returns no script file for "not found", which must work without files', () => {
    expect(partOf({ kind: 'not_found' })).toBeUndefined()
    expect(partOf({ kind: 'home' })).toBe('home')
  })
})
