import { act, renderHook } from '@testing-library/react'
import type { ConnectionState } from '@counterfoil/bff-api/connection'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setOnline } from '#testing/app-fixture.ts'
import type { Failure } from './failure.ts'
import { useRetries } from './use-retries.ts'

const retry = vi.fn<() => void>()
const SILENT: Failure = { kind: 'provider_down' }
interface Reading {
  readonly failure?: Failure
  readonly fetching?: boolean
  readonly state?: ConnectionState
}
const optionsOf = ({ failure, fetching = false, state = 'connected' }: Reading) => ({
  ...{ failure, fetching, state },
  retry,
})
const read = (reading: Reading) =>
  renderHook((given: Reading) => useRetries(optionsOf(given)), { initialProps: reading })
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

beforeEach(() => {
  retry.mockReset()
  vi.useFakeTimers()
})

describe(useRetries, () => {
  it('retries an unreachable provider after 5 and then 15 seconds, each time once', () => {
    const page = read({ failure: SILENT })
    expect(page.result.current.willRetry).toBe(true)
    pass(4_999)
    expect(retry).not.toHaveBeenCalled()
    pass(1)
    expect(retry).toHaveBeenCalledOnce()
    page.rerender({ failure: SILENT, fetching: true })
    page.rerender({ failure: SILENT })
    pass(14_999)
    expect(retry).toHaveBeenCalledOnce()
    pass(1)
    expect(retry).toHaveBeenCalledTimes(2)
  })

  it('waits for a running request, and reports that it is retrying', () => {
    const page = read({ failure: { kind: 'unknown' }, fetching: true })
    expect(page.result.current.willRetry).toBe(true)
    page.rerender({ failure: SILENT, fetching: true })
    pass(600_000)
    expect(retry).not.toHaveBeenCalled()
  })

  it('restarts the delays after a complete answer', () => {
    const page = read({ failure: SILENT })
    pass(5_000)
    page.rerender({})
    act(() => page.result.current.reset())
    page.rerender({ failure: SILENT })
    pass(5_000)
    expect(retry).toHaveBeenCalledTimes(2)
  })

  it('retries once after a rate limit, and promises no second retry', () => {
    const slow: Failure = { kind: 'rate_limited', retryAtMs: Date.now() + 7_000 }
    const page = read({ failure: slow })
    pass(7_000)
    expect(retry).toHaveBeenCalledOnce()
    expect(page.result.current.willRetry).toBe(false)
    pass(600_000)
    expect(retry).toHaveBeenCalledOnce()
  })

  it('promises no retry of failures that only the person can resolve, nor without a failure', () => {
    expect(read({ failure: { kind: 'unknown' } }).result.current.willRetry).toBe(false)
    expect(read({}).result.current.willRetry).toBe(false)
    expect(read({ fetching: true }).result.current.willRetry).toBe(false)
    pass(600_000)
    expect(retry).not.toHaveBeenCalled()
  })

  it('does not retry after unmounting', () => {
    read({ failure: SILENT }).unmount()
    pass(600_000)
    expect(retry).not.toHaveBeenCalled()
  })
})

describe('without a network', () => {
  it('sends no request until the network is back, and then one at once', () => {
    setOnline(false)
    read({ failure: { kind: 'offline' } })
    pass(600_000)
    expect(retry).not.toHaveBeenCalled()
    setOnline(true)
    expect(retry).toHaveBeenCalledOnce()
  })

  it('does not retry if the browser did not notice the lost network: the person can', () => {
    read({ failure: { kind: 'offline' } })
    pass(600_000)
    expect(retry).not.toHaveBeenCalled()
  })

  it('sends only one retry of an earlier failure when the network is back', () => {
    read({ failure: SILENT })
    setOnline(false)
    setOnline(true)
    expect(retry).not.toHaveBeenCalled()
    pass(5_000)
    expect(retry).toHaveBeenCalledOnce()
  })
})

describe('a provider whose recovery is noticed elsewhere', () => {
  it.each<Failure>([SILENT, { kind: 'rate_limited', retryAtMs: undefined }])(
    'is asked at once for what failed as %j',
    (failure) => {
      const page = read({ failure, state: 'trouble' })
      expect(retry).not.toHaveBeenCalled()
      page.rerender({ failure, state: 'connected' })
      expect(retry).toHaveBeenCalledOnce()
      page.rerender({ failure, state: 'connected' })
      expect(retry).toHaveBeenCalledOnce()
    },
  )

  it('is not asked again about other failures, nor without a failure', () => {
    const other = read({ failure: { kind: 'unknown' }, state: 'trouble' })
    other.rerender({ failure: { kind: 'unknown' }, state: 'connected' })
    const well = read({ state: 'trouble' })
    well.rerender({ state: 'connected' })
    expect(retry).not.toHaveBeenCalled()
  })

  it('is not asked when the outage begins', () => {
    const page = read({ failure: SILENT })
    page.rerender({ failure: SILENT, state: 'trouble' })
    expect(retry).not.toHaveBeenCalled()
  })
})
