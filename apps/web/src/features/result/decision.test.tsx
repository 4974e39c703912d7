import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import {
  alerted,
  button,
  follow,
  formOf,
  heading,
  press,
  SESSION_CALL,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleConnectResult, sampleSession } from '#testing/samples.ts'

const bff = startFakeBff()
const DECIDE = 'POST /api/connect-results/:id/decision'
const parties = {
  intent: 'reconnect',
  decisionOpen: true,
  expected: { email: 'maria@northwind.example', businessName: 'Northwind Trading' },
  received: { email: 'sam@northwind.example', businessName: 'Harbour Lane Bakery' },
} as const
const open = (outcome: ConnectResult['outcome'], change: Partial<ConnectResult> = {}) => {
  const result = sampleConnectResult(outcome, { ...parties, ...change })
  bff.open(`/?result=${result.id}`, { connectResult: result })
  return result
}
const decided = (choice: string) =>
  bff.asked
    .filter(({ name }) => name.endsWith('/decision'))
    .map(({ body }) => body)
    .every((body) => JSON.stringify(body) === JSON.stringify({ choice }))

describe('a connect attempt that returned another business', () => {
  it('asks for a decision, the safe answer first, and changes nothing before', () => {
    open('other_business')
    expect(screen.getByText(/Nothing has changed yet\.$/)).toBeTruthy()
    const labels = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(labels.indexOf('Keep Northwind Trading')).toBeLessThan(
      labels.indexOf('Connect Harbour Lane Bakery'),
    )
    expect(button('Keep Northwind Trading').className).toBe('button-primary')
    expect(bff.asked).toEqual([])
  })

  it('if the old one is kept: reports it in the focused heading and offers to reconnect', async () => {
    const result = open('other_business')
    bff.answers(DECIDE, { ...result, decisionOpen: false })
    press('Keep Northwind Trading')
    await waitFor(() => expect(heading()).toBe('Northwind Trading is kept'))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(document.title).toBe('Northwind Trading is kept – Counterfoil')
    expect(formOf(button('Reconnect Northwind Trading'))).toMatchObject({
      intent: 'reconnect',
      connection_id: 'connection-northwind',
    })
    expect(decided('keep')).toBe(true)
    follow('Not now')
    expect(heading()).toBe('Northwind Trading')
  })

  it('sends one decision, even if both buttons are pressed', async () => {
    const result = open('other_business')
    const answer = bff.holds(DECIDE, { ...result, ...sampleConnectResult('connected'), id: result.id })
    press('Connect Harbour Lane Bakery')
    await waitFor(() => expect(button('Switching…').getAttribute('aria-disabled')).toBe('true'))
    press('Keep Northwind Trading')
    answer.release()
    await waitFor(() => expect(heading()).toBe('Connected to Northwind Trading'))
    expect(bff.count(`POST /api/connect-results/${result.id}/decision`)).toBe(1)
    expect(decided('switch')).toBe(true)
  })

  it('reads the session again after the decision', async () => {
    const result = open('other_business')
    bff.answers(DECIDE, { ...result, decisionOpen: false })
    press('Keep Northwind Trading')
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBe(1))
  })

  it('keeps asking if the answer did not arrive, and announces the error', async () => {
    const result = open('other_business')
    bff.answers(DECIDE, problemAnswer('store-unavailable'))
    bff.answers('GET /api/connect-results/:id', result)
    press('Connect Harbour Lane Bakery')
    await waitFor(() => expect(alerted()).toBe('Your change may not have been saved. Try again.'))
    expect(heading()).toBe('You chose a different business')
    expect(button('Connect Harbour Lane Bakery').getAttribute('aria-disabled')).toBe('false')
  })

  it('offers no decision after one in another tab', async () => {
    const result = open('other_business')
    bff.answers(DECIDE, problemAnswer('decision-closed'))
    bff.answers('GET /api/connect-results/:id', { ...result, decisionOpen: false })
    press('Connect Harbour Lane Bakery')
    await screen.findByText(/^This question has been answered already/)
    expect(screen.queryByRole('button', { name: 'Connect Harbour Lane Bakery' })).toBeNull()
  })
})

describe('a connect attempt that returned another person', () => {
  it('names both persons', () => {
    open('other_person')
    expect(heading()).toBe('That’s a different Harbour account')
    expect(button('Use maria@northwind.example')).toBeTruthy()
    expect(button('Continue as sam@northwind.example')).toBeTruthy()
  })
})

describe('a connect attempt that returned another account', () => {
  const account = { intent: 'sign_in', stayConnected: 3 } as const

  it('shows what stays connected with either answer', () => {
    open('other_account', account)
    expect(screen.getByText(/the 3 businesses of/)).toBeTruthy()
  })

  it('if refused: keeps nothing of the new account, and the current session continues', async () => {
    const result = open('other_account', { ...account, returnTo: '/businesses' })
    bff.answers(DECIDE, { ...result, decisionOpen: false })
    press('Stay with maria@northwind.example')
    await screen.findByText('Nothing from sam@northwind.example was connected.')
    follow('Continue')
    expect(heading()).toBe('Businesses')
  })

  it('if refused by a signed-out visitor: offers to sign in', async () => {
    bff.session = sampleSession({ returning: { businessName: 'Northwind Trading' } })
    const result = open('other_account', {
      ...account,
      stayConnected: null,
      expected: { email: null, businessName: 'Northwind Trading' },
    })
    bff.answers(DECIDE, { ...result, decisionOpen: false })
    press('Not this account')
    await screen.findByText('Nothing from sam@northwind.example was connected.')
    expect(formOf(button('Sign in'))).toMatchObject({ intent: 'sign_in', return_to: '/' })
  })
})
