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
  it('asks a silent provider again after 5 seconds, then after 15, each time once', () => {
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

  it('waits for an answer that is on its way, and says that it is being tried', () => {
    const page = read({ failure: { kind: 'unknown' }, fetching: true })
    expect(page.result.current.willRetry).toBe(true)
    page.rerender({ failure: SILENT, fetching: true })
    pass(600_000)
    expect(retry).not.toHaveBeenCalled()
  })

  it('begins to count again after a whole answer', () => {
    const page = read({ failure: SILENT })
    pass(5_000)
    page.rerender({})
    act(() => page.result.current.reset())
    page.rerender({ failure: SILENT })
    pass(5_000)
    expect(retry).toHaveBeenCalledTimes(2)
  })

  it('asks a provider that said "slow down" again, and promises no second try', () => {
    const slow: Failure = { kind: 'rate_limited', retryAtMs: Date.now() + 7_000 }
    const page = read({ failure: slow })
    pass(7_000)
    expect(retry).toHaveBeenCalledOnce()
    expect(page.result.current.willRetry).toBe(false)
    pass(600_000)
    expect(retry).toHaveBeenCalledOnce()
  })

  it('leaves to the person what nobody else can mend, and promises nothing where nothing failed', () => {
    expect(read({ failure: { kind: 'unknown' } }).result.current.willRetry).toBe(false)
    expect(read({}).result.current.willRetry).toBe(false)
    expect(read({ fetching: true }).result.current.willRetry).toBe(false)
    pass(600_000)
    expect(retry).not.toHaveBeenCalled()
  })

  it('asks no more for a page that is gone', () => {
    read({ failure: SILENT }).unmount()
    pass(600_000)
    expect(retry).not.toHaveBeenCalled()
  })
})

describe('without a network', () => {
  it('nothing is asked until it is back, and then at once', () => {
    setOnline(false)
    read({ failure: { kind: 'offline' } })
    pass(600_000)
    expect(retry).not.toHaveBeenCalled()
    setOnline(true)
    expect(retry).toHaveBeenCalledOnce()
  })

  it('that the browser never missed, nothing is asked: the person may press', () => {
    read({ failure: { kind: 'offline' } })
    pass(600_000)
    expect(retry).not.toHaveBeenCalled()
  })

  it('what failed before it went is not asked for twice when it is back', () => {
    read({ failure: SILENT })
    setOnline(false)
    setOnline(true)
    expect(retry).not.toHaveBeenCalled()
    pass(5_000)
    expect(retry).toHaveBeenCalledOnce()
  })
})

describe('a provider that somebody else found well again', () => {
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

  it('is not asked for what its silence was not the reason of, nor for what did not fail', () => {
    const other = read({ failure: { kind: 'unknown' }, state: 'trouble' })
    other.rerender({ failure: { kind: 'unknown' }, state: 'connected' })
    const well = read({ state: 'trouble' })
    well.rerender({ state: 'connected' })
    expect(retry).not.toHaveBeenCalled()
  })

  it('is not asked when the trouble begins', () => {
    const page = read({ failure: SILENT })
    page.rerender({ failure: SILENT, state: 'trouble' })
    expect(retry).not.toHaveBeenCalled()
  })
})
