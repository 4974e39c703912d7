import { act, renderHook } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { setOnline } from './testing/page-events.ts'
import { useOnline } from './online.ts'

describe(useOnline, () => {
  it('follows the online and offline events of the browser', () => {
    const { result } = renderHook(useOnline)
    expect(result.current).toBe(true)
    setOnline(false)
    expect(result.current).toBe(false)
    setOnline(true)
    expect(result.current).toBe(true)
  })

  it('is true in the server-rendered HTML', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    function Reads() {
      return useOnline() ? 'online' : 'offline'
    }
    expect(renderToString(<Reads />)).toBe('online')
  })

  it('removes its listeners when the component unmounts', () => {
    const remove = vi.spyOn(window, 'removeEventListener')
    const { unmount } = renderHook(useOnline)
    act(unmount)
    expect(remove.mock.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['online', 'offline']))
  })
})
