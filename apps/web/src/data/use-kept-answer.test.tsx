import type { ConnectionView, LastRead } from '@counterfoil/bff-api/connection'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { startFakeBff } from '#testing/app-fixture.ts'
import { PageFrame } from '#testing/page-frame.tsx'
import { SAMPLE_NOW, sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { useKeptAnswer, useLastKnown } from './last-known.tsx'
import { createQueryClient } from './query-client.ts'

const bff = startFakeBff()
const broken = sampleConnection({ state: 'reconnect', reason: 'ended' })
const LAST_READ: LastRead = {
  ...{ connectionId: broken.id, version: broken.version },
  answers: [
    {
      ...{ sha256Hash: 'form-1', operationName: 'Profile', variables: {} },
      ...{ data: { cash: 'kept by the BFF' }, readAt: SAMPLE_NOW },
    },
  ],
}
const QUERY = { key: 'here', form: 'form-1', variables: {}, isNeeded: true }
const asked = () => bff.count(`GET /api/connections/${broken.id}/last-read`)

function read(given: {
  readonly connection?: ConnectionView
  readonly query?: Partial<typeof QUERY>
  readonly known?: string
}) {
  const { connection = broken, known } = given
  bff.answers('GET /api/connections/:id/last-read', () => LAST_READ)
  const boot = sampleBoot(signedInSession([connection]))
  const queryClient = createQueryClient(boot)
  const wrapper = (props: { readonly children: ReactNode }) => (
    <PageFrame boot={boot} queryClient={queryClient}>
      {props.children}
    </PageFrame>
  )
  const hook = () => {
    const lastKnown = useLastKnown().known
    if (known !== undefined) lastKnown.set('here', { data: known, atMs: 1 })
    return useKeptAnswer(connection, { ...QUERY, ...given.query })
  }
  const { result } = renderHook(hook, { wrapper })
  return { result, queryClient }
}

describe(useKeptAnswer, () => {
  it('requests the stored answer from the BFF if nothing can be read and the page has no data', async () => {
    const { result } = read({})
    expect(result.current).toBeUndefined()
    await waitFor(() =>
      expect(result.current).toEqual({ data: { cash: 'kept by the BFF' }, atMs: Date.parse(SAMPLE_NOW) }),
    )
    expect(asked()).toBe(1)
  })

  it('ignores a stored answer to another query', async () => {
    const { result, queryClient } = read({ query: { form: 'form-2' } })
    await waitFor(() => expect(asked()).toBe(1))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(result.current).toBeUndefined()
  })

  it('returns data that the page already has, without a request', () => {
    const { result, queryClient } = read({ known: 'known here' })
    expect(result.current).toEqual({ data: 'known here', atMs: 1 })
    expect(queryClient.isFetching()).toBe(0)
  })

  it('sends no request if an answer exists or the connection can be read', () => {
    for (const given of [{ query: { isNeeded: false } }, { connection: sampleConnection() }]) {
      const { result, queryClient } = read(given)
      expect(result.current).toBeUndefined()
      expect(queryClient.isFetching()).toBe(0)
    }
  })

  it('returns no stored answer while a current one exists', () => {
    const boot = sampleBoot(signedInSession([broken]), { lastRead: LAST_READ })
    const wrapper = (props: { readonly children: ReactNode }) => (
      <PageFrame boot={boot}>{props.children}</PageFrame>
    )
    const shown = (isNeeded: boolean) =>
      renderHook(() => useKeptAnswer(broken, { ...QUERY, isNeeded }), { wrapper }).result.current
    expect(shown(true)?.data).toEqual({ cash: 'kept by the BFF' })
    expect(shown(false)).toBeUndefined()
  })
})
