import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { LONGEST_WAIT_MS } from './first-answer-client.ts'
import { useDeferredUpdates } from './session/use-session-view.ts'

const task = () => vi.fn<() => void>()

describe(useDeferredUpdates, () => {
  it('does at once what comes while nothing is held', () => {
    const { result } = renderHook(() => useDeferredUpdates(false))
    const now = task()
    result.current.whenFree(now)
    expect(now).toHaveBeenCalledOnce()
  })

  it('does the last of what came meanwhile, once, when the part has come, and what follows at once', () => {
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

  it('lets go of nothing where nothing came meanwhile', () => {
    const { result } = renderHook(() => useDeferredUpdates(true))
    expect(result.current.letGo).not.toThrow()
  })

  it('holds for a second longer than a page waits, and then no more', () => {
    vi.useFakeTimers()
    const { result } = renderHook(() => useDeferredUpdates(true))
    const held = task()
    result.current.whenFree(held)
    act(() => void vi.advanceTimersByTime(LONGEST_WAIT_MS + 999))
    expect(held).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    expect(held).toHaveBeenCalledOnce()
  })

  it('does nothing of a page that is gone', () => {
    vi.useFakeTimers()
    const { result, unmount } = renderHook(() => useDeferredUpdates(true))
    const held = task()
    result.current.whenFree(held)
    unmount()
    vi.advanceTimersByTime(60_000)
    expect(held).not.toHaveBeenCalled()
  })
})
