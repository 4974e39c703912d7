import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import {
  alerted,
  button,
  comeBack,
  follow,
  formOf,
  heading,
  leavesWith,
  press,
  setOnline,
  spoken,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const PAGE = '/settings/connection/disconnect'
const DISCONNECT = 'POST /api/connections/:id/disconnect'
const DISCONNECTED = 'POST /api/connections/connection-northwind/disconnect'
const northwind = sampleConnection()
const gone = { ...northwind, state: 'disconnected', reason: 'by_user', endsUnusedAt: null } as const
const signIn = (...connections: Parameters<typeof signedInSession>[0]) =>
  signedInSession(connections, { idleEndsAt: null })
const done = (revocation: 'confirming' | 'confirmed') => ({
  ...{ connection: { ...gone, revocation }, revocation },
  reference: '7F2K-91',
})
const send = () => void leavesWith(button('Disconnect Northwind Trading'))

describe('the confirmation before disconnecting', () => {
  it('lists what stops and what stays, and has no primary button', () => {
    bff.session = signIn({ ...northwind, scopes: ['business:read', 'product:read'] })
    bff.open(PAGE)
    const stops = within(screen.getByRole('region', { name: 'What stops' })).getAllByRole('listitem')
    expect(stops[0]?.textContent).toBe(
      'Counterfoil stops reading Northwind Trading at once. 2 permissions end.',
    )
    expect(screen.getByRole('region', { name: 'What stays' }).textContent).toContain(
      'Your books in Harbour are not touched.',
    )
    expect(document.querySelector('.button-primary')).toBeNull()
    expect(button('Disconnect Northwind Trading').className).toBe('button-danger')
  })

  it('does not promise a revocation that the provider does not support', () => {
    const session = signIn(northwind)
    bff.session = { ...session, provider: { ...session.provider, revokes: false } }
    bff.open(PAGE)
    expect(screen.getByRole('region', { name: 'What stops' }).textContent).not.toContain('to ask Harbour')
  })

  it.each([
    [[], null],
    [['a'], '1 other business stays as it is.'],
    [['a', 'b'], '2 other businesses stay as they are.'],
  ])('counts the other businesses: %j', (ids, sentence) => {
    bff.session = signIn(
      northwind,
      ...ids.map((id) => sampleConnection({ id: asConnectionId(id), businessName: id })),
    )
    bff.open(PAGE)
    expect(screen.queryByText(/other business/)?.textContent ?? null).toBe(sentence)
  })

  it('is a form that works without scripts, and returns to the connection page', () => {
    bff.open(PAGE)
    expect(formOf(button('Disconnect Northwind Trading'))).toEqual({
      action: 'post /connect/disconnect',
      csrf: 'sample-form-token',
      connection_id: 'connection-northwind',
      return_to: '/b/northwind/settings/connection',
    })
  })

  it('can be cancelled without any change', () => {
    bff.open(PAGE)
    follow('Stay connected')
    expect(heading()).toBe('Connection to Northwind Trading')
    expect(bff.count(DISCONNECTED)).toBe(0)
  })
})

describe('disconnecting', () => {
  it('shows the result in a focused heading and the window title, with the reference', async () => {
    bff.answers(DISCONNECT, () => {
      bff.session = signIn({ ...gone, revocation: 'confirmed' })
      return done('confirmed')
    })
    bff.open(PAGE)
    send()
    await waitFor(() => expect(heading()).toBe('Disconnected from Northwind Trading'))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(document.title).toBe('Disconnected from Northwind Trading – Counterfoil')
    expect(screen.getByText('Reference 7F2K-91')).toBeTruthy()
    expect(screen.getByText('Harbour has confirmed it.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Connected apps/ })).toBeNull()
    await waitFor(() => expect(spoken()).toBe('Counterfoil can no longer read Northwind Trading.'))
  })

  it('links to the app list of the provider until it has confirmed', async () => {
    bff.answers(DISCONNECT, () => {
      bff.session = signIn({ ...gone, revocation: 'confirming' })
      return done('confirming')
    })
    bff.open(PAGE)
    send()
    expect(await screen.findByRole('link', { name: 'Connected apps in Harbour' })).toBeTruthy()
  })

  it('sends one request, however often it is pressed, and shows that it is running', async () => {
    const answer = bff.holds(DISCONNECT, () => {
      bff.session = signIn({ ...gone, revocation: 'confirmed' })
      return done('confirmed')
    })
    bff.open(PAGE)
    send()
    const working = await screen.findByRole('button', { name: 'Disconnecting…' })
    expect(working.getAttribute('aria-disabled')).toBe('true')
    // The script sends the request: the browser must not submit the form as well.
    expect(leavesWith(working)).toBe(false)
    answer.release()
    await waitFor(() => expect(heading()).toBe('Disconnected from Northwind Trading'))
    expect(bff.count(DISCONNECTED)).toBe(1)
  })

  it('reports an uncertain outcome after a failure, visibly and announced, and can be repeated', async () => {
    bff.answers(DISCONNECT, problemAnswer('store-unavailable'))
    bff.open(PAGE)
    send()
    await screen.findByRole('region', { name: 'Sorry, there is a problem' })
    await waitFor(() =>
      expect(alerted()).toBe('We got no answer, so it may not be disconnected yet. Try again.'),
    )
    bff.answers(DISCONNECT, () => {
      bff.session = signIn({ ...gone, revocation: 'confirmed' })
      return done('confirmed')
    })
    send()
    await waitFor(() => expect(heading()).toBe('Disconnected from Northwind Trading'))
  })

  it('sends nothing while offline, and reports that nothing has changed', () => {
    bff.open(PAGE)
    setOnline(false)
    send()
    expect(alerted()).toBe('You’re offline. Disconnecting needs the internet. Nothing has changed.')
    expect(bff.count(DISCONNECTED)).toBe(0)
    expect(heading()).toBe('Disconnect Northwind Trading?')
  })
})

describe('a business that is already disconnected', () => {
  it('shows when and by whom, also in the window title, and no confirmation', () => {
    bff.session = signIn({ ...gone, revocation: 'confirmed' })
    bff.open(PAGE)
    expect(heading()).toBe('Disconnected from Northwind Trading')
    expect(document.title).toBe('Disconnected from Northwind Trading – Counterfoil')
    expect(screen.getByText(/^You disconnected Northwind Trading on/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Disconnect/ })).toBeNull()
  })

  it.each([
    ['confirming', /hasn’t confirmed yet/],
    ['confirmed', /has confirmed it/],
    [null, undefined],
  ] as const)('shows what the provider reported, and no more: %s', (revocation, sentence) => {
    bff.session = signIn({ ...gone, revocation })
    bff.open(PAGE)
    const said = screen.queryByText(/confirmed/)?.textContent
    if (sentence === undefined) expect(said).toBeUndefined()
    else expect(said).toMatch(sentence)
  })

  it('is shown at once on an open confirmation when another tab disconnects it', async () => {
    bff.open(PAGE)
    bff.session = signIn({ ...gone, revocation: 'confirmed' })
    comeBack()
    await waitFor(() => expect(heading()).toBe('Disconnected from Northwind Trading'))
  })
})

describe('disconnecting without a connection', () => {
  it('reports that nothing is connected and links to other pages', () => {
    bff.session = signIn()
    bff.open(PAGE)
    expect(screen.getByText('There is nothing to disconnect here.')).toBeTruthy()
    follow('Go to Overview')
    expect(heading()).toBe('See your business at a glance')
  })

  it('has no form to submit', () => {
    bff.session = signIn()
    bff.open(PAGE)
    expect(document.querySelector('main form')).toBeNull()
    expect(() => press(/^Disconnect/)).toThrow()
  })
})
