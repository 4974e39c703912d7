import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { button, follow, formOf, heading, startFakeBff } from '#testing/app-fixture.ts'
import {
  sampleConnection,
  sampleLeft,
  sampleSession,
  signedInSession,
  sampleProvider,
} from '#testing/samples.ts'

const bff = startFakeBff()
const stranger = () => sampleSession({ returning: { businessName: 'Northwind Trading' } })
const body = () => document.querySelector('.narrow > p')?.textContent

describe('the page after leaving', () => {
  it('shows the result in the heading, which is focused and in the window title', () => {
    bff.session = stranger()
    bff.open('/?left=left', { left: sampleLeft({ stayConnected: 4 }) })
    expect(heading()).toBe('You’re signed out')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(document.title).toBe('You’re signed out – Counterfoil')
  })

  it('names the number of businesses that stay, and offers to sign in to them', () => {
    bff.session = stranger()
    bff.open('/?left=left', { left: sampleLeft({ stayConnected: 4 }) })
    expect(body()).toContain('4 businesses stay connected.')
    expect(formOf(button('Sign in'))).toMatchObject({ intent: 'sign_in', return_to: '/' })
  })

  it('does not offer to sign in if no business stays', () => {
    bff.session = sampleSession()
    bff.open('/?left=left', {
      left: sampleLeft({ kind: 'forgotten', disconnected: 2, revocation: 'confirmed' }),
    })
    expect(heading()).toBe('Counterfoil has forgotten you')
    expect(body()).toContain('Nothing stays connected.')
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  })

  it('shows a reference only if something was disconnected', () => {
    bff.session = sampleSession()
    const first = bff.open('/?left=left', {
      left: sampleLeft({ kind: 'signed_out_everywhere', disconnected: 1, revocation: 'confirming' }),
    })
    expect(screen.getByText('Reference 7F2K-91')).toBeTruthy()
    first.unmount()
    bff.open('/?left=left', { left: sampleLeft({ stayConnected: 1 }) })
    expect(screen.queryByText(/^Reference/)).toBeNull()
  })

  it.each([
    ['confirming', 1],
    ['confirmed', 0],
  ] as const)('links to the app list of the provider while the revocation is %s', (revocation, links) => {
    bff.session = sampleSession()
    bff.open('/?left=left', { left: sampleLeft({ kind: 'forgotten', disconnected: 1, revocation }) })
    expect(screen.queryAllByRole('link', { name: 'Connected apps in Harbour' })).toHaveLength(links)
  })

  it('has no link if the provider has no such list', () => {
    bff.session = sampleSession({
      provider: sampleProvider({ name: 'Port', plansUrl: null, connectedAppsUrl: null }),
    })
    bff.open('/?left=left', {
      left: sampleLeft({ kind: 'forgotten', disconnected: 1, revocation: 'confirming' }),
    })
    expect(screen.queryByRole('link', { name: /Connected apps/ })).toBeNull()
    expect(body()).toContain('Port')
  })

  it('continues to the overview of another business that is signed in', () => {
    bff.session = signedInSession([
      sampleConnection({ id: asConnectionId('other'), businessName: 'Quay & Sons' }),
    ])
    bff.open('/?left=left', {
      left: sampleLeft({
        kind: 'disconnected',
        ...{ businessName: 'Northwind Trading', disconnected: 1, revocation: 'confirmed' },
      }),
    })
    expect(heading()).toBe('Disconnected from Northwind Trading')
    follow('Go to Overview')
    expect(heading()).toBe('Quay & Sons')
  })

  it('is left by the button to the start page, and does not come back with Back or a reload', () => {
    bff.session = stranger()
    bff.open('/?left=left', { left: sampleLeft({ stayConnected: 1 }) })
    expect(location.search).toBe('')
    expect(history.state).toEqual({ left: 'left' })
    follow('Go to the start page')
    expect(heading()).toBe('Welcome back')
    expect(history.state).toBeNull()
  })

  it('is translated into French', () => {
    bff.session = { ...stranger(), locale: 'fr' }
    bff.open('/?left=left', { left: sampleLeft({ stayConnected: 2 }) })
    expect(heading()).toBe('Vous êtes déconnecté')
    expect(body()).toContain('2 entreprises restent connectées.')
  })
})
