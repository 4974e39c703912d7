import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { SessionView } from '@counterfoil/bff-api/session'
import { describe, expect, it } from 'vitest'
import { holdTimers, SESSION_CALL, startFakeBff } from '#testing/app-fixture.ts'
import { sampleBoot, sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'
import { createQueryClient, SESSION_KEY } from '../query-client.ts'
import { useSessionView } from './use-session-view.ts'

const bff = startFakeBff()
const nobody = sampleSession({ csrfToken: 'of nobody' })

function open(boot: SessionView) {
  const queryClient = createQueryClient(sampleBoot(boot))
  const wrapper = (props: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
  )
  const frames: SessionView[] = []
  const hook = () => {
    const view = useSessionView(boot)
    frames.push(view[0].shown)
    return view
  }
  const { result } = renderHook(hook, { wrapper })
  const readAgain = () => act(() => void queryClient.invalidateQueries({ queryKey: SESSION_KEY }))
  return { queryClient, frames, readAgain, state: () => result.current[0], end: () => act(result.current[1]) }
}

describe(useSessionView, () => {
  it('returns the session of the HTML without a request', () => {
    const boot = signedInSession([sampleConnection()])
    const page = open(boot)
    expect(page.state()).toEqual({ shown: boot, ended: null })
    expect(page.queryClient.isFetching()).toBe(0)
  })

  it('returns a new session in the frame of its arrival, never mixed with the previous one', async () => {
    const page = open(signedInSession([sampleConnection()]))
    page.frames.length = 0
    const next = signedInSession([sampleConnection({ version: 2 })])
    act(() => void page.queryClient.setQueryData(SESSION_KEY, next))
    await waitFor(() => expect(page.frames.length).toBeGreaterThan(0))
    expect(new Set(page.frames.map(({ connections }) => connections[0]?.version))).toEqual(new Set([2]))
  })

  it('confirms an expired session with a second request after half a second before reporting it', async () => {
    const timers = holdTimers()
    const page = open(signedInSession([sampleConnection()]))
    const looks: number[] = []
    bff.answers(SESSION_CALL, () => {
      looks.push(Date.now())
      return nobody
    })
    page.readAgain()
    await waitFor(() => expect(looks).toHaveLength(1))
    await timers.pass(510)
    await waitFor(() => expect(page.state().ended).toBe('expired'))
    expect(looks).toHaveLength(2)
    expect((looks[1] ?? 0) - (looks[0] ?? 0)).toBeGreaterThanOrEqual(500)
    expect(page.state().shown.csrfToken).toBe('of nobody')
  })

  it('reports no end if the second request finds the person signed in', async () => {
    const timers = holdTimers()
    const again = signedInSession([sampleConnection({ version: 2 })])
    const page = open(signedInSession([sampleConnection()]))
    bff.answers(SESSION_CALL, () => (bff.count(SESSION_CALL) === 1 ? nobody : again))
    page.readAgain()
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBe(1))
    await timers.pass(510)
    await waitFor(() => expect(page.state()).toEqual({ shown: again, ended: null }))
  })

  it('sends one request if nobody was signed in', async () => {
    const page = open(sampleSession())
    bff.answers(SESSION_CALL, nobody)
    page.readAgain()
    await waitFor(() => expect(page.state()).toEqual({ shown: nobody, ended: null }))
    expect(bff.count(SESSION_CALL)).toBe(1)
  })

  it('shows nothing of a person who signed out in another tab', () => {
    const page = open(signedInSession([sampleConnection()]))
    page.end()
    expect(page.state()).toMatchObject({
      ended: 'signed_out_elsewhere',
      shown: { person: null, connections: [] },
    })
  })
})
