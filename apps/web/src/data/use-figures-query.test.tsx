import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Boot } from '@counterfoil/bff-api/session'
import { asConnectionId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { PageFrame } from '#testing/page-frame.tsx'
import { sampleBoot, sampleConnection, SAMPLE_NOW, signedInSession } from '#testing/samples.ts'
import { createQueryClient } from './query-client.ts'
import { useFiguresQuery } from './use-figures.ts'

const bff = startFakeBff()
const connection = sampleConnection()
const READ_AT_MS = Date.parse(SAMPLE_NOW)
const asked = (id: string = connection.id) => bff.count(`GET /api/connections/${id}/figures`)
const COME: Partial<Boot> = {
  firstAnswer: {
    ...{ connectionId: connection.id, version: connection.version, kind: 'figures', variables: {} },
    ...{ operationName: 'overview', readAt: SAMPLE_NOW, data: { cash: 'came with the page' } },
  },
}

function open(given: { readonly boot?: Partial<Boot>; readonly reads?: boolean } = {}) {
  const boot = sampleBoot(signedInSession([connection]), given.boot)
  const queryClient = createQueryClient(boot)
  const wrapper = (props: { readonly children: ReactNode }) => (
    <PageFrame boot={boot} queryClient={queryClient}>
      {props.children}
    </PageFrame>
  )
  const hook = (of: ConnectionView) => useFiguresQuery('overview', of, given.reads ?? true)
  const { result, rerender } = renderHook(hook, { wrapper, initialProps: connection })
  return { query: () => result.current, becomes: (next: ConnectionView) => rerender(next) }
}

describe(useFiguresQuery, () => {
  it('returns the data of the HTML with the time of its reading, without a request', async () => {
    const page = open({ boot: COME })
    expect(page.query().data).toEqual({ data: { cash: 'came with the page' }, atMs: READ_AT_MS })
    await act(async () => undefined)
    expect(asked()).toBe(0)
  })

  it('requests missing figures and returns the reading time of the BFF', async () => {
    const page = open()
    await waitFor(() => expect(page.query().data?.atMs).toBe(READ_AT_MS))
    expect(asked()).toBe(1)
  })

  it('sends no request if the connection cannot be read', async () => {
    const page = open({ reads: false })
    await act(async () => undefined)
    expect([page.query().data, asked()]).toEqual([undefined, 0])
  })

  it.each([
    ['another version', { version: 2 }],
    ['another connection', { id: asConnectionId('other') }],
    ['another person', { userId: asUserWireId('other') }],
  ])('returns nothing of the previous connection for %s', async (_, change) => {
    const page = open()
    await waitFor(() => expect(page.query().data).toBeDefined())
    const next = { ...connection, ...change }
    page.becomes(next)
    expect(page.query().data).toBeUndefined()
    await waitFor(() => expect(page.query().data).toBeDefined())
    expect(asked() + (next.id === connection.id ? 0 : asked(next.id))).toBe(2)
  })

  it('leaves retries to the caller', async () => {
    bff.answers('GET /api/connections/:id/figures', problemAnswer('provider-unavailable'))
    const page = open()
    await waitFor(() => expect(page.query().isError).toBe(true))
    expect([asked(), page.query().isFetching]).toEqual([1, false])
  })
})
