import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright'
import { startStack, type Stack } from '@counterfoil/testkit/start-stack'
import { showFigureStates } from './figure-states.ts'
import { provideChromium } from '../machine/provision.ts'
import { ROOT } from '../step.ts'
import { buildWeb } from '../release/web-build.ts'

/**
 * Takes screenshots of every screen of the app and every state of its figures, from the real product: `npm run screenshots`.
 * Those of the README are part of the repository; the others are only for review, in `.cache/screenshots`.
 * Arguments choose screen sizes and themes by name, and other languages: `npm run screenshots -- wide-light narrow-dark de fr`.
 */
const README_FOLDER = join(ROOT, 'docs', 'pictures')
const FOLDER = join(ROOT, '.cache', 'screenshots')
/** The app's port with `npm start`: the address is on the consent page. */
const APP_PORT = 3000
const IN_README = ['home', 'consent']
const LOOKS = [
  { name: 'light', viewport: { width: 900, height: 760 }, colorScheme: 'light', isForReadme: true },
  { name: 'dark', viewport: { width: 900, height: 760 }, colorScheme: 'dark', isForReadme: true },
  { name: 'wide-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light', isForReadme: false },
  { name: 'wide-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark', isForReadme: false },
  { name: 'middle-light', viewport: { width: 768, height: 1024 }, colorScheme: 'light', isForReadme: false },
  { name: 'narrow-light', viewport: { width: 390, height: 844 }, colorScheme: 'light', isForReadme: false },
  { name: 'narrow-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark', isForReadme: false },
] as const

type Look = (typeof LOOKS)[number]

const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', de: 'de-DE', fr: 'fr-CA' }

const contextOf = ({ viewport, colorScheme }: Look, locale: string): BrowserContextOptions => ({
  ...{ viewport, colorScheme },
  reducedMotion: 'reduce',
  ...{ locale: LOCALES[locale] ?? locale, timezoneId: 'America/Toronto' },
})

async function takeAll(browser: Browser, stack: Stack, look: Look, locale: string): Promise<void> {
  const context = await browser.newContext({ ...contextOf(look, locale), baseURL: stack.appUrl })
  const page = await context.newPage()
  const take = (name: string): Promise<unknown> => picture(page, nameIn(name, locale), look)
  // Controls are found by their actions, because their texts differ by language.
  const connect = page.locator('main form[action$="/connect/start"] button').first()

  await page.goto('/')
  await connect.waitFor()
  await take('start')
  await connect.click()
  await page.locator('input[name=email]').fill('many@harbour.example')
  await page.locator('input[name=password]').fill('harbour-demo')
  await take('sign-in')
  await page.locator('input[name=password]').press('Enter')
  const business = page.getByRole('radio').first()
  await business.check()
  await take('consent')
  await page.locator('button[name=answer][value=allow]').click()
  await page.waitForURL(/[?&]result=/)
  await page.waitForLoadState('networkidle')
  await take('connected')
  for (const [name, path] of [
    ['home', '/'],
    ['transactions', '/transactions'],
    ['products', '/products'],
    ['new-invoice', '/invoices/new'],
    ['new-customer', '/customers/new'],
    ['new-product', '/products/new'],
    ['businesses', '/businesses'],
    ['connection', '/settings/connection'],
    ['profile', '/profile'],
    ['disconnect', '/settings/connection/disconnect'],
    ['connected-apps', `${stack.providerUrl}/connected-apps`],
  ] as const) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await take(name)
  }
  if (!look.isForReadme) await takeFigures(page, look, locale)
  await context.close()
}

/** Takes all screenshots of the home page, of each list, and of the first page of each list's entries. */
async function takeFigures(page: Page, look: Look, locale: string): Promise<void> {
  const take = (name: string): Promise<unknown> => picture(page, nameIn(name, locale), look)
  await page.goto('/')
  await page.locator('button[aria-controls]').last().click()
  await page.waitForLoadState('networkidle')
  await take('home-all')
  for (const [one, many] of [
    ['invoice', 'invoices'],
    ['customer', 'customers'],
    ['account', 'accounts'],
    ['estimate', 'estimates'],
  ] as const) {
    await page.goto(`/${many}`)
    const first = page.getByRole('main').getByRole('table').first().getByRole('link').first()
    await first.waitFor()
    await take(many)
    await first.click()
    await page.waitForURL(new RegExp(`/${many}/[^?]+$`))
    await page.waitForLoadState('networkidle')
    await take(one)
  }
}

/** Returns the name of a screenshot; English names have no language. */
const nameIn = (name: string, locale: string): string => (locale === 'en' ? name : `${name}-${locale}`)

async function picture(page: Page, name: string, look: Look): Promise<void> {
  if (look.isForReadme && !IN_README.includes(name)) return
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.screenshot({
    path: join(look.isForReadme ? README_FOLDER : FOLDER, `${name}-${look.name}.png`),
    fullPage: !look.isForReadme,
    animations: 'disabled',
    caret: 'hide',
  })
}

await buildWeb()
await Promise.all([mkdir(FOLDER, { recursive: true }), mkdir(README_FOLDER, { recursive: true })])
const browser = await chromium.launch({ executablePath: await provideChromium() })
const given = process.argv.slice(2)
const named = given.filter((name) => !(name in LOCALES))
const locales = given.filter((name) => name in LOCALES)
for (const [look, locale] of LOOKS.flatMap((one) =>
  (locales.length > 0 ? locales : ['en']).map((language) => [one, language] as const),
)) {
  if (named.length > 0 && !named.includes(look.name)) continue
  // Each has a stack of its own, so that nothing is connected yet and every screenshot shows the same data.
  const stack = await startStack({ appPort: APP_PORT, provider: { PROVIDER_SEED: 'demo' } })
  await takeAll(browser, stack, look, locale).finally(() => stack.close())
  if (!look.isForReadme)
    await showFigureStates(browser, {
      context: contextOf(look, locale),
      take: (shown, name) => picture(shown, nameIn(name, locale), look),
    })
  console.log(look.name, locale)
}
await browser.close()
