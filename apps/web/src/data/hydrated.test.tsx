import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useHydrated } from './hydrated.ts'

it('the first HTML equals the first render of hydration, and browser-only content follows', async () => {
  const frames: boolean[] = []
  function Reads() {
    const hydrated = useHydrated()
    frames.push(hydrated)
    return hydrated ? 'in a browser' : 'in the first HTML'
  }
  const place = document.createElement('div')
  place.innerHTML = renderToString(<Reads />)
  expect(place.textContent).toBe('in the first HTML')
  frames.length = 0
  const root = await act(async () => hydrateRoot(place, <Reads />))
  expect(frames).toEqual([false, true])
  expect(place.textContent).toBe('in a browser')
  act(() => root.unmount())
})
