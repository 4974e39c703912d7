import type { Browser, BrowserContext, Page } from 'playwright'

/** A small phone on a slow line: the profile that performance budgets are written for. */
export const PROFILE = {
  viewport: { width: 390, height: 844 },
  latencyMs: 150,
  bytesPerSecond: (1.6 * 1_000_000) / 8,
  cpuSlowdown: 4,
} as const

/** After this much quiet the page is taken for finished. */
const QUIET_MS = 1_500
/** The part of a task above this is time in which a press would wait. */
const LONG_TASK_MS = 50

export interface PageMeasure {
  readonly lcpMs: number
  readonly blockingMs: number
  readonly layoutShift: number
  /** When the first picture stood on the page; undefined on a page without. */
  readonly figuresMs?: number | undefined
  readonly transferredBytes: number
}

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface Seen {
  lcpMs: number
  blockingMs: number
  layoutShift: number
  figuresMs?: number
  lastAtMs: number
}

/** Loads `url` once with an empty cache on the slowed profile, signed in as `state` says. */
export async function measurePage(
  browser: Browser,
  url: string,
  state: StorageState | undefined,
): Promise<PageMeasure> {
  const context = await browser.newContext({
    viewport: PROFILE.viewport,
    // Without one the browser names a language of the machine, which may be none.
    locale: 'en-CA',
    ...(state === undefined ? {} : { storageState: state }),
  })
  try {
    const page = await context.newPage()
    const transferred = await slowDown(page)
    await page.addInitScript(observe, LONG_TASK_MS)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction(
      (quietMs) =>
        performance.now() - (window as unknown as { seen: { lastAtMs: number } }).seen.lastAtMs > quietMs,
      QUIET_MS,
      { polling: 250 },
    )
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
    return {
      lcpMs: seen.lcpMs,
      blockingMs: seen.blockingMs,
      layoutShift: seen.layoutShift,
      figuresMs: seen.figuresMs,
      transferredBytes: transferred(),
    }
  } finally {
    await context.close()
  }
}

/** Slows the page's network and processor. Returns a function that gives the bytes received so far. */
async function slowDown(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PROFILE.latencyMs,
    downloadThroughput: PROFILE.bytesPerSecond,
    uploadThroughput: PROFILE.bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROFILE.cpuSlowdown })
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return () => bytes
}

/** Runs in the page, before its own scripts. */
function observe(longTaskMs: number): void {
  const seen: Seen = { lcpMs: 0, blockingMs: 0, layoutShift: 0, lastAtMs: 0 }
  Object.assign(window, { seen })
  const watch = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.lastAtMs = performance.now()
        onEntry(entry)
      }
    }).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => (seen.lcpMs = entry.startTime))
  watch('longtask', (entry) => (seen.blockingMs += Math.max(0, entry.duration - longTaskMs)))
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.layoutShift += shift.value
  })
  watch('resource', () => undefined)
  const look = new MutationObserver(() => {
    // A streamed figure is hidden behind the root until it is put in its place.
    if (document.querySelector('main [data-of]') === null) return
    requestAnimationFrame(() => (seen.figuresMs ??= performance.now()))
    look.disconnect()
  })
  look.observe(document, { childList: true, subtree: true })
}
