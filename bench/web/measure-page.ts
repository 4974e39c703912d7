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

/** One way to open a page. */
export interface Visit {
  readonly url: string
  /** The storage of a signed-in browser; undefined for a new browser. */
  readonly state?: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
  /** True to load the page once before, so that cache and session are those of a returning person. */
  readonly isReturn?: boolean
  /** The link to press after the page is finished, and the address it opens: then the press is measured, not the load. */
  readonly press?: { readonly link: string; readonly opens: string }
}

export interface PageMeasure {
  /** The Largest Contentful Paint; for a press the time until the opened page was painted. */
  readonly lcpMs: number
  readonly blockingMs: number
  readonly layoutShift: number
  /** The time of the first picture on the page; undefined if the page has none. */
  readonly figuresMs?: number
  /** The time from a press to the next paint, as the browser reports it for Interaction to Next Paint. */
  readonly pressMs?: number
  readonly transferredBytes: number
}

/** The measurements of the observers in the page. */
type Seen = Omit<PageMeasure, 'transferredBytes'> & { readonly lastAtMs: number }

/** Visits a page once with the slowed profile, in a new browser context. */
export async function measurePage(browser: Browser, visit: Visit): Promise<PageMeasure> {
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
    if (visit.isReturn === true) {
      await page.goto(visit.url, { waitUntil: 'load' })
      await untilQuiet(session, line)
      await page.goto('about:blank')
      line.reset()
    }
    await page.goto(visit.url, { waitUntil: 'load' })
    await untilQuiet(session, line)
    if (visit.press !== undefined) {
      line.reset()
      await pressLink(page, session, visit.press)
      await untilQuiet(session, line)
    }
    const { lastAtMs: _, ...seen } = await evaluate<Seen>(session, 'seen')
    return { ...seen, transferredBytes: line.bytes() }
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

/** Presses a link, and resets the observers. */
async function pressLink(
  page: Page,
  session: CDPSession,
  { link, opens }: NonNullable<Visit['press']>,
): Promise<void> {
  const { x, y } = await evaluate<{ readonly x: number; readonly y: number }>(
    session,
    `(() => {
      const link = document.querySelector(${JSON.stringify(link)})
      link.scrollIntoView({ block: 'nearest', inline: 'center' })
      const { x, y, width, height } = link.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })()`,
  )
  await evaluate(session, `beginPress(${JSON.stringify(opens)})`)
  await page.mouse.click(x, y)
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
    bytes: () => bytes,
    isWaiting: () => open.size > 0,
    reset() {
      bytes = 0
      open.clear()
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
  const beginPress = (opens: string) => {
    const pressedAtMs = performance.now()
    delete seen.figuresMs
    Object.assign(seen, nothing, { lastAtMs: pressedAtMs })
    onceThere(opens, () => (seen.lcpMs = performance.now() - pressedAtMs))
  }
  Object.assign(window, { seen, beginPress })
}
