import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, expect, test as base, type Person } from '../fixtures.ts'

export { DEMO_PASSWORD, expect }

export const SCOPES = 'user:read business:read account:read customer:read invoice:read product:read'

/** A test application that only records its callback addresses. */
export type TestApp = {
  readonly clientId: string
  readonly clientSecret: string
  readonly callback: string
  readonly authorizeUrl: (parameters?: Readonly<Record<string, string>>) => string
  /** Exchanges the code of a callback. */
  readonly exchange: (page: Page) => Promise<Record<string, unknown>>
  readonly call: (accessToken: unknown) => Promise<number>
}

type Fixtures = {
  app: TestApp
  /** Registers another application; `options` are those of the command line. */
  makeApp: (...options: readonly string[]) => Promise<TestApp>
}

export const test = base.extend<Fixtures>({
  makeApp: async ({ stack }, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><html lang="en"><title>App</title><h1>Back at the app</h1></html>')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const callback = `http://localhost:${(server.address() as AddressInfo).port}/callback`
    await use(async (...options) => {
      const given = (name: string) => options.includes(name)
      const made = (await stack.harbour(
        ...['application', 'create', '--redirect', callback, '--home-page', callback],
        ...(given('--name') ? [] : ['--name', 'Counterfoil']),
        ...(given('--restriction') ? [] : ['--restriction', 'single_business']),
        ...options,
      )) as { clientId: string; clientSecret: string }
      const post = (path: string, fields: Record<string, string>) =>
        fetch(stack.providerUrl + path, { method: 'POST', body: new URLSearchParams(fields) })
      return {
        ...{ clientId: made.clientId, clientSecret: made.clientSecret, callback },
        authorizeUrl: (parameters = {}) => {
          const all = {
            client_id: made.clientId,
            response_type: 'code',
            scope: SCOPES,
            state: 'st4te',
            ...parameters,
          }
          return `${stack.providerUrl}/oauth2/authorize/?${new URLSearchParams(all).toString()}`
        },
        exchange: async (page) => {
          const code = new URL(page.url()).searchParams.get('code') ?? ''
          const client = {
            client_id: made.clientId,
            client_secret: made.clientSecret,
            redirect_uri: callback,
          }
          const response = await post('/oauth2/token/', { ...client, grant_type: 'authorization_code', code })
          expect(response.status).toBe(200)
          return (await response.json()) as Record<string, unknown>
        },
        call: async (accessToken) => {
          const headers = {
            authorization: `Bearer ${String(accessToken)}`,
            'content-type': 'application/json',
          }
          const body = JSON.stringify({ query: '{ user { id } }' })
          return (await fetch(stack.graphqlUrl, { method: 'POST', headers, body })).status
        },
      }
    })
    server.closeAllConnections()
    server.close()
  },
  app: async ({ makeApp }, use) => {
    await use(
      await makeApp('--optional-scopes', 'product:read', '--reason', 'account:read=to show your balances'),
    )
  },
})

/** Signs in on a sign-in page. */
export async function signInHere(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Guesses passwords on a sign-in page, in any language, until it refuses further attempts. */
export async function guessUntilRefused(page: Page, email: string): Promise<void> {
  while ((await page.locator('#email').count()) > 0) {
    await page.locator('#email').fill(email)
    await page.locator('#password').fill('guess')
    await Promise.all([page.waitForEvent('load'), page.locator('#password').press('Enter')])
  }
}

/** Opens the consent page of a new request. */
export async function openConsent(
  page: Page,
  app: TestApp,
  person: Person,
  parameters?: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(app.authorizeUrl(parameters))
  if (new URL(page.url()).pathname.endsWith('/sign-in')) await signInHere(page, person)
}

/** Allows access for a business and returns to the application with a code. */
export async function allowHere(page: Page, app: TestApp, person: Person, business?: string): Promise<void> {
  await openConsent(page, app, person)
  if (business !== undefined) await page.getByRole('radio', { name: business }).check()
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
}
