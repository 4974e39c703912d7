import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { asAttemptId } from '@counterfoil/oauth/testing/ids'
import { alerted, button, formOf, heading, press, SESSION_CALL, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleSession, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const DISMISS = 'POST /api/attempts/:id/dismiss'
const attempt = { id: asAttemptId('attempt-1'), startedAt: '2026-11-20T11:46:00.000Z', businessName: null }
const facts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('the start page for a new visitor', () => {
  it('explains the app, and has one primary button, which connects', () => {
    bff.session = sampleSession()
    bff.open('/')
    expect(heading()).toBe('See your business at a glance')
    expect(document.title).toBe('See your business at a glance – Counterfoil')
    const primary = [...document.querySelectorAll('.button-primary')]
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Connect a business'])
    expect(formOf(button('Connect a business'))).toMatchObject({
      action: 'post /connect/start',
      intent: 'connect',
      return_to: '/',
    })
  })

  it('promises only figures that the data of the provider allows', () => {
    const lede = () => document.querySelector('.lede')?.textContent
    bff.session = sampleSession()
    bff.open('/')
    expect(lede()).toBe('Connect Harbour to see cash, who owes you, and profit by month.')
    cleanup()
    const { provider } = bff.session
    bff.session = sampleSession({ provider: { ...provider, offers: ['books', 'transactions'] } })
    bff.open('/')
    expect(lede()).toBe('Connect Harbour to see who owes you, what is coming, and what came in.')
  })

  it('lists the requested permissions, what never happens and how to stop, from the settings', () => {
    bff.session = sampleSession({ requestedScopes: ['business:read', 'product:read'], unusedDays: 30 })
    bff.open('/')
    const [sees, cant, stop] = facts()
    expect(sees).toBe('What Counterfoil seesBusiness details, products and services.')
    expect(cant).toContain('Move money, change your books')
    expect(stop).toContain('isn’t used for 30 days is disconnected by itself')
  })

  it('does not promise to change nothing if it requests write permissions', () => {
    bff.session = sampleSession({ requestedScopes: ['invoice:read', 'invoice:write'] })
    bff.open('/')
    expect(screen.queryByText('What it can’t do')).toBeNull()
    expect(facts()[0]).toContain('change: Invoices and payments')
  })

  it('offers signing in to returning visitors by a less prominent button', () => {
    bff.session = sampleSession()
    bff.open('/')
    const signIn = button('Sign in')
    expect(signIn.className).toBe('button-quiet')
    expect(formOf(signIn)).toMatchObject({ intent: 'sign_in', return_to: '/' })
  })

  it('does not offer to sign in to a signed-in person without connections', () => {
    bff.session = signedInSession([])
    bff.open('/')
    expect(heading()).toBe('See your business at a glance')
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  })

  it('labels its sample charts as made up, visibly and for screen readers', () => {
    bff.session = sampleSession()
    bff.open('/')
    const figure = screen.getByRole('figure', { name: /^These figures are invented/ })
    expect(within(figure).getByText('Sample')).toBeTruthy()
    // Made-up amounts are hidden from screen readers.
    expect(figure.querySelector('.ledger')?.closest('[aria-hidden=true]')).not.toBeNull()
  })

  it('shows sample lines that add up to the sample total', () => {
    bff.session = sampleSession()
    bff.open('/')
    const amounts = [...document.querySelectorAll('.ledger .amount')].map(({ textContent }) =>
      Number(textContent?.replace(/[^\d]/g, '')),
    )
    expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount)).toBe(amounts.at(-1))
  })

  it('is translated into French', () => {
    bff.session = sampleSession({ locale: 'fr' })
    bff.open('/')
    expect(heading()).toBe('Votre entreprise en un coup d’œil')
    expect(button('Connecter une entreprise')).toBeTruthy()
    expect(screen.queryByText(/\b(Connect|Sign in|Disconnect)\b/)).toBeNull()
  })
})

