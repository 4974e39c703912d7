import {
  createBrowserAgent,
  formTo,
  type AgentAnswer,
  type BrowserAgent,
} from '@counterfoil/testkit/browser-agent'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '@counterfoil/testkit/mail-server'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'

export const NEW_PASSWORD = 'a wholly new password'
export const MANY = DEMO_USERS.many

/** The mail server and the provider of the current test. */
export const world = {} as { server: MailServer; provider: ProviderFixture }

/** Runs a mail server for the tests of a file. Before each test it is empty and accepts mail. */
export function startMails(): void {
  beforeAll(async () => {
    world.server = await startMailServer()
  })
  afterAll(() => world.server.close())
  beforeEach(() => {
    world.server.received.length = 0
    world.server.refusal = undefined
  })
}

export const start = (database?: { readonly kind: 'memory' }) =>
  startProvider({
    ...(database === undefined ? {} : { database }),
    env: {
      PROVIDER_SMTP_URL: world.server.url,
      PROVIDER_MAIL_FROM: 'accounts@harbour.example',
      // With one trusted proxy each test can use its own client address.
      PROVIDER_TRUSTED_PROXIES: '1',
      PROVIDER_SECOND_FACTOR: 'true',
    },
  })

let lastAddress = 0
export const newAgent = (address = `198.51.100.${(lastAddress += 1)}`) =>
  createBrowserAgent({ 'x-forwarded-for': address })
export const sendMails = () => world.provider.deps.accountMail?.sendDue()
export const visit = (agent: BrowserAgent, path: string) => agent.visit(world.provider.base + path)

export async function ask(email: string, agent = newAgent()): Promise<AgentAnswer> {
  const page = await visit(agent, '/forgot-password')
  const { action, fields } = formTo(page, '/forgot-password')
  return agent.post(action, { ...fields, email }, { from: page.url })
}

export function linkIn(mail: ReceivedMail | undefined): string {
  return /^http:.*\/reset-password\?token=.*$/m.exec(mail?.text ?? '')?.[0] ?? ''
}

/** Requests a link, sends the mail, and returns the link in it. */
export async function askForLink(email: string): Promise<string> {
  await ask(email)
  await sendMails()
  return linkIn(world.server.received.at(-1))
}

export async function setPassword(agent: BrowserAgent, link: string, password: string): Promise<AgentAnswer> {
  return (await openLink(agent, link))(password)
}

/** Opens a link. Returns a function that posts a new password from its page. */
export async function openLink(agent: BrowserAgent, link: string) {
  const page = await agent.visit(link)
  const { action, fields } = formTo(page, '/reset-password')
  return (password: string) => agent.post(action, { ...fields, password }, { from: page.url })
}

export async function signedIn(email: string, password = DEMO_PASSWORD): Promise<BrowserAgent> {
  const agent = newAgent()
  await signIn(agent, await visit(agent, '/sign-in'), email, password)
  return agent
}
export const greeting = async (agent: BrowserAgent) => headingOf(await visit(agent, '/'))
