import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { startStack, type Stack } from '@counterfoil/testkit/start-stack'
import { provideChromium } from './provision.ts'
import { ROOT } from './step.ts'
import { buildWeb } from './web-build.ts'

/**
 * Pictures of the main screens, made from the real product: `npm run screenshots`.
 * Those of the README are part of the repository; the others are for looking at, in `.cache/screenshots`.
 */
const README_FOLDER = join(ROOT, 'docs', 'pictures')
const FOLDER = join(ROOT, '.cache', 'screenshots')
/** As `npm start` has it: the address stands on the consent page. */
const APP_PORT = 3000
const IN_README = ['home', 'consent']
const LOOKS = [
  { name: 'light', viewport: { width: 900, height: 760 }, colorScheme: 'light', isForReadme: true },
  { name: 'dark', viewport: { width: 900, height: 760 }, colorScheme: 'dark', isForReadme: true },
  { name: 'wide-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light', isForReadme: false },
  { name: 'wide-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark', isForReadme: false },
  { name: 'narrow-light', viewport: { width: 390, height: 844 }, colorScheme: 'light', isForReadme: false },
  { name: 'narrow-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark', isForReadme: false },
] as const

type Look = (typeof LOOKS)[number]

async function takeAll(browser: Browser, stack: Stack, look: Look): Promise<void> {
  const context = await browser.newContext({
    baseURL: stack.appUrl,
    viewport: look.viewport,
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'America/Toronto',
  })
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
    ['invoices', '/invoices'],
    ['customers', '/customers'],
    ['accounts', '/accounts'],
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
  await context.close()
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
for (const look of LOOKS) {
  // A stack for each, so that nothing is connected yet and every picture shows the same story.
  const stack = await startStack({ appPort: APP_PORT, provider: { PROVIDER_SEED: 'demo' } })
  await takeAll(browser, stack, look).finally(() => stack.close())
  console.log(look.name)
}
await browser.close()
