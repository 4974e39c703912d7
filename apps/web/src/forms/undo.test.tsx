import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FIGURES_CALL, holdTimers, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'
import { sentCommands } from './sent-commands-client.ts'
import { findWayBack } from './undo.tsx'

const bff = startFakeBff()
const money = { value: '100.00', __typename: 'Money' }
const ESTIMATE = {
  ...{ id: 'E7', estimateNumber: '7', estimateDate: '2026-11-02', dueDate: '2026-12-02', poNumber: null },
  ...{ memo: null, createdAt: '2026-11-02T10:00:00Z', lastSentAt: null, lastViewedAt: null, items: [] },
  ...{ pdfUrl: 'https://harbour.example/e.pdf', viewUrl: 'https://harbour.example/e', customer: null },
  ...{ currency: { code: 'CAD' }, subtotal: money, discountTotal: money, taxTotal: money, total: money },
  ...{ depositTotal: money, amountPaid: money },
}
const asked = (name: string) =>
  bff.asked.filter(({ body }) => (body as { operationName?: string } | undefined)?.operationName === name)
const undo = () => screen.queryByRole('button', { name: 'Undo' })

/** Opens an estimate whose status follows the mutations, and accepts it. */
async function accept(status: string): Promise<void> {
  let now = status
  bff.answers(FIGURES_CALL, ({ body }) => {
    const { operationName } = body as { operationName: string }
    if (operationName === 'Estimate')
      return { data: { business: { id: 'B', timezone: 'UTC', estimate: { ...ESTIMATE, status: now } } } }
    now = operationName === 'EstimateMarkAccepted' ? 'ACCEPTED' : 'VIEWED'
    return { data: { change: { didSucceed: true, inputErrors: [], estimate: { id: 'E7' } } } }
  })
  bff.open('/estimates/E7')
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as accepted' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Mark as accepted' }))
  await screen.findByRole('button', { name: 'Not accepted after all' })
}

beforeEach(() => {
  const connection = sampleConnection({ scopes: ['business:read', 'estimate:read', 'estimate:write'] })
  bff.session = signedInSession([connection], { idleEndsAt: null })
})
afterEach(() => {
  for (const { command } of sentCommands.entries()) sentCommands.dismiss(command.key)
})

describe(findWayBack, () => {
  const label = '7'
  it.each([
    ['invoice-create', null, 'I1', { verb: 'invoice-delete', recordId: 'I1', input: { invoiceId: 'I1' } }],
    ['estimate-create', null, 'E1', { verb: 'estimate-delete', recordId: 'E1', input: { estimateId: 'E1' } }],
    ['estimate-accept', 'E1', 'E1', { verb: 'estimate-reopen', recordId: 'E1', input: { estimateId: 'E1' } }],
    ['payment-create', 'I1', 'P1', { verb: 'payment-delete', recordId: 'I1', input: { id: 'P1' } }],
  ] as const)('returns the command that undoes %s', (verb, recordId, id, wayBack) => {
    expect(findWayBack({ id, label }, { verb, recordId })).toEqual({ ...wayBack, label })
  })

  it.each([
    ['invoice-create', null, null],
    // After a lost answer the payment was found by its invoice; its own id is unknown.
    ['payment-create', 'I1', 'I1'],
    ['payment-delete', 'I1', 'I1'],
    ['invoice-send', 'I1', 'I1'],
    ['estimate-convert', 'E1', 'I1'],
    ['customer-patch', 'C1', 'C1'],
  ] as const)('returns undefined for %s of %s with the answer %s', (verb, recordId, id) => {
    expect(findWayBack({ id, label }, { verb, recordId })).toBeUndefined()
  })
})

describe('the undo button', () => {
  it('is shown on the page of the change, with its remaining time, and sends one request', async () => {
    await accept('VIEWED')
    expect(undo()?.getAttribute('aria-describedby')).toBe('undo-left')
    expect(document.querySelector('#undo-left')?.textContent).toMatch(/^Seconds left: (10|9)$/)
    for (const button of [undo(), undo()]) if (button) fireEvent.click(button)
    expect(await screen.findByRole('button', { name: 'Mark as accepted' })).toBeDefined()
    expect(asked('EstimateResetAcceptance').map(({ body }) => body)).toEqual([
      expect.objectContaining({ variables: { input: { estimateId: 'E7' } } }),
    ])
    expect(undo()).toBeNull()
  })

  it('disappears after ten seconds, unless it has focus', async () => {
    const timers = holdTimers()
    await accept('VIEWED')
    const tick = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) await timers.pass(1000)
    }
    undo()?.focus()
    await tick(10)
    expect(undo()).not.toBeNull()
    expect(document.querySelector('#undo-left')?.textContent).toBe('')
    undo()?.blur()
    await waitFor(() => expect(undo()).toBeNull())
    expect(asked('EstimateResetAcceptance')).toEqual([])
  })

  it('is not shown for a rejected estimate that was accepted, since it could not be rejected again', async () => {
    await accept('REJECTED')
    expect(undo()).toBeNull()
  })
})
