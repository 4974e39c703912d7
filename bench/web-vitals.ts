// npm run bench -- web-vitals: measures page loads on a slow phone, beside the same app without server rendering.
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStackProcess } from '@counterfoil/testkit/stack-process'
import type { Stack } from '@counterfoil/testkit/start-stack'
import { chromium, type Browser, type Page } from 'playwright'
import { provideWindowlessChromium } from '../tools/machine/provision.ts'
import { buildWeb } from '../tools/release/web-build.ts'
import { keepPage } from './report/page.ts'
import { measureVisit, type Visit, type VisitMeasure } from './web/measure-page.ts'
import { measureScroll, type ScrollMeasure } from './web/measure-scroll.ts'
import { writeReport, type PageResult } from './web/vitals-report.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const DIST = join(import.meta.dirname, '../apps/web/dist')
/** Settings with fourteen months of books for every demo business. */
const BOOKS = { provider: { PROVIDER_SEED: 'demo' } }

type Subject = Visit & Omit<PageResult, 'runs' | 'yardstick'>

/** Creates a copy of the build whose server renders nothing, as in most apps of this kind. */
async function emptyRootBuild(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'counterfoil-empty-root-'))
  await cp(DIST, dir, { recursive: true })
  await rename(join(dir, 'server/render.js'), join(dir, 'server/rendering.js'))
  await writeFile(
    join(dir, 'server/render.js'),
    `export { describePage, readFigures, renderLate, renderLetter } from './rendering.js'
export const render = () => ({ html: '', title: 'Counterfoil', status: 200 })
export const findFirstQuery = () => undefined
`,
  )
  return dir
}

/** Connects a business, and returns the pages of the app to measure. */
async function appPages(page: Page, { appUrl }: Stack): Promise<readonly Subject[]> {
  await page.getByRole('button', { name: 'Allow access' }).click()
  await page.getByRole('heading', { level: 1, name: /^Connected to/ }).waitFor()
  const state = await page.context().storageState()
  await page.goto(`${appUrl}/invoices`)
  const first = page.locator('table.list tbody a').first()
  await first.waitFor()
  const invoices = page.url()
  const customers = invoices.replace('/invoices', '/customers')
  await first.click()
  await page.waitForURL(/\/invoices\/[^?]+$/)
  const invoice = page.url()
  const overview = invoices.replace('/invoices', '')
  const asTable = { on: '.picture-cash .picture-foot button' }
  const listLink = { on: 'nav.ways a[href$="/invoices"]', opens: 'table.list tbody a' }
  const row = { on: 'table.list tbody a', opens: 'main h2' }
  const typing = { on: 'main input:not([type=hidden])', types: 'alder' }
  const dialog = { on: 'main .actions button' }
  const open = (name: string, rest: Omit<Subject, 'name' | 'state'>) => ({ name, state, ...rest })
  return [
    { name: 'start', side: 'start', url: appUrl },
    open('overview', { side: 'overview', url: overview, acts: 'a chart as a table', act: asTable }),
    // This address names no business, so the server redirects it.
    open('overview at /', { side: 'press', url: appUrl, acts: 'a press that opens invoices', act: listLink }),
    open('invoices', { side: 'page', url: invoices, acts: 'a press that opens one', act: row }),
    open('customers', { side: 'page', url: customers, acts: 'typing a name', act: typing }),
    open('new invoice', { side: 'page', url: `${invoices}/new`, acts: 'typing a name', act: typing }),
    open('new customer', { side: 'page', url: `${customers}/new`, acts: 'typing a name', act: typing }),
    open('an invoice', { side: 'page', url: invoice, acts: 'a press that opens a dialog', act: dialog }),
  ]
}

/** Goes from the start page to the consent page. Returns Harbour's pages on the way; consent is not given yet. */
async function harbourPages(page: Page, { appUrl }: Stack): Promise<readonly Subject[]> {
  const here = async (name: string): Promise<Subject> => ({
    ...{ name: `Harbour: ${name}`, side: 'provider', url: page.url() },
    state: await page.context().storageState(),
  })
  await page.goto(appUrl)
  await page
    .getByRole('button', { name: /^(Connect a business|Start again)$/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Sign in to Harbour' }).waitFor()
  const signIn = await here('sign in')
  await page.getByLabel('Email').fill('single@harbour.example')
  await page.getByLabel('Password', { exact: true }).fill('harbour-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Allow access' }).waitFor()
  return [signIn, await here('consent')]
}

async function findSubjects(browser: Browser, stack: Stack) {
  const [asked, connected] = [await browser.newPage(), await browser.newPage()]
  // The consent page is measured here, and answered in another browser.
  const harbour = await harbourPages(asked, stack)
  await harbourPages(connected, stack)
  const app = await appPages(connected, stack)
  await Promise.all([asked.close(), connected.close()])
  return [...app, ...harbour]
}

/** Measures all pages in turn, so that other work on the machine slows them alike. */
async function measurePages(browser: Browser): Promise<readonly PageResult[]> {
  const emptyRoot = await emptyRootBuild()
  // The stack is a child process: the browser driver would compete with the answers in this event loop.
  const ours = await startStackProcess({ webDir: DIST, ...BOOKS })
  const yardstick = await startStackProcess({ webDir: emptyRoot, ...BOOKS })
  try {
    const subjects = await findSubjects(browser, ours)
    const yardsticks = await findSubjects(browser, yardstick)
    const none: readonly VisitMeasure[] = []
    const results = subjects.map((subject) => ({ ...subject, runs: none, yardstick: none }))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, result] of results.entries()) {
        const run = await measureVisit(browser, result)
        result.runs = [...result.runs, run]
        console.log(result.name, run)
        const other = yardsticks[index]
        if (other !== undefined && other.side !== 'provider')
          result.yardstick = [...result.yardstick, await measureVisit(browser, other)]
      }
    return results
  } finally {
    await Promise.all([ours.close(), yardstick.close()])
    await rm(emptyRoot, { recursive: true, force: true })
  }
}

await buildWeb()
const browser = await chromium.launch({ executablePath: await provideWindowlessChromium() })
try {
  const pages = await measurePages(browser)
  const scrolls: ScrollMeasure[] = []
  for (let round = 0; round < ROUNDS; round += 1) scrolls.push(await measureScroll(browser))
  await keepPage('web-vitals', writeReport({ browser: browser.version(), pages, scrolls }))
} finally {
  await browser.close()
}
