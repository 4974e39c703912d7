import { act, renderHook } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { setOnline } from './testing/page-events.ts'
import { useOnline } from './online.ts'

describe(useOnline, () => {
  it('follows what the browser says of its network', () => {
    const { result } = renderHook(useOnline)
    expect(result.current).toBe(true)
    setOnline(false)
    expect(result.current).toBe(false)
    setOnline(true)
    expect(result.current).toBe(true)
  })

  it('is true in the first HTML, which came over a network, whatever the machine that made it says', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    function Reads() {
      return useOnline() ? 'online' : 'offline'
    }
    expect(renderToString(<Reads />)).toBe('online')
  })

  it('is heard no more by a page that is gone', () => {
    const remove = vi.spyOn(window, 'removeEventListener')
    const { unmount } = renderHook(useOnline)
    act(unmount)
    expect(remove.mock.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['online', 'offline']))
  })
})
