import { describe, expect, it } from 'vitest'
import { createLoadStore } from './load-once.ts'

const storeOf = (profile: () => Promise<string>) => createLoadStore<{ readonly profile: string }>({ profile })

describe(createLoadStore, () => {
  it('loads each part once for all callers and keeps it', async () => {
    let fetches = 0
    const store = storeOf(() => {
      fetches += 1
      return Promise.resolve('here')
    })
    await Promise.all([store.load('profile'), store.load('profile'), store.await('profile')])
    expect(fetches).toBe(1)
    expect(await store.await('profile')).toBe('here')
  })

  it('repeats a failure on rerender, and retries only on a new request', async () => {
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

  it('lists parts that were waited for, not those that were preloaded', async () => {
    const store = createLoadStore({
      shown: () => Promise.resolve('shown'),
      ahead: () => Promise.resolve('ahead'),
    })
    await Promise.all([store.await('shown'), store.load('ahead')])
    expect(store.used()).toEqual(['shown'])
  })

  it('preloads each part in its own task while the page is idle', async () => {
    const fetched: string[] = []
    const loaderOf = (name: string) => () => {
      fetched.push(name)
      return name === 'broken' ? Promise.reject(new Error('gone')) : Promise.resolve(name)
    }
    const store = createLoadStore({ broken: loaderOf('broken'), other: loaderOf('other') })
    const tasks: (() => void)[] = []
    store.loadAll((task) => tasks.push(task))
    expect(fetched).toEqual([])
    tasks.shift()?.()
    expect(fetched).toEqual(['broken'])
    tasks.shift()?.()
    expect(fetched).toEqual(['broken', 'other'])
    expect(await store.await('other')).toBe('other')
  })
})
