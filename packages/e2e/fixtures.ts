import { test as base, expect, type Page } from '@playwright/test'
import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { sharePostgres } from '@counterfoil/testkit/postgres'
import { startStackProcess } from '@counterfoil/testkit/stack-process'
import type { Stack, StackOptions } from '@counterfoil/testkit/start-stack'

export { expect }

export const DEMO_PASSWORD = 'harbour-demo'

/** A person of the provider, created for one test, with businesses by name. */
export type Person = {
  readonly email: string
  readonly password: string
  /** Business ids by name. */
  readonly businesses: Readonly<Record<string, string>>
}

export type PlanState = 'active' | 'lapsed' | 'ineligible'

type TestFixtures = {
  /** Creates a person with these businesses: `await makePerson({ 'Northwind Trading': 'active' })`. */
  makePerson: (businesses: Readonly<Record<string, PlanState>>) => Promise<Person>
  /** Fails the test on any script error and on any violation of the Content-Security-Policy. */
  noPageErrors: void
  /** Reports the content of each page after a failed test, since often only the log of a run is left. */
  tellWhatStood: void
}

type WorkerFixtures = {
  stackOptions: StackOptions
  /** The whole product, for all tests of one worker. */
  stack: Stack
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stackOptions: [{}, { option: true, scope: 'worker' }],
  stack: [
    async ({ stackOptions }, use) => {
      await using postgres = await sharePostgres()
      const { url } = await postgres.createMigratedDatabase()
      const stack = await startStackProcess({ databaseUrl: url, ...stackOptions })
      await use(stack)
      await stack.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.appUrl),
  makePerson: async ({ stack }, use) => {
    await use(async (businesses) => {
      const email = `${crypto.randomUUID().slice(0, 13)}@harbour.example`
      const named = ['--email', email, '--first-name', 'Robin', '--last-name', 'Vale']
      await stack.harbour('user', 'create', ...named, '--password', DEMO_PASSWORD)
      const made: [string, string][] = []
      for (const [name, plan] of Object.entries(businesses)) {
        const created = await stack.harbour(
          'business',
          'create',
          ...['--owner', email, '--name', name, '--state', plan],
        )
        made.push([name, (created as { id: string }).id])
      }
      return { email, password: DEMO_PASSWORD, businesses: Object.fromEntries(made) }
    })
  },
  noPageErrors: [
    async ({ context }, use) => {
      const errors: string[] = []
      // React reports a recovered error by a number; its cause is the actual error.
      await context.addInitScript((mark) => {
        addEventListener('error', ({ error }) => {
          if (error instanceof Error && error.cause instanceof Error) console.error(mark, error.cause.stack)
        })
      }, CAUSE)
      context.on('weberror', (error) => errors.push(String(error.error())))
      context.on('console', (message) => {
        if (/content security policy|hydrat/i.test(message.text())) errors.push(message.text())
        if (message.text().startsWith(CAUSE)) errors.push(message.text())
      })
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
  tellWhatStood: [
    async ({ browser, stack }, use, info) => {
      await use()
      if (info.status === info.expectedStatus) return
      const open = browser.contexts().flatMap((context) => context.pages())
      const pages = await Promise.all(open.map(whatStands))
      info.annotations.push({ type: 'stood', description: pages.join('; ') })
      const logged = (await stack.logs()).trimEnd().split('\n').slice(-LAST_LINES)
      console.log([`The last lines of both logs, when it failed: ${info.title}`, ...logged].join('\n'))
    },
    { auto: true },
  ],
})

const CAUSE = 'The cause:'

/** The number of lines of both services' logs that a failed test shows. */
const LAST_LINES = 40

/** Returns the address of a page without its query, which may contain a code, and the beginning of its text. */
async function whatStands(page: Page): Promise<string> {
  const path = page.url().replace(/[?#].*/, '')
  const text = await page.evaluate(() => document.body.innerText, undefined).catch(String)
  return `${path}: ${text.replaceAll(/\s+/g, ' ').slice(0, 400)}`
}

/** Waits until the app has hydrated the HTML of the server. Before, a pressed link loads a new document. */
export async function takenOver(page: Page): Promise<void> {
  await expect(page.locator('html[data-ready]')).toBeAttached()
}

/** Fills in the provider's sign-in page. */
export async function signIn(
  page: Page,
  person: { readonly email: string; readonly password: string },
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Harbour' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Chooses a business on the consent page and allows access. */
export async function allow(page: Page, business?: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /Counterfoil/ })).toBeVisible()
  if (business !== undefined) await page.getByRole('radio', { name: business }).check()
  await page.getByRole('button', { name: 'Allow access' }).click()
}

/** Connects from the start page through the provider to the result. */
export async function connect(page: Page, person: Person, business: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, person)
  await allow(page, business)
  await expect(page.getByRole('heading', { level: 1, name: `Connected to ${business}` })).toBeVisible()
}

/**
 * Connects by the forms and redirects of a browser without rendering pages. For tests that begin with a connected business; the
 * page stays at its address.
 *
 * @param person their business is chosen if there is a question; undefined if the provider asks nothing
 */
export async function connectUnseen(page: Page, person?: Person, business?: string): Promise<void> {
  const { origin } = new URL((await page.request.get('/health/live')).url())
  const browser = await page.evaluate(() => [navigator.userAgent, navigator.language] as const)
  const agent = createBrowserAgent({ 'user-agent': browser[0], 'accept-language': browser[1] })
  const start = await agent.visit(`${origin}/`)
  let now = await agent.submit(start, formTo(start, '/connect/start'))
  if (person !== undefined) {
    const { email, password } = person
    const consent = await agent.submit(now, formTo(now, '/sign-in'), { email, password })
    const chosen = person.businesses[business ?? ''] ?? ''
    now = await agent.submit(consent, formTo(consent, '/answer'), { answer: 'allow', business: chosen })
  }
  expect(new URL(now.url).origin, now.body).toBe(origin)
  expect(now.body).toMatch(/<h1[^>]*>Connected to /)
  await page.context().addCookies([...agent.allCookies()])
}

/** Returns the badge at the top of every page that shows the connection state. */
export function statusBadge(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('banner').getByRole('link', { name: /^Connection: / })
}
