import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstPaint } from './first-paint.ts'

const root = document.createElement('div')
root.append('See your business at a glance')

type Told = (list: unknown) => void

/** Fakes a browser whose paint is triggered by the test. */
function browser({ hidden = false, knowsPaint = true } = {}) {
  let painted = false
  const observers = new Set<Told>()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  vi.spyOn(performance, 'getEntriesByName').mockImplementation(() =>
    painted ? [{} as PerformanceEntry] : [],
  )
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static readonly supportedEntryTypes = knowsPaint ? ['paint'] : []
      readonly #told: Told
      constructor(told: Told) {
        this.#told = told
      }
      observe() {
        observers.add(this.#told)
      }
      disconnect() {
        observers.delete(this.#told)
      }
    },
  )
  return {
    observers,
    paint: () => {
      painted = true
      for (const told of observers) told(undefined)
    },
  }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function isWaiting(promise: Promise<void>): Promise<boolean> {
  const waiting = Symbol('waiting')
  return (await Promise.race([promise, Promise.resolve(waiting)])) === waiting
}

describe('the first paint', () => {
  it('is waited for, and the observer is removed afterwards', async () => {
    const { observers, paint } = browser()
    const started = firstPaint(root)
    expect(await isWaiting(started)).toBe(true)
    paint()
    await started
    expect(observers.size).toBe(0)
  })

  it('is not waited for if it has already happened', async () => {
    const { observers, paint } = browser()
    paint()
    await firstPaint(root)
    expect(observers.size).toBe(0)
  })

  it('is not waited for in a hidden tab, also if the tab is hidden while waiting', async () => {
    browser({ hidden: true })
    await firstPaint(root)
    vi.restoreAllMocks()
    browser()
    const started = firstPaint(root)
    expect(await isWaiting(started)).toBe(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await started
  })

  it('is not waited for if the HTML has nothing to paint', async () => {
    const { observers } = browser()
    await firstPaint(document.createElement('div'))
    expect(observers.size).toBe(0)
  })

  it('is taken to be the next frame in a browser without paint timing', async () => {
    browser({ knowsPaint: false })
    await firstPaint(root)
  })

  it('is waited for at most three seconds', async () => {
    vi.useFakeTimers()
    browser()
    const started = firstPaint(root)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(await isWaiting(started)).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    await started
  })
})
