import { act, render, screen } from '@testing-library/react'
import { startTransition, Suspense, useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { createPartStore, PartsProvider, usePart, type PartLoaders, type PartName } from './lazy-parts.tsx'

function storeOf(load: () => Promise<() => null>) {
  const names: readonly PartName[] = [
    'start',
    'home',
    'result',
    'profile',
    'businesses',
    'connection',
    'disconnect',
    'signed_in',
  ]
  return createPartStore(Object.fromEntries(names.map((name) => [name, load])) as unknown as PartLoaders)
}

describe(createPartStore, () => {
  it('fetches a part once for everybody who asks, and has it from then on', async () => {
    let fetches = 0
    const Part = () => null
    const store = storeOf(() => {
      fetches += 1
      return Promise.resolve(Part)
    })
    await Promise.all([store.load('profile'), store.load('profile'), store.await('profile')])
    expect(fetches).toBe(1)
    expect(await store.await('profile')).toBe(Part)
  })

  it('gives a screen that renders again the same failure, and only a new request a new try', async () => {
    let fetches = 0
    const store = storeOf(() => {
      fetches += 1
      return Promise.reject(new Error('gone'))
    })
    const first = store.await('profile')
    await expect(first).rejects.toThrow('gone')
    expect(store.await('profile')).toBe(first)
    expect(fetches).toBe(1)
    await expect(store.load('profile')).rejects.toThrow('gone')
    expect(fetches).toBe(2)
  })
})

describe(usePart, () => {
  it('may have come while a component began to wait, and its hooks are its own', async () => {
    const store = storeOf(() => Promise.resolve(() => null))
    function Waiting() {
      usePart('profile')
      const [after, setAfter] = useState('not yet')
      useEffect(() => setAfter('after'), [])
      return after
    }
    let show: () => void = () => undefined
    function Place() {
      const [isShown, setIsShown] = useState(false)
      show = () => startTransition(() => setIsShown(true))
      return isShown ? <Waiting /> : null
    }
    render(
      <PartsProvider parts={store}>
        <Place />
      </PartsProvider>,
    )
    await act(async () => show())
    expect(await screen.findByText('after')).toBeDefined()
  })

  it('has a part that is there without waiting', async () => {
    const store = storeOf(() => Promise.resolve(() => null))
    await store.load('profile')
    function There() {
      usePart('profile')
      return 'there'
    }
    render(
      <PartsProvider parts={store}>
        <Suspense fallback="waiting">
          <There />
        </Suspense>
      </PartsProvider>,
    )
    expect(screen.getByText('there')).toBeDefined()
  })
})
