import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { asUserWireId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#data/query-client.ts'
import { FIGURES_CALL, SESSION_CALL, setOnline, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { PageFrame } from '#testing/page-frame.tsx'
import { sampleBoot, sampleConnection, SCOPES, signedInSession } from '#testing/samples.ts'
import type { ReadForm } from './input-faults.ts'
import { useSending } from './use-sending.ts'

const bff = startFakeBff()
const FORM: ReadForm = { kind: 'input', input: { name: 'Fern & Co' } }
const DONE = { data: { customerCreate: { didSucceed: true, customer: { id: '7' } } } }
const onDone = vi.fn<(done: { readonly id: string | null; readonly label: string }) => void>()
let people = 0

/** Renders a new customer form. Sent commands are kept per person, so each test has its own person. */
function open(change: Partial<ConnectionView> = {}) {
  onDone.mockReset()
  const userId = asUserWireId(`person ${(people += 1)}`)
  const connection = sampleConnection({ userId, scopes: [...SCOPES, 'customer:write'], ...change })
  const person = { userId, email: null }
  const boot = sampleBoot(signedInSession([connection], { person, idleEndsAt: null }))
  const queryClient = createQueryClient(boot)
  const wrapper = (props: { readonly children: ReactNode }) => (
    <PageFrame boot={boot} queryClient={queryClient}>
      {props.children}
    </PageFrame>
  )
  const hook = () => useSending({ connection, verb: 'customer-create', recordId: null, onDone })
  const { result } = renderHook(hook, { wrapper })
  return {
    form: () => result.current,
    press: (...forms: readonly ReadForm[]) =>
      act(() => forms.forEach((form) => result.current.send(form, 'Fern & Co'))),
    sees: (kind: string | undefined) => waitFor(() => expect(result.current.hindrance?.kind).toBe(kind)),
  }
}

describe(useSending, () => {
  it('sends one request, however often it is submitted, and reports success once', async () => {
    const held = bff.holds(FIGURES_CALL, DONE)
    const page = open()
    page.press(FORM, FORM)
    page.press(FORM)
    expect(page.form()).toMatchObject({ isBusy: true, hindrance: undefined })
    held.release()
    await waitFor(() => expect(onDone.mock.calls).toEqual([[{ id: '7', label: 'Fern & Co' }]]))
    expect(page.form().isBusy).toBe(false)
    expect(bff.count(FIGURES_CALL)).toBe(1)
  })

  it('can send again after a refusal, which the form shows meanwhile', async () => {
    const errors = [{ path: ['input', 'name'], code: 'REQUIRED', message: 'name is required.' }]
    bff.answers(FIGURES_CALL, { data: { customerCreate: { didSucceed: false, inputErrors: errors } } })
    const page = open()
    page.press(FORM)
    await page.sees('refused')
    expect(page.form()).toMatchObject({ isBusy: false, hindrance: { kind: 'refused', errors } })
    bff.answers(FIGURES_CALL, DONE)
    page.press(FORM)
    expect(page.form().hindrance).toBeUndefined()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  })

  it('sends nothing if the input is invalid or the network is down', () => {
    const page = open()
    page.press({ kind: 'wrong', errors: [] })
    expect(page.form().hindrance).toEqual({ kind: 'refused', errors: [] })
    setOnline(false)
    page.press(FORM)
    expect(page.form()).toMatchObject({ isBusy: false, hindrance: { kind: 'offline' } })
    expect(bff.count(FIGURES_CALL)).toBe(0)
  })

  it('requests a missing permission before it sends anything, and accepts "not now"', () => {
    const page = open({ scopes: SCOPES })
    page.press(FORM)
    expect(page.form().hindrance).toEqual({ kind: 'asking' })
    act(() => page.form().notNow())
    expect(page.form().hindrance).toEqual({ kind: 'later' })
    expect(bff.count(FIGURES_CALL)).toBe(0)
  })

  it('requests the permission that the provider reports as missing', async () => {
    bff.answers(FIGURES_CALL, problemAnswer('permission-missing'))
    const page = open()
    page.press(FORM)
    await page.sees('asking')
    expect(bff.count(SESSION_CALL)).toBe(0)
  })

  it('reads the session again if the provider reports a changed connection', async () => {
    bff.answers(FIGURES_CALL, problemAnswer('reconnect-required'))
    const page = open()
    page.press(FORM)
    await page.sees('failed')
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBe(1))
    expect(onDone).not.toHaveBeenCalled()
  })

  it('does not retry an unreachable provider: the person can submit again', async () => {
    bff.answers(FIGURES_CALL, problemAnswer('rate-limited'))
    const page = open()
    page.press(FORM)
    await page.sees('failed')
    expect([page.form().isBusy, bff.count(FIGURES_CALL), bff.count(SESSION_CALL)]).toEqual([false, 1, 0])
  })

  it('sends nothing for a connection without a single business', () => {
    const page = open({ businessId: null })
    page.press(FORM)
    expect([page.form().isBusy, bff.count(FIGURES_CALL)]).toEqual([false, 0])
  })
})
