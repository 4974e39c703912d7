// npm run bench -- web-vitals: how soon a page stands on a slow phone, beside the same app with an empty root.
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack, type Stack } from '@counterfoil/testkit/start-stack'
import { chromium, type Browser, type Page } from 'playwright'
import { provideChromium } from '../tools/provision.ts'
import { buildWeb } from '../tools/web-build.ts'
import { measurePage, PROFILE, type PageMeasure, type StorageState } from './web/measure-page.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const DIST = join(import.meta.dirname, '../apps/web/dist')
/** Fourteen months of books for every business of the demonstration. */
const BOOKS = { provider: { PROVIDER_SEED: 'demo' } }
const RESULTS = join(import.meta.dirname, 'results')

/** From the budget: the app's pages, and the provider's. */
const GOALS = {
  app: { lcpMs: 1_000, blockingMs: 100, layoutShift: 0.02 },
  overview: { lcpMs: 600, blockingMs: 100, layoutShift: 0.02, figuresMs: 1_200 },
  provider: { lcpMs: 600, blockingMs: 0, layoutShift: 0 },
} as const

interface Subject {
  readonly name: string
  readonly side: keyof typeof GOALS
  readonly isYardstick: boolean
  readonly url: string
  readonly state: StorageState | undefined
}

interface Result extends Omit<Subject, 'url' | 'state'> {
  readonly runs: readonly PageMeasure[]
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The same files with a server that renders nothing: how most apps of this kind start. */
async function emptyRootBuild(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'counterfoil-empty-root-'))
  await cp(DIST, dir, { recursive: true })
  await rename(join(dir, 'server/render.js'), join(dir, 'server/rendering.js'))
  await writeFile(
    join(dir, 'server/render.js'),
    `export { readFigures, renderLate } from './rendering.js'
export const render = () => ({ html: '', title: 'Counterfoil', status: 200 })
export const findFirstQuery = () => undefined
`,
  )
  return dir
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
  // The consent was answered above: what is measured is a new request of the same kind.
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

function figuresText(times: readonly number[]): string {
  return Number.isNaN(median(times)) ? '–' : `${Math.round(median(times))} ms`
}

function line(result: Result): string {
  const of = (pick: (run: PageMeasure) => number) => result.runs.map(pick)
  const lcp = of((run) => run.lcpMs)
  return [
    result.name,
    `${Math.round(median(lcp))} ms [${Math.round(Math.min(...lcp))}–${Math.round(Math.max(...lcp))}]`,
    `${Math.round(median(of((run) => run.blockingMs)))} ms`,
    median(of((run) => run.layoutShift)).toFixed(3),
    figuresText(of((run) => run.figuresMs ?? Number.NaN)),
    `${(median(of((run) => run.transferredBytes)) / 1000).toFixed(1)} KB`,
  ].join(' | ')
}

function goalLines(results: readonly Result[]): readonly string[] {
  return results
    .filter(({ isYardstick }) => !isYardstick)
    .flatMap((result) =>
      Object.entries(GOALS[result.side]).map(([what, wanted]) => {
        const measured = median(result.runs.map((run) => run[what as keyof PageMeasure] ?? Number.NaN))
        const shown = what === 'layoutShift' ? measured.toFixed(3) : `${Math.round(measured)} ms`
        return `${result.name}, ${what} | ${shown} | ≤ ${wanted} | ${measured <= wanted + 0.0005 ? 'met' : 'not met'}`
      }),
    )
}

await buildWeb()
const browser = await chromium.launch({ executablePath: await provideChromium() })
const emptyRoot = await emptyRootBuild()
const [ours, yardstick] = [
  await startStack({ webDir: DIST, ...BOOKS }),
  await startStack({ webDir: emptyRoot, ...BOOKS }),
]
try {
  const subjects = [
    ...(await subjectsOf(browser, ours, false)),
    ...(await subjectsOf(browser, yardstick, true)),
  ]
  const runs = new Map<string, PageMeasure[]>(subjects.map(({ name }) => [name, []]))
  // In turn, so that other work on the machine slows all of them alike.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const subject of subjects)
      runs.get(subject.name)?.push(await measurePage(browser, subject.url, subject.state))
  const results: readonly Result[] = subjects.map(({ name, side, isYardstick }) => ({
    name,
    side,
    isYardstick,
    runs: runs.get(name) ?? [],
  }))
  const markdown = `# How soon a page stands

Chromium ${browser.version()}, ${PROFILE.viewport.width} × ${PROFILE.viewport.height}, ${PROFILE.latencyMs} ms latency, 1.6 Mbit/s, processor ÷ ${PROFILE.cpuSlowdown}, empty cache, the whole product on ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}).
Median of ${ROUNDS} loads [fastest–slowest], all pages in turn. The yardstick is the same build whose server sends an empty root.
Harbour’s pages run next to no script: what they show as blocking time is the machine, and stands in every other line as well.
Repeat it with \`npm run bench -- web-vitals\`.

| page | largest text or picture | blocking time | layout shift | first picture | transferred |
|---|--:|--:|--:|--:|--:|
${results.map((result) => `| ${line(result)} |`).join('\n')}

| goal | measured | wanted | |
|---|--:|--:|---|
${goalLines(results)
  .map((text) => `| ${text} |`)
  .join('\n')}
`
  await writeFile(join(RESULTS, 'web-vitals.md'), markdown)
  await writeFile(
    join(RESULTS, 'web-vitals.json'),
    `${JSON.stringify({ rounds: ROUNDS, results }, null, 2)}\n`,
  )
  console.log(markdown)
} finally {
  await browser.close()
  await Promise.all([ours.close(), yardstick.close()])
  await rm(emptyRoot, { recursive: true, force: true })
}
