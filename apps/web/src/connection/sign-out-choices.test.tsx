import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { formOf, holdTimers, leavesWith, setOnline, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const card = (name = 'Sign out') => screen.getByRole('region', { name })
const inCard = (name: string) =>
  within(card()).getByRole('button', { name, hidden: true }) as HTMLButtonElement
const quay = sampleConnection({ id: asConnectionId('quay'), businessName: 'Quay & Sons' })
const gone = sampleConnection({
  id: asConnectionId('gone'),
  businessName: 'Alpha Cakes',
  state: 'disconnected',
})

describe('signing out', () => {
  it('names the businesses that stay connected, and states that nothing is read meanwhile', () => {
    bff.session = signedInSession([sampleConnection(), quay, gone], { idleEndsAt: null })
    bff.open('/profile')
    expect(card().querySelector('p')?.textContent).toBe(
      'Northwind Trading and Quay & Sons stay connected. Nothing is read meanwhile, unless you are signed in elsewhere.',
    )
  })

  it('does not count a business that needs reconnecting as staying connected', () => {
    const broken = { ...quay, state: 'reconnect' as const, reason: 'ended' as const }
    bff.session = signedInSession([sampleConnection(), broken], { idleEndsAt: null })
    bff.open('/profile')
    expect(card().querySelector('p')?.textContent).toBe(
      'Northwind Trading stays connected. Quay & Sons has to be connected again. Nothing is read meanwhile, unless you are signed in elsewhere.',
    )
  })

  it('ends only the session of this browser', () => {
    bff.open('/profile')
    expect(formOf(inCard('Sign out'))).toEqual({
      action: 'post /connect/sign-out',
      csrf: 'sample-form-token',
      return_to: '/',
    })
  })

  it('disconnects all businesses only by a separate button behind another press', () => {
    bff.open('/profile')
    const all = inCard('Disconnect all and sign out')
    expect(all.closest('details')?.open).toBe(false)
    expect(all.className).toBe('button-danger')
    expect(formOf(all)).toMatchObject({ disconnect_all: '1' })
    expect(formOf(all)).not.toHaveProperty('everywhere')
    expect(all.closest('details')?.textContent).toContain('1 business is disconnected at once.')
  })

  it('offers no disconnecting if nothing is connected', () => {
    bff.session = signedInSession([gone], { idleEndsAt: null })
    bff.open('/profile')
    expect(card().querySelector('p')?.textContent).toBe('No business is connected.')
    expect(screen.queryByText('Disconnect all')).toBeNull()
  })

  it('warns that this browser is signed out too if it ends all sessions', () => {
    bff.answers('GET /api/sessions', [])
    bff.open('/settings/sessions')
    const everywhere = within(card('Sign out everywhere'))
    expect(formOf(everywhere.getByRole('button', { name: 'Sign out everywhere' }))).toMatchObject({
      everywhere: '1',
    })
    expect(everywhere.getByText(/This browser is signed out too\./)).toBeTruthy()
    const all = everywhere.getByRole('button', { name: /^Disconnect all and/, hidden: true })
    expect(formOf(all)).toMatchObject({ everywhere: '1', disconnect_all: '1' })
  })

  it('forgets a person in two steps, and lists what that ends', () => {
    bff.session = signedInSession([sampleConnection(), quay], { idleEndsAt: null })
    bff.open('/profile')
    const forget = inCard('Disconnect, delete and sign out')
    expect(forget.closest('details')?.open).toBe(false)
    expect(formOf(forget).action).toBe('post /connect/forget-me')
    expect(forget.closest('details')?.textContent).toContain('Disconnects 2 businesses, deletes')
  })

  it('reports an uncertain outcome if no answer arrives, and can be repeated', async () => {
    const timers = holdTimers()
    bff.open('/profile')
    const signOut = inCard('Sign out')
    expect(leavesWith(signOut)).toBe(true)
    expect(signOut.textContent).toBe('One moment…')
    await timers.pass(10_100)
    expect(signOut.closest('form')?.textContent).toContain('it may not be done')
    expect(leavesWith(signOut)).toBe(true)
  })

  it('changes nothing while offline, and reports it', () => {
    bff.open('/profile')
    setOnline(false)
    const signOut = inCard('Sign out')
    expect(leavesWith(signOut)).toBe(false)
    expect(signOut.closest('form')?.textContent).toContain('Nothing has changed.')
  })

  it('is translated into French', () => {
    bff.session = signedInSession([sampleConnection()], { idleEndsAt: null, locale: 'fr' })
    bff.open('/profile')
    expect(card('Se déconnecter').textContent).toContain('Northwind Trading reste connectée.')
  })
})
