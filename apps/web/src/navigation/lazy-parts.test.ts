import { describe, expect, it } from 'vitest'
import { createPartStore, type PartLoaders, type PartName } from './lazy-parts.tsx'

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
    expect(store.find('profile')).toBeUndefined()
    await Promise.all([store.load('profile'), store.load('profile'), store.await('profile')])
    expect(fetches).toBe(1)
    expect(store.find('profile')).toBe(Part)
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
