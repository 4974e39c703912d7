import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Boot } from '@counterfoil/bff-api/session'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { BusinessDetailsDocument } from '#generated/operations.ts'
import { FIGURES_CALL, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer, SAMPLE_BUSINESS } from '#testing/bff-handlers.ts'
import { PageFrame } from '#testing/page-frame.tsx'
import { SAMPLE_NOW, sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { hashOf, nameOf } from './graphql-query.ts'
import { useLastKnown } from './last-known.tsx'
import { createQueryClient } from './query-client.ts'
import { useBusinessData } from './use-business-data.ts'

const bff = startFakeBff()
const connection = sampleConnection()
const broken = sampleConnection({ state: 'reconnect', reason: 'ended', version: 2 })
const variables = { id: connection.businessId ?? '' }
const named = (name: string) => ({ business: { ...SAMPLE_BUSINESS, name } })
const CAME = {
  ...{ connectionId: connection.id, version: connection.version, variables, readAt: SAMPLE_NOW },
  ...{ operationName: nameOf(BusinessDetailsDocument), data: named('came with the page') },
}
const PARTIAL = { data: named('in part'), errors: [{ message: 'down', path: ['business', 'address'] }] }

/** Renders the hook for a connection in the given state. */
function open(given: { readonly connection?: ConnectionView; readonly boot?: Partial<Boot> } = {}) {
  const first = given.connection ?? connection
  const boot = sampleBoot(signedInSession([first]), given.boot)
  const queryClient = createQueryClient(boot)
  let now = first
  const wrapper = (props: { readonly children: ReactNode }) => (
    <PageFrame boot={boot} queryClient={queryClient}>
      <CacheBoundary connection={connection}>{props.children}</CacheBoundary>
    </PageFrame>
  )
  const frames: (number | undefined)[] = []
  const hook = () => ({
    read: useBusinessData(BusinessDetailsDocument, variables, now, now.state === 'connected'),
    readAtMs: useLastKnown().readAtMs[connection.id],
  })
  const { result, rerender } = renderHook(
    () => {
      const shown = hook()
      frames.push(shown.read.asOfMs)
      return shown
    },
    { wrapper },
  )
  return {
    read: () => result.current.read,
    name: () => result.current.read.data?.business?.name,
    readAtMs: () => result.current.readAtMs,
    frames,
    becomes: (next: ConnectionView) => {
      now = next
      rerender()
    },
    askAgain: () => act(() => result.current.read.retry()),
  }
}

describe(useBusinessData, () => {
  it('is loading until data arrives, and then returns the time of the reading', async () => {
    const page = open()
    expect(page.read()).toMatchObject({ data: undefined, asOfMs: undefined, loading: true })
    await waitFor(() => expect(page.name()).toBe(SAMPLE_BUSINESS.name))
    expect(page.read()).toMatchObject({ loading: false, failure: undefined, willRetry: false })
    await waitFor(() => expect(page.readAtMs()).toBeDefined())
    expect(page.read().asOfMs).toBe(page.readAtMs())
    expect(page.readAtMs()).toBeGreaterThanOrEqual(Date.parse(SAMPLE_NOW))
  })

  it('returns the server’s reading time for data of the HTML', () => {
    const page = open({ boot: { firstAnswer: CAME } })
    expect(page.name()).toBe('came with the page')
    expect(page.readAtMs()).toBe(Date.parse(SAMPLE_NOW))
    // From the first frame on, which is rendered in the HTML.
    expect(new Set(page.frames)).toEqual(new Set([Date.parse(SAMPLE_NOW)]))
    expect(bff.count(FIGURES_CALL)).toBe(0)
  })

  it('keeps data and its time when the connection breaks, and sends no request', async () => {
    const page = open({ boot: { firstAnswer: CAME } })
    page.becomes(broken)
    expect(page.name()).toBe('came with the page')
    expect(page.read()).toMatchObject({ asOfMs: Date.parse(SAMPLE_NOW), loading: false })
    await act(async () => undefined)
    expect(bff.count(FIGURES_CALL)).toBe(0)
  })

  it('does not replace the time of a complete answer by that of a partial one', async () => {
    const page = open({ boot: { firstAnswer: CAME } })
    bff.answers(FIGURES_CALL, PARTIAL)
    page.askAgain()
    await waitFor(() => expect(page.name()).toBe('in part'))
    expect(page.read()).toMatchObject({ failure: { kind: 'partial' }, willRetry: true })
    expect(page.readAtMs()).toBe(Date.parse(SAMPLE_NOW))
  })

  it('keeps the previous data while a refresh fails', async () => {
    const page = open()
    await waitFor(() => expect(page.name()).toBe(SAMPLE_BUSINESS.name))
    const { asOfMs } = page.read()
    bff.answers(FIGURES_CALL, problemAnswer('provider-unavailable'))
    page.askAgain()
    await waitFor(() => expect(page.read().failure?.kind).toBe('provider_down'))
    expect(page.name()).toBe(SAMPLE_BUSINESS.name)
    expect(page.read()).toMatchObject({ asOfMs, willRetry: true })
  })

  it('returns the answer that the BFF stored for the same query of a broken connection', async () => {
    bff.answers('GET /api/connections/:id/last-read', {
      ...{ connectionId: broken.id, version: broken.version },
      answers: [{ ...CAME, sha256Hash: hashOf(BusinessDetailsDocument), data: named('kept by the BFF') }],
    })
    const page = open({ connection: broken })
    expect(page.read()).toMatchObject({ data: undefined, loading: false })
    await waitFor(() => expect(page.name()).toBe('kept by the BFF'))
    expect(page.read().asOfMs).toBe(Date.parse(SAMPLE_NOW))
    expect(bff.count(FIGURES_CALL)).toBe(0)
  })
})
