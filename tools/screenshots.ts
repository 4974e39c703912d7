import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright'
import { startStack, type Stack } from '@counterfoil/testkit/start-stack'
import { showFigureStates } from './figure-states.ts'
import { provideChromium } from './provision.ts'
import { ROOT } from './step.ts'
import { buildWeb } from './web-build.ts'

/**
 * Pictures of every screen of the app and of every state of its figures, made from the real product: `npm run screenshots`.
 * Those of the README are part of the repository; the others are for looking at, in `.cache/screenshots`.
 * Only some looks, by their names: `npm run screenshots -- wide-light narrow-dark`.
 */
const README_FOLDER = join(ROOT, 'docs', 'pictures')
const FOLDER = join(ROOT, '.cache', 'screenshots')
/** As `npm start` has it: the address is on the consent page. */
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

const contextOf = ({ viewport, colorScheme }: Look): BrowserContextOptions => ({
  ...{ viewport, colorScheme },
  reducedMotion: 'reduce',
  ...{ locale: 'en-GB', timezoneId: 'America/Toronto' },
})

async function takeAll(browser: Browser, stack: Stack, look: Look): Promise<void> {
  const context = await browser.newContext({ ...contextOf(look), baseURL: stack.appUrl })
  const page = await context.newPage()
  const take = (name: string): Promise<unknown> => picture(page, name, look)
  const connect = page.getByRole('main').getByRole('button', { name: 'Connect a business' })

  await page.goto('/')
  await connect.waitFor()
  await take('start')
  await connect.click()
  await page.getByLabel('Email').fill('many@harbour.example')
  await page.getByLabel('Password', { exact: true }).fill('harbour-demo')
  await take('sign-in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const business = page.getByRole('radio').first()
  await business.check()
  await take('consent')
  await page.getByRole('button', { name: 'Allow access' }).click()
  await page.getByRole('heading', { level: 1, name: /^Connected to/ }).waitFor()
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
  if (!look.isForReadme) await takeFigures(page, look)
  await context.close()
}

/** All pictures of the home, and each list that leads to pages of one thing, with the first of them. */
async function takeFigures(page: Page, look: Look): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'More charts' }).click()
  await page.getByRole('region', { name: 'Assets and debts' }).waitFor()
  await picture(page, 'home-all', look)
  for (const [one, many] of [
    ['invoice', 'invoices'],
    ['customer', 'customers'],
    ['account', 'accounts'],
    ['estimate', 'estimates'],
  ] as const) {
    await page.goto(`/${many}`)
    const first = page.getByRole('main').getByRole('table').first().getByRole('link').first()
    await first.waitFor()
    await picture(page, many, look)
    await first.click()
    await page.waitForURL(new RegExp(`/${many}/[^?]+$`))
    await page.waitForLoadState('networkidle')
    await picture(page, one, look)
  }
}

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
const named = process.argv.slice(2)
for (const look of LOOKS) {
  if (named.length > 0 && !named.includes(look.name)) continue
  // A stack for each, so that nothing is connected yet and every picture shows the same story.
  const stack = await startStack({ appPort: APP_PORT, provider: { PROVIDER_SEED: 'demo' } })
  await takeAll(browser, stack, look).finally(() => stack.close())
  if (!look.isForReadme)
    await showFigureStates(browser, {
      context: contextOf(look),
      take: (shown, name) => picture(shown, name, look),
    })
  console.log(look.name)
}
await browser.close()
