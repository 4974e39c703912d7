// npm run bench -- web-vitals: how soon a page is on a slow phone, beside the same app with an empty root.
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStackProcess } from '@counterfoil/testkit/stack-process'
import type { Stack } from '@counterfoil/testkit/start-stack'
import { chromium, type Browser, type Page } from 'playwright'
import { provideWindowlessChromium } from '../tools/machine/provision.ts'
import { buildWeb } from '../tools/release/web-build.ts'
import { keepPage } from './report/page.ts'
import { measurePage, type PageMeasure, type StorageState } from './web/measure-page.ts'
import { measureScroll, type ScrollMeasure } from './web/measure-scroll.ts'
import { writeReport, type PageResult } from './web/vitals-report.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const DIST = join(import.meta.dirname, '../apps/web/dist')
/** Fourteen months of books for every business of the demonstration. */
const BOOKS = { provider: { PROVIDER_SEED: 'demo' } }

/** The same files with a server that renders nothing: how most apps of this kind start. */
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

interface Subject extends Omit<PageResult, 'runs'> {
  readonly url: string
  readonly state: StorageState | undefined
}

async function signInAndConsent(
  page: Page,
  stack: Stack,
): Promise<{ state: StorageState; consent: Subject; signIn: Subject }> {
  await page.goto(stack.appUrl)
  const button = page.getByRole('button', { name: 'Connect a business' })
  await button.first().click()
  await page.getByRole('heading', { level: 1, name: 'Sign in to Harbour' }).waitFor()
  const signIn: Subject = {
    name: 'Harbour: sign in',
    side: 'provider',
    isYardstick: false,
    url: page.url(),
    state: await page.context().storageState(),
  }
  await page.getByLabel('Email').fill('single@harbour.example')
  await page.getByLabel('Password', { exact: true }).fill('harbour-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Allow access' }).waitFor()
  const url = page.url()
  const consent: Subject = {
    name: 'Harbour: consent',
    side: 'provider',
    isYardstick: false,
    url,
    state: await page.context().storageState(),
  }
  await page.getByRole('button', { name: 'Allow access' }).click()
  await page.getByRole('heading', { level: 1, name: /^Connected to/ }).waitFor()
  return { state: await page.context().storageState(), consent, signIn }
}

async function subjectsOf(browser: Browser, stack: Stack, isYardstick: boolean): Promise<readonly Subject[]> {
  const page = await browser.newPage()
  const { state, consent, signIn } = await signInAndConsent(page, stack)
  await page.close()
  const suffix = isYardstick ? ', empty root' : ''
  const app: readonly Subject[] = [
    { name: `start${suffix}`, side: 'app', isYardstick, url: `${stack.appUrl}/`, state: undefined },
    { name: `overview${suffix}`, side: 'overview', isYardstick, url: `${stack.appUrl}/`, state },
  ]
  // The consent was answered above: a new request of the same kind is measured.
  return isYardstick ? app : [...app, signIn, ...(await openConsent(browser, stack, consent))]
}

/** A consent page that waits for an answer, for a person who is signed in at the provider. */
async function openConsent(browser: Browser, stack: Stack, answered: Subject): Promise<readonly Subject[]> {
  if (answered.state === undefined) return []
  const context = await browser.newContext({ storageState: answered.state })
  const page = await context.newPage()
  await page.goto(stack.appUrl)
  await page
    .getByRole('button', { name: /^(Connect a business|Start again)$/ })
    .first()
    .click()
  await page.waitForURL(`${stack.providerUrl}/**`)
  await page.getByRole('button', { name: 'Allow access' }).waitFor()
  const subject = { ...answered, url: page.url(), state: await context.storageState() }
  await context.close()
  return [subject]
}

/** All pages in turn, so that other work on the machine slows them alike. */
async function measurePages(browser: Browser): Promise<readonly PageResult[]> {
  const emptyRoot = await emptyRootBuild()
  // In a child process: the browser driver would compete with the answers in this event loop.
  const [ours, yardstick] = [
    await startStackProcess({ webDir: DIST, ...BOOKS }),
    await startStackProcess({ webDir: emptyRoot, ...BOOKS }),
  ]
  try {
    const subjects = [
      ...(await subjectsOf(browser, ours, false)),
      ...(await subjectsOf(browser, yardstick, true)),
    ]
    const runs = new Map<string, PageMeasure[]>(subjects.map(({ name }) => [name, []]))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const subject of subjects)
        runs.get(subject.name)?.push(await measurePage(browser, subject.url, subject.state))
    return subjects.map(({ name, side, isYardstick }) => ({
      ...{ name, side, isYardstick },
      runs: runs.get(name) ?? [],
    }))
  } finally {
    await Promise.all([ours.close(), yardstick.close()])
    await rm(emptyRoot, { recursive: true, force: true })
  }
}

async function measureScrolls(browser: Browser): Promise<readonly ScrollMeasure[]> {
  const runs: ScrollMeasure[] = []
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await measureScroll(browser))
  return runs
}

await buildWeb()
const browser = await chromium.launch({ executablePath: await provideWindowlessChromium() })
try {
  const markdown = writeReport({
    browser: browser.version(),
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    rounds: ROUNDS,
    pages: await measurePages(browser),
    scrolls: await measureScrolls(browser),
  })
  await keepPage('web-vitals', markdown)
} finally {
  await browser.close()
}
