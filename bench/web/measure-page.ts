import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'

/** A small phone on a slow connection: the usual profile of performance budgets. */
export const PROFILE = {
  viewport: { width: 390, height: 844 },
  latencyMs: 150,
  bytesPerSecond: (1.6 * 1_000_000) / 8,
  cpuSlowdown: 4,
} as const

/** The quiet time after which the page is finished. */
const QUIET_MS = 1_500
const POLL_MS = 250
const LONGEST_WAIT_MS = 30_000
/** The part of a task beyond this time counts as blocking time. */
const LONG_TASK_MS = 50
/** The time for which a finger holds a key. */
const KEY_MS = 100

/** A page, and what is done on it once it is finished. */
export interface Visit {
  readonly url: string
  /** The storage of a signed-in browser; undefined for a new browser. */
  readonly state?: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
  /** Undefined for a page without a script. */
  readonly act?: Act
}

/** A press on an element, and the keys that are typed then. */
export interface Act {
  readonly on: string
  readonly types?: string
  /** The first element of the page that the press opens. */
  readonly opens?: string
}

export interface PageMeasure {
  /** The Largest Contentful Paint; for an act the time until the opened page was painted. */
  readonly lcpMs: number
  readonly blockingMs: number
  readonly layoutShift: number
  /** The time of the first picture on the page; undefined if the page has none. */
  readonly figuresMs?: number
  /** The longest time from a press or key to the next paint, as the browser reports it for Interaction to Next Paint. */
  readonly pressMs?: number
  readonly transferredBytes: number
}

/** The measurements of a visit: with an empty cache, again in the same browser, and of the act. */
export interface VisitMeasure {
  readonly first: PageMeasure
  readonly again: PageMeasure
  readonly act?: PageMeasure
}

/** The measurements of the observers in the page. */
type Seen = Omit<PageMeasure, 'transferredBytes'> & { readonly lastAtMs: number }

/** Visits a page twice with the slowed profile, in a new browser context, and acts on it. */
export async function measureVisit(browser: Browser, visit: Visit): Promise<VisitMeasure> {
  const context = await browser.newContext({
    viewport: PROFILE.viewport,
    // Without a locale the browser uses the machine's, which may be missing.
    locale: 'en-CA',
    ...(visit.state === undefined ? {} : { storageState: visit.state }),
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const line = await slowDown(session)
    await page.addInitScript(observe, LONG_TASK_MS)
    const finish = async (): Promise<PageMeasure> => {
      await untilQuiet(session, line)
      const { lastAtMs: _, ...seen } = await evaluate<Seen>(session, 'seen')
      return { ...seen, transferredBytes: line.takeBytes() }
    }
    const load = async () => {
      await page.goto(visit.url, { waitUntil: 'load' })
      return finish()
    }
    const first = await load()
    await page.goto('about:blank')
    const again = await load()
    if (visit.act === undefined) return { first, again }
    await perform(page, session, visit.act)
    // The browser reports no event that took less than 16 ms.
    return { first, again, act: { pressMs: 0, ...(await finish()) } }
  } finally {
    await context.close()
  }
}

/** Evaluates an expression in the page by the DevTools protocol: Playwright's own way would keep the page's thread busy. */
async function evaluate<Value>(session: CDPSession, expression: string): Promise<Value> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
  })
  if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`)
  return result.value as Value
}

/** Waits until there was no request and no measurement for a while; at most {@link LONGEST_WAIT_MS} for open requests. */
async function untilQuiet(session: CDPSession, line: { isWaiting(): boolean }): Promise<void> {
  const endsAtMs = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    await sleep(POLL_MS)
    if (line.isWaiting() && performance.now() < endsAtMs) continue
    if ((await evaluate<number>(session, 'performance.now() - seen.lastAtMs')) > QUIET_MS) return
  }
}

/** Presses an element and types, after a reset of the observers. */
async function perform(page: Page, session: CDPSession, { on, types, opens }: Act): Promise<void> {
  const { x, y } = await evaluate<{ readonly x: number; readonly y: number }>(
    session,
    `beginAct(${JSON.stringify(on)}, ${JSON.stringify(opens)})`,
  )
  await page.mouse.click(x, y)
  for (const key of types ?? '') await page.keyboard.press(key, { delay: KEY_MS })
  const count = await evaluate<number>(session, 'performance.interactionCount')
  if (!(count > (types ?? '').length)) throw new Error(`${on}: only ${count} presses and keys arrived`)
}

/** Slows the page's network and processor, counts the bytes it receives, and tracks open requests. */
async function slowDown(session: CDPSession) {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PROFILE.latencyMs,
    downloadThroughput: PROFILE.bytesPerSecond,
    uploadThroughput: PROFILE.bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROFILE.cpuSlowdown })
  let bytes = 0
  const open = new Set<string>()
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    // The event stream stays open as long as the page.
    if (type !== 'EventSource') open.add(requestId)
  })
  session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId)
    bytes += encodedDataLength
  })
  return {
    isWaiting: () => open.size > 0,
    /** Returns the bytes since the last call. */
    takeBytes() {
      const taken = bytes
      bytes = 0
      return taken
    },
  }
}

/** Observes the page. Runs in the page, before its own scripts. */
function observe(longTaskMs: number): void {
  const nothing = { lcpMs: 0, blockingMs: 0, layoutShift: 0 }
  const seen: { -readonly [Key in keyof Seen]: Seen[Key] } = { ...nothing, lastAtMs: 0 }
  const watch = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.lastAtMs = performance.now()
        onEntry(entry)
      }
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  const onceThere = (selector: string, onPaint: () => void) => {
    const look = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return
      look.disconnect()
      requestAnimationFrame(onPaint)
    })
    look.observe(document, { childList: true, subtree: true })
  }
  watch('largest-contentful-paint', (entry) => (seen.lcpMs = entry.startTime))
  watch('longtask', (entry) => (seen.blockingMs += Math.max(0, entry.duration - longTaskMs)))
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.layoutShift += shift.value
  })
  watch('event', (entry) => {
    const { interactionId } = entry as PerformanceEntry & { readonly interactionId: number }
    if (interactionId > 0) seen.pressMs = Math.max(seen.pressMs ?? 0, entry.duration)
  })
  watch('resource', () => undefined)
  // A streamed figure is hidden outside the root until it is moved to its place.
  onceThere('main [data-of]', () => (seen.figuresMs ??= performance.now()))
  const beginAct = (on: string, opens?: string) => {
    const element = document.querySelector(on)
    if (element === null) throw new Error(`no ${on}`)
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const beginsAtMs = performance.now()
    delete seen.figuresMs
    Object.assign(seen, nothing, { lastAtMs: beginsAtMs })
    if (opens !== undefined) onceThere(opens, () => (seen.lcpMs = performance.now() - beginsAtMs))
    return { x: x + width / 2, y: y + height / 2 }
  }
  Object.assign(window, { seen, beginAct })
}
