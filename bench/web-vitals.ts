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
import { measurePage, type PageMeasure, type Visit } from './web/measure-page.ts'
import { measureScroll, type ScrollMeasure } from './web/measure-scroll.ts'
import { writeReport, type PageResult } from './web/vitals-report.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const DIST = join(import.meta.dirname, '../apps/web/dist')
/** Settings with fourteen months of books for every demo business. */
const BOOKS = { provider: { PROVIDER_SEED: 'demo' } }

type Subject = Visit & Omit<PageResult, 'runs'>

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
  const list = page.url()
  await first.click()
  await page.waitForURL(/\/invoices\/[^?]+$/)
  const detail = page.url()
  const press = { link: 'nav.ways a[href$="/invoices"]', opens: 'table.list tbody a' }
  const home = `${appUrl}/`
  return [
    { name: 'start', side: 'app', url: home },
    { name: 'overview', side: 'overview', url: home, state },
    { name: 'overview, of a person who returns', side: 'overview', url: home, state, isReturn: true },
    { name: 'invoices', side: 'app', url: list, state },
    { name: 'new invoice', side: 'app', url: `${list}/new`, state },
    { name: 'an invoice', side: 'app', url: detail, state },
    { name: 'a press that opens invoices', side: 'press', url: home, state, press },
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
  return { app, harbour }
}

/** Measures all pages in turn, so that other work on the machine slows them alike. */
async function measurePages(browser: Browser): Promise<readonly PageResult[]> {
  const emptyRoot = await emptyRootBuild()
  // The stack is a child process: the browser driver would compete with the answers in this event loop.
  const ours = await startStackProcess({ webDir: DIST, ...BOOKS })
  const yardstick = await startStackProcess({ webDir: emptyRoot, ...BOOKS })
  try {
    const { app, harbour } = await findSubjects(browser, ours)
    const { app: withEmptyRoot } = await findSubjects(browser, yardstick)
    const subjects: readonly Subject[] = [
      ...[...app, ...harbour],
      ...withEmptyRoot.map((subject) => ({
        ...subject,
        name: `${subject.name}, empty root`,
        isYardstick: true,
      })),
    ]
    const results = subjects.map((subject) => ({ ...subject, runs: [] as PageMeasure[] }))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const result of results) {
        const run = await measurePage(browser, result)
        console.log(
          `${result.name.padEnd(45)} ${Math.round(run.lcpMs)} ms, blocked ${Math.round(run.blockingMs)} ms`,
        )
        result.runs.push(run)
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
