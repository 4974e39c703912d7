import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { button, FIGURES_CALL, holdTimers, press, startFakeBff } from '#testing/app-fixture.ts'
import { SAMPLE_NOW, sampleConnection, signedInSession } from '#testing/samples.ts'
import { sentCommands } from './sent-commands-client.ts'

const bff = startFakeBff()
const NOT_SURE = 'Customer Fern: not sure'
const SAVED = { name: 'Customer Fern: saved in Harbour' }
const FERN = { id: 'c9', name: 'Fern', createdAt: SAMPLE_NOW }

beforeEach(() => {
  const connection = sampleConnection({ scopes: [...sampleConnection().scopes, 'customer:write'] })
  bff.session = signedInSession([connection], { idleEndsAt: null })
})
afterEach(() => {
  for (const { command } of sentCommands.entries()) sentCommands.dismiss(command.key)
})

const lost = () =>
  new Response(
    JSON.stringify({ type: 'x', title: 'x', status: 504, code: 'outcome-unknown', requestId: 'r' }),
    { status: 504, headers: { 'content-type': 'application/problem+json' } },
  )
/** Fakes a provider that loses the answer to a change unless one is given; searches find these customers or get no answer. */
function provider(knows: { readonly customers: readonly object[] | undefined; readonly change?: object }) {
  bff.answers(FIGURES_CALL, ({ body }) => {
    const { operationName } = body as { operationName: string }
    if (operationName === 'CustomerCreate')
      return knows.change === undefined ? lost() : { data: { customerCreate: knows.change } }
    if (knows.customers === undefined) return lost()
    return { data: { business: { customers: { edges: knows.customers.map((node) => ({ node })) } } } }
  })
}
const changes = () =>
  bff.asked.filter(({ body }) => (body as { operationName?: string })?.operationName === 'CustomerCreate')

/** Saves a customer with a lost answer, and waits for all searches. */
async function saveAndLook() {
  const timers = holdTimers()
  bff.open('/customers/new')
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Fern' } })
  press('Save')
  await screen.findByText(NOT_SURE, { selector: 'h2, h3, p, strong' })
  await vi.waitFor(
    async () => {
      await timers.pass(12_000)
      const [entry] = sentCommands.entries()
      expect(entry?.state).not.toEqual({ kind: 'not-sure', isLooking: true })
    },
    { timeout: 30_000 },
  )
}

describe('the notice of a change after a lost answer', () => {
  it('reports that it may have been made and is being searched for; the form cannot send it meanwhile', async () => {
    provider({ customers: [] })
    holdTimers()
    bff.open('/customers/new')
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Fern' } })
    press('Save')
    expect(await screen.findByText(/It may have been done. We’re checking./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
    expect(button('Saving…').getAttribute('aria-disabled')).toBe('true')
    press('Saving…')
    await act(async () => undefined)
    expect(changes()).toHaveLength(1)
  })

  it('reports that it was saved if it is found, without sending it again', async () => {
    provider({ customers: [FERN] })
    bff.open('/customers/new')
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Fern' } })
    press('Save')
    expect(await screen.findByRole('heading', SAVED)).toBeTruthy()
    expect(changes()).toHaveLength(1)
  })

  it('sends it again on request with the same key if it is not found', async () => {
    provider({ customers: [] })
    await saveAndLook()
    expect(await screen.findByText('We didn’t find it there.')).toBeTruthy()
    provider({ customers: [], change: { didSucceed: true, inputErrors: [], customer: { id: 'c9' } } })
    press('Send again')
    expect(await screen.findByRole('heading', SAVED)).toBeTruthy()
    const [first, second] = changes()
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
    expect(second?.headers.get('x-counterfoil-send-again')).toBe('1')
  })

  it('returns to the form with the input if it is not found; saving uses a new key', async () => {
    provider({ customers: [] })
    await saveAndLook()
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(screen.queryByText('We didn’t find it there.')).toBeNull()
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Fern')
    provider({ customers: [], change: { didSucceed: true, inputErrors: [], customer: { id: 'c9' } } })
    press('Save')
    expect(await screen.findByRole('heading', SAVED)).toBeTruthy()
    const [first, second] = changes()
    expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'))
    expect(second?.headers.get('x-counterfoil-send-again')).toBeNull()
  })

  it('stays uncertain if searching fails, and searches again on request', async () => {
    provider({ customers: undefined })
    await saveAndLook()
    const again = await screen.findByRole('button', { name: 'Check again' })
    expect(screen.getByText(/It may have been done\.$/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
    provider({ customers: [FERN] })
    fireEvent.click(again)
    expect(await screen.findByRole('heading', SAVED)).toBeTruthy()
    expect(changes()).toHaveLength(1)
  })

  it('lets the person choose among several matches, or none of them', async () => {
    provider({ customers: [FERN, { ...FERN, id: 'c10' }] })
    await saveAndLook()
    expect(await screen.findByText(/more than one that fits/)).toBeTruthy()
    press('None of these')
    await waitFor(() => expect(screen.queryByText(/more than one that fits/)).toBeNull())
    expect(sentCommands.entries()).toEqual([])
    press('Save')
    expect(await screen.findByText(/more than one that fits/)).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: 'Fern' })[1] as HTMLElement)
    const saved = await screen.findByRole('heading', SAVED)
    expect(saved).toBeTruthy()
    expect(document.querySelector('main a[href*="c10"]')).not.toBeNull()
  })
})
