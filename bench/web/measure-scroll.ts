import { startScriptedStack } from '@counterfoil/testkit/scripted-stack'
import type { Browser, CDPSession, Page } from 'playwright'
import { PROFILE } from './measure-page.ts'

export const LONG_LIST = { rows: 10_000, stepPx: 250 }
const FRAMES = 400
const DAY_MS = 86_400_000

/** The measurements of scrolling a long list from its beginning. */
export interface ScrollMeasure {
  /** The time between two frames: its median, 95th percentile and maximum. */
  readonly medianMs: number
  readonly p95Ms: number
  readonly longestMs: number
  /** The time per frame in which the page's thread ran, on the slowed processor: less affected by other work than the frames. */
  readonly workMs: number
  /** The heap after a garbage collection: with all rows in the list, and then on another page. */
  readonly heapBytes: number
  readonly heapAfterBytes: number
}

/** Scrolls all ten thousand invoices of a business, in the whole app beside a provider that answers at once. */
export async function measureScroll(browser: Browser): Promise<ScrollMeasure> {
  const stack = await startScriptedStack()
  // Touch leaves the screen after a press; a mouse pointer would stay over the list and hover each passing row.
  const context = await browser.newContext({ viewport: PROFILE.viewport, hasTouch: true })
  try {
    stack.provider.onGraphql(({ query, variables }) => answer(query, variables as Asked))
    const page = await context.newPage()
    await page.goto(stack.appUrl)
    await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).tap()
    await page.getByRole('heading', { level: 1, name: /^Connected to/ }).waitFor()
    await page.goto(`${stack.appUrl}/invoices`)
    await page.getByRole('button', { name: `Show all ${LONG_LIST.rows.toLocaleString('en')}` }).tap()
    await page.locator('.list-more').waitFor({ state: 'detached', timeout: 120_000 })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: PROFILE.cpuSlowdown })
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const before = await taskMsOf(session)
    const frames = (await scroll(page)).toSorted((a, b) => a - b)
    const workMs = ((await taskMsOf(session)) - before) / FRAMES
    const share = (part: number) => frames[Math.floor((frames.length - 1) * part)] ?? Number.NaN
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const heapBytes = await heapOf(session)
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    const heapAfterBytes = await heapOf(session)
    return {
      ...{ medianMs: share(0.5), p95Ms: share(0.95), longestMs: share(1), workMs },
      ...{ heapBytes, heapAfterBytes },
    }
  } finally {
    await context.close()
    await stack.close()
  }
}

function scroll(page: Page): Promise<readonly number[]> {
  return page.evaluate(
    async ({ count, step }) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const times: number[] = []
      scrollTo(0, 0)
      let before = await frame()
      for (let index = 0; index < count; index += 1) {
        scrollBy(0, step)
        const now = await frame()
        times.push(now - before)
        before = now
      }
      return times
    },
    { count: FRAMES, step: LONG_LIST.stepPx },
  )
}

async function taskMsOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

interface Asked {
  readonly page?: number
  readonly pageSize?: number
}

function invoice(index: number): object {
  const day = (days: number) => new Date(Date.UTC(2026, 9, 1) - days * DAY_MS).toISOString().slice(0, 10)
  return {
    ...{ __typename: 'Invoice', id: `invoice-${index}`, invoiceNumber: String(100_000 + index) },
    ...{ invoiceDate: day(index), dueDate: day(index - 14), status: 'PAID' },
    customer: { __typename: 'Customer', id: `customer-${index % 40}`, name: `Customer ${index % 40}` },
    total: { __typename: 'Money', value: `${index}.50`, currency: { __typename: 'Currency', code: 'CAD' } },
    amountDue: { __typename: 'Money', value: '0.00' },
  }
}

/** Answers a page of invoices like a provider; any other query gets no data. */
function answer(query: string, { page = 1, pageSize = 50 }: Asked): object {
  const business = { __typename: 'Business', id: 'business', timezone: 'America/Toronto' }
  if (!query.includes('invoices(')) return { data: { business } }
  const left = Math.max(0, Math.min(pageSize, LONG_LIST.rows - (page - 1) * pageSize))
  const rows = Array.from({ length: left }, (_, index) => (page - 1) * pageSize + index)
  const invoices = {
    __typename: 'InvoiceConnection',
    pageInfo: { __typename: 'OffsetPageInfo', totalCount: LONG_LIST.rows },
    edges: rows.map((index) => ({ __typename: 'InvoiceEdge', node: invoice(index) })),
  }
  return { data: { business: { ...business, invoices } } }
}
