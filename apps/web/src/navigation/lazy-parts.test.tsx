import { act, render, screen } from '@testing-library/react'
import { startTransition, Suspense, useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { createLoadStore, type Loaders } from '#loading/load-once.ts'
import { PartsProvider, usePart, type ScreenParts } from './lazy-parts.tsx'

const storeOf = (load: () => Promise<() => null>) =>
  createLoadStore<ScreenParts>({ profile: load } as unknown as Loaders<ScreenParts>)

describe(usePart, () => {
  it('handles a part that arrives while a component starts to wait, and keeps hooks separate', async () => {
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

  it('returns a loaded part without waiting', async () => {
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