describe('the start page of a device that remembers a business', () => {
  it('shows its name and nothing else; signing in is the only primary button', () => {
    bff.session = sampleSession({ returning: { businessName: 'Northwind Trading' } })
    bff.open('/')
    expect(heading()).toBe('Welcome back')
    expect(screen.getByText('Northwind Trading').tagName).toBe('STRONG')
    expect(formOf(button('Sign in'))).toMatchObject({ intent: 'sign_in' })
    expect(screen.queryByRole('button', { name: 'Connect a business' })).toBeNull()
    expect(document.body.textContent).not.toContain('many@harbour.example')
  })

  it('welcomes a person with several businesses without naming one', () => {
    bff.session = sampleSession({ returning: { businessName: null } })
    bff.open('/')
    expect(screen.getByText('Sign in to see your businesses.')).toBeTruthy()
  })

  it('escapes markup in a name', () => {
    bff.session = sampleSession({ returning: { businessName: '<img src=x onerror=alert(1)>' } })
    bff.open('/')
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })

  it('has a form to forget it that works without scripts', () => {
    bff.session = sampleSession({ returning: { businessName: 'Northwind Trading' } })
    bff.open('/')
    expect(formOf(button('Forget this device'))).toEqual({
      action: 'post /connect/forget-device',
      csrf: 'sample-form-token',
      return_to: '/',
    })
    expect(screen.getByText(/What is connected stays connected\./)).toBeTruthy()
  })

  it('shows an unfinished attempt rather than the welcome', () => {
    bff.session = sampleSession({ returning: { businessName: 'Northwind Trading' }, openAttempt: attempt })
    bff.open('/')
    expect(heading()).toBe('See your business at a glance')
    expect(screen.getByRole('region', { name: 'Connecting isn’t finished' })).toBeTruthy()
  })
})

describe('an unfinished connect attempt', () => {
  it('shows its time and that nothing was shared; continuing is the only primary button', () => {
    bff.session = sampleSession({ openAttempt: attempt, timeZone: 'UTC' })
    bff.open('/')
    const card = screen.getByRole('region', { name: 'Connecting isn’t finished' })
    expect(within(card).getByText(/^You started at .* Nothing was shared with Counterfoil\.$/)).toBeTruthy()
    expect(formOf(within(card).getByRole('button', { name: 'Continue' }))).toMatchObject({
      attempt_id: 'attempt-1',
      intent: 'connect',
    })
    const primary = [...document.querySelectorAll('.button-primary')]
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Continue'])
  })

  it('can be started over with a form without the attempt id', () => {
    bff.session = sampleSession({ openAttempt: attempt })
    bff.open('/')
    expect(formOf(button('Start again'))).not.toHaveProperty('attempt_id')
  })

  it('is removed from the page when it is dismissed', async () => {
    bff.session = sampleSession({ openAttempt: attempt })
    bff.answers(DISMISS, () => {
      bff.session = sampleSession()
      return {}
    })
    bff.open('/')
    press('Dismiss')
    await waitFor(() => expect(screen.queryByText('Connecting isn’t finished')).toBeNull())
    expect(bff.count('POST /api/attempts/attempt-1/dismiss')).toBe(1)
    expect(button('Connect a business').className).toBe('button-primary')
  })

  it('is dismissed once, however often it is pressed, until the session was read again', async () => {
    bff.session = sampleSession({ openAttempt: attempt })
    bff.answers(DISMISS, {})
    const reading = bff.holds(SESSION_CALL, () => sampleSession())
    bff.open('/')
    const dismiss = button('Dismiss')
    dismiss.click()
    // A change notice from the page of an earlier test may cause a reading here, too.
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBeGreaterThan(0))
    expect(dismiss.getAttribute('aria-disabled')).toBe('true')
    dismiss.click()
    reading.release()
    await waitFor(() => expect(screen.queryByText('Connecting isn’t finished')).toBeNull())
    expect(bff.count('POST /api/attempts/attempt-1/dismiss')).toBe(1)
  })

  it('stays and announces an error if it could not be dismissed', async () => {
    bff.session = sampleSession({ openAttempt: attempt })
    bff.answers(DISMISS, problemAnswer('store-unavailable'))
    bff.open('/')
    press('Dismiss')
    await waitFor(() => expect(alerted()).toBe('Your change may not have been saved. Try again.'))
    expect(screen.getByText('Connecting isn’t finished')).toBeTruthy()
    expect(button('Dismiss').getAttribute('aria-disabled')).toBe('false')
  })
})

describe('a browser in which connecting may fail', () => {
  const userAgent = vi.spyOn(navigator, 'userAgent', 'get')
  afterEach(() => userAgent.mockReset())

  it('is reported as an in-app browser above the button, with a way to leave it', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/22B83 Instagram 350',
    )
    bff.session = sampleSession()
    bff.open('/')
    const notice = screen.getByRole('region', { name: 'This page is open inside another app' })
    expect(within(notice).getByRole('button', { name: 'Copy link' })).toBeTruthy()
    const connect = button('Connect a business')
    expect(notice.compareDocumentPosition(connect) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('gets no notice if it is a standalone browser', () => {
    bff.session = sampleSession()
    bff.open('/')
    expect(screen.queryByText('This page is open inside another app')).toBeNull()
    expect(screen.queryByText('Your browser is blocking a cookie')).toBeNull()
  })

  it('keeps no cookie from the cookie test', () => {
    bff.session = sampleSession()
    bff.open('/')
    expect(document.cookie).not.toContain('counterfoil_test')
  })
})
