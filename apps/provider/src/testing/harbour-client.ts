import { createLogger } from '@counterfoil/service/telemetry/logger'
import { splitInput } from '@counterfoil/testkit/admin-input'
import {
  createBrowserAgent,
  formTo,
  type AgentAnswer,
  type BrowserAgent,
} from '@counterfoil/testkit/browser-agent'
import { Writable } from 'node:stream'
import type { ClientId, ClientSecret } from '@counterfoil/oauth/ids'
import { asClientId, asClientSecret } from '@counterfoil/oauth/testing/ids'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { parseConfig } from '../config.ts'
import { runProvider } from '../run.ts'
import { makeOwnDatabase } from './own-database.ts'

export const CALLBACK = 'http://app.example/callback'
export const SCOPES = 'user:read business:read account:read product:read'

/** A provider with the demo people in this process, on a new PostgreSQL database unless `DATABASE_URL` names one. */
export type Harbour = {
  readonly url: string
  /** The address on which it listens. It differs from `url` only if a public address is set. */
  readonly localUrl: string
  readonly clientId: ClientId
  readonly clientSecret: ClientSecret
  /** Returns all log lines so far. */
  readonly log: () => string
  /** Advances the clock of the provider. */
  readonly wait: (milliseconds: number) => void
  readonly admin: (...argv: readonly string[]) => Promise<Record<string, unknown>>
  /** Returns the address of the authorization endpoint with the parameters of an application. */
  readonly authorizeUrl: (parameters?: Readonly<Record<string, string>>) => string
  close(): Promise<void>
}

/** Starts a provider with the demo people. `env` adds settings. */
export async function startHarbour(env: Readonly<Record<string, string>> = {}): Promise<Harbour> {
  const lines: string[] = []
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  let aheadMs = 0
  const settings = {
    PROVIDER_SECRET: testSecret(),
    PROVIDER_PORT: '0',
    PROVIDER_SEED: 'people',
    PROVIDER_SEED_PUBLIC: 'true',
    PROVIDER_LOGGED_CALLS_PER_MINUTE: '1000000',
    PROVIDER_LOG_LINES_PER_MINUTE: '1000000',
    PROVIDER_ADMIN_SOCKET: 'none',
  }
  const parsed = parseConfig({ ...settings, ...env })
  const own = env['DATABASE_URL'] === undefined ? await makeOwnDatabase() : undefined
  const config = own === undefined ? parsed : { ...parsed, database: own.location }
  const provider = await runProvider(config, {
    logger: createLogger({ name: 'provider', level: 'debug', destination }),
    clock: () => Date.now() + aheadMs,
  })
  const admin = async (...args: readonly string[]) => {
    const { argv, input } = splitInput(args)
    return (await provider.admin(argv, input)) as Record<string, unknown>
  }
  const made = await admin(
    ...[
      'application',
      'create',
      '--name',
      'Counterfoil',
      '--redirect',
      CALLBACK,
      '--restriction',
      'single_business',
    ],
    ...[
      '--home-page',
      'http://app.example/',
      '--optional-scopes',
      'product:read',
      '--reason',
      'account:read=to show your balances',
    ],
  )
  const clientId = String(made['clientId'])
  return {
    url: provider.url,
    localUrl: `http://127.0.0.1:${provider.port}`,
    clientId: asClientId(clientId),
    clientSecret: asClientSecret(String(made['clientSecret'])),
    log: () => lines.join(''),
    wait: (milliseconds) => {
      aheadMs += milliseconds
    },
    admin,
    authorizeUrl: (parameters = {}) => {
      const all = {
        client_id: clientId,
        response_type: 'code',
        scope: SCOPES,
        redirect_uri: CALLBACK,
        state: 'st/4te',
        ...parameters,
      }
      return `${provider.url}/oauth2/authorize/?${new URLSearchParams(all).toString()}`
    },
    async close() {
      await provider.close()
      await own?.drop()
    },
  }
}

/** Opens the consent page of a new request, or whatever page follows the sign-in. */
export async function consentPageOf(
  harbour: Harbour,
  email: string,
  parameters: Readonly<Record<string, string>> = {},
  agent: BrowserAgent = createBrowserAgent(),
): Promise<{ agent: BrowserAgent; page: AgentAnswer }> {
  const first = await agent.visit(harbour.authorizeUrl(parameters), { stopAt: CALLBACK })
  if (!first.url.endsWith('/sign-in')) return { agent, page: first }
  return { agent, page: await signIn(agent, first, email) }
}

/** Fills in the sign-in form of `page`. */
export function signIn(
  agent: BrowserAgent,
  page: AgentAnswer,
  email: string,
  password = DEMO_PASSWORD,
): Promise<AgentAnswer> {
  const form = formTo(page, '/sign-in')
  return agent.post(form.action, { ...form.fields, email, password }, { from: page.url, stopAt: CALLBACK })
}

/** Presses a button of the consent page. Follows redirects up to the application. */
export function answer(
  agent: BrowserAgent,
  page: AgentAnswer,
  fields: Readonly<Record<string, string | readonly string[]>>,
): Promise<AgentAnswer> {
  const form = formTo(page, '/answer')
  return agent.post(form.action, { ...form.fields, ...fields }, { from: page.url, stopAt: CALLBACK })
}

/** Returns the value of the radio button of a business, by its name on the page. */
export function businessIdOn(page: AgentAnswer, name: string): string {
  const radios = [
    ...page.body.matchAll(
      /<input\s[^>]*name="business"[^>]*value="([^"]+)"[^>]*>\s*<span class="stack"\s*>\s*<b>([^<]+)<\/b/g,
    ),
  ]
  const found = radios.find(([, , label]) => label === name)?.[1]
  if (found === undefined)
    throw new Error(`No radio for ${name}; there are ${radios.map((radio) => radio[2]).join(', ')}`)
  return found
}

/** Returns the heading of a page. */
export function headingOf(page: AgentAnswer): string {
  return /<h1>(.*?)<\/h1>/s.exec(page.body)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? ''
}

/** Returns the parameters of the redirect to the application. */
export function backAt(location: string | undefined): URLSearchParams {
  if (location === undefined || !location.startsWith(CALLBACK))
    throw new Error(`not back at the application: ${location}`)
  return new URL(location).searchParams
}
