import type { Boot, FirstAnswer } from '@counterfoil/bff-api/session'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { BusinessDetailsDocument } from '#generated/operations.ts'
import { FIGURES_CALL, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer, SAMPLE_BUSINESS } from '#testing/bff-handlers.ts'
import { PageFrame } from '#testing/page-frame.tsx'
import { SAMPLE_NOW, sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { nameOf } from './graphql-query.ts'
import { createQueryClient } from './query-client.ts'
import { useAnswer } from './use-answer.ts'

const bff = startFakeBff()
const connection = sampleConnection()
const variables = { id: connection.businessId ?? '' }
const QUERY = {
  ...{ connectionId: connection.id, version: connection.version },
  ...{ operationName: nameOf(BusinessDetailsDocument), variables },
}
const named = (name: string) => ({ business: { ...SAMPLE_BUSINESS, name } })
const CAME: FirstAnswer = { ...QUERY, readAt: SAMPLE_NOW, data: named('came with the page') }

function open(change: Partial<Boot> = {}, given: { readonly id?: string; readonly reads?: boolean } = {}) {
  const boot = sampleBoot(signedInSession([connection]), change)
  const queryClient = createQueryClient(boot)
  const wrapper = (props: { readonly children: ReactNode }) => (
    <PageFrame boot={boot} queryClient={queryClient}>
      <CacheBoundary connection={connection}>{props.children}</CacheBoundary>
    </PageFrame>
  )
  const hook = ({ id = variables.id, reads = true }: typeof given) =>
    useAnswer({
      ...{ document: BusinessDetailsDocument, operationName: QUERY.operationName },
      ...{ variables: { id }, connection, reads },
    })
  const { result, rerender } = renderHook(hook, { wrapper, initialProps: given })
  return {
    answer: () => result.current,
    name: () => result.current.data?.business?.name,
    ask: (next: typeof given) => rerender(next),
    askAgain: () => act(() => result.current.ask()),
  }
}
const asks = () => bff.count(FIGURES_CALL)

describe(useAnswer, () => {
  it('returns the data of the HTML with the time of its reading, without a request', async () => {
    const page = open({ firstAnswer: CAME })
    expect(page.name()).toBe('came with the page')
    expect(page.answer()).toMatchObject({ cameAtMs: Date.parse(SAMPLE_NOW), fetching: false })
    await act(async () => undefined)
    expect(asks()).toBe(0)
  })

  it('sends a request on demand, even if the HTML had data', async () => {
    const page = open({ firstAnswer: CAME })
    page.askAgain()
    await waitFor(() => expect(page.name()).toBe(SAMPLE_BUSINESS.name))
    expect(page.answer().cameAtMs).toBeUndefined()
    expect(asks()).toBe(1)
  })

  it('requests missing data itself, also for another query of the same part', async () => {
    const page = open({ firstAnswer: CAME })
    page.ask({ id: 'another' })
    expect(page.name()).toBeUndefined()
    await waitFor(() => expect(page.name()).toBe(SAMPLE_BUSINESS.name))
    expect(asks()).toBe(1)
  })

  it('sends no request while its data is expected in the HTML', async () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
    const page = open({ firstQuery: QUERY })
    await act(async () => undefined)
    expect(page.answer()).toMatchObject({ data: undefined, failure: undefined })
    expect(asks()).toBe(0)
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete')
    await waitFor(() => expect(page.name()).toBe(SAMPLE_BUSINESS.name))
  })

  it('sends no request if the connection cannot be read', async () => {
    const page = open({}, { reads: false })
    await act(async () => undefined)
    expect(page.answer()).toMatchObject({ data: undefined, failure: undefined, fetching: false })
    expect(asks()).toBe(0)
  })

  it('returns no data and a failure if an answer has no data', async () => {
    const errors = [{ message: 'down', extensions: { code: 'INTERNAL_SERVER_ERROR' } }]
    bff.answers(FIGURES_CALL, { data: { business: null }, errors })
    const page = open()
    await waitFor(() => expect(page.answer().failure).toEqual({ kind: 'provider_down' }))
    expect(page.answer().data).toBeUndefined()
  })

  it('returns the data of a partial answer and the missing paths', async () => {
    const errors = [{ message: 'down', path: ['business', 'address'] }]
    bff.answers(FIGURES_CALL, { data: named('in part'), errors })
    const page = open()
    await waitFor(() => expect(page.name()).toBe('in part'))
    expect(page.answer().failure).toEqual({ kind: 'partial', missing: ['business.address'] })
  })

  it('returns the failure of a failed refresh and stops loading', async () => {
    bff.answers(FIGURES_CALL, { data: named('read here') })
    const page = open()
    await waitFor(() => expect(page.name()).toBe('read here'))
    bff.answers(FIGURES_CALL, problemAnswer('provider-unavailable'))
    page.askAgain()
    await waitFor(() => expect(page.answer().failure?.kind).toBe('provider_down'))
    expect(page.answer()).toMatchObject({ fetching: false, stale: false })
  })
})
