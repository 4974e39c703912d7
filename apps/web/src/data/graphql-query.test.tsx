import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import type { Client, OperationResult } from 'urql'
import { makeSubject, onEnd, onStart, pipe } from 'wonka'
import { afterEach, describe, expect, it } from 'vitest'
import { ProfileDocument } from '#generated/operations.ts'
import { GraphqlClientContext, useGraphqlQuery } from './graphql-query.ts'

afterEach(cleanup)

/** Returns a client that records requests and answers on demand. */
function fakeClient(atOnce?: Partial<OperationResult>) {
  const subject = makeSubject<OperationResult>()
  const noted: string[] = []
  const answer = (result: Partial<OperationResult>) =>
    subject.next({ data: undefined, error: undefined, stale: false, ...result } as OperationResult)
  const client = {
    executeQuery: (_request: unknown, context: { readonly requestPolicy: string }) =>
      pipe(
        subject.source,
        onStart(() => {
          noted.push(context.requestPolicy)
          if (atOnce !== undefined) queueMicrotask(() => answer(atOnce))
        }),
        onEnd(() => noted.push('given up')),
      ),
  } as unknown as Client
  return { client, noted, answer }
}

const frames: string[] = []
function Reader(props: { readonly isEnabled: boolean }) {
  const { data, fetching, ask } = useGraphqlQuery(ProfileDocument, {}, props.isEnabled)
  const text = `${JSON.stringify(data ?? 'nothing')} ${fetching ? 'fetching' : 'still'}`
  frames.push(text)
  return <button onClick={ask}>{text}</button>
}
const page = (client: Client, isEnabled: boolean) => (
  <GraphqlClientContext value={client}>
    <Reader isEnabled={isEnabled} />
  </GraphqlClientContext>
)

describe(useGraphqlQuery, () => {
  it('sends no request during rendering', () => {
    const { client, noted } = fakeClient()
    expect(renderToString(page(client, true))).toContain('fetching')
    expect(noted).toEqual([])
  })

  it('sends one request once enabled, and renders no more than needed', async () => {
    const { client, noted } = fakeClient({ data: 'answer' as never })
    const { rerender } = render(page(client, false))
    expect(noted).toEqual([])
    frames.length = 0
    await act(async () => rerender(page(client, true)))
    expect(frames).toEqual(['"nothing" fetching', '"answer" still'])
    expect(noted).toEqual(['cache-and-network'])
  })

  it('aborts the request when it is disabled or unmounted', () => {
    const { client, noted } = fakeClient()
    const { rerender, unmount } = render(page(client, true))
    rerender(page(client, false))
    expect(noted).toEqual(['cache-and-network', 'given up'])
    rerender(page(client, true))
    unmount()
    expect(noted).toEqual(['cache-and-network', 'given up', 'cache-and-network', 'given up'])
  })

  it('requests new data on demand and keeps the current data meanwhile', () => {
    const { client, noted, answer } = fakeClient()
    render(page(client, true))
    act(() => answer({ data: 'first' as never }))
    act(() => screen.getByRole('button').click())
    expect(screen.getByText('"first" fetching')).toBeDefined()
    expect(noted.at(-1)).toBe('network-only')
    act(() => answer({ data: 'second' as never }))
    expect(screen.getByText('"second" still')).toBeDefined()
  })
})
