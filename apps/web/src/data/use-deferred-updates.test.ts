import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { LONGEST_WAIT_MS } from './first-answer-client.ts'
import { useDeferredUpdates } from './session/use-session-view.ts'

const task = () => vi.fn<() => void>()

describe(useDeferredUpdates, () => {
  it('runs an update at once if nothing is held', () => {
    const { result } = renderHook(() => useDeferredUpdates(false))
    const now = task()
    result.current.whenFree(now)
    expect(now).toHaveBeenCalledOnce()
  })

  it('runs the last deferred update once when it is released, and later ones at once', () => {
    const { result } = renderHook(() => useDeferredUpdates(true))
    const [first, last, later] = [task(), task(), task()]
    result.current.whenFree(first)
    result.current.whenFree(last)
    expect(last).not.toHaveBeenCalled()
    result.current.letGo()
    result.current.letGo()
    expect(first).not.toHaveBeenCalled()
    expect(last).toHaveBeenCalledOnce()
    result.current.whenFree(later)
    expect(later).toHaveBeenCalledOnce()
  })

  it('releases without an error if nothing was deferred', () => {
    const { result } = renderHook(() => useDeferredUpdates(true))
    expect(result.current.letGo).not.toThrow()
  })

  it('holds updates for one second longer than a page waits', () => {
    vi.useFakeTimers()
    const { result } = renderHook(() => useDeferredUpdates(true))
    const held = task()
    result.current.whenFree(held)
    act(() => void vi.advanceTimersByTime(LONGEST_WAIT_MS + 999))
    expect(held).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    expect(held).toHaveBeenCalledOnce()
  })

  it('runs no update after unmounting', () => {
    vi.useFakeTimers()
    const { result, unmount } = renderHook(() => useDeferredUpdates(true))
    const held = task()
    result.current.whenFree(held)
    unmount()
    vi.advanceTimersByTime(60_000)
    expect(held).not.toHaveBeenCalled()
  })
})
