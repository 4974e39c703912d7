import { type AgentAnswer, type BrowserAgent, createBrowserAgent } from '@counterfoil/testkit/browser-agent'
import { Secret, TOTP } from 'otpauth'
import type { UserId } from '@counterfoil/oauth/ids'
import { asPasskeyChallenge } from '@counterfoil/oauth/testing/ids'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { MANY, NORTHWIND, type ProviderFixture } from '#testing/provider-fixture.ts'
import { signIn } from '#testing/harbour-client.ts'
import { readTypedCode, STEP_SECONDS } from '#second-factor/codes.ts'

/** The provider and language of the current run. */
export const world = {} as { provider: ProviderFixture; language: string }

export type Fields = Readonly<Record<string, string>>
export type Opened = {
  readonly agent: BrowserAgent
  readonly page: AgentAnswer
  readonly path: string
  readonly right: Fields
  /** Invalid fields, each refused for another reason. */
  readonly wrong: readonly Fields[]
}

/** The answer to one form. */
export type Answer = {
  readonly route: string
  readonly kind: 'right' | 'wrong' | 'stale'
  readonly fields: Fields
  readonly status: number
  readonly location: string
  /** The page with the form. */
  readonly before: AgentAnswer
  /** The page to which the answer redirects; undefined if it redirects to the application. */
  readonly shown: AgentAnswer | undefined
  /** The page at the same address after the stored page has expired. */
  readonly late: AgentAnswer | undefined
}

/** Opens a page of Harbour in a browser where this person is signed in, or nobody if `userId` is undefined. */
export async function open(userId: UserId | undefined, path: string) {
  const agent = createBrowserAgent({ 'accept-language': world.language })
  const [name = '', value = ''] = userId === undefined ? [] : (await world.provider.signIn(userId)).split('=')
  if (userId !== undefined) agent.setCookie(world.provider.base, name, value)
  return { agent, page: await agent.visit(world.provider.base + path) }
}

export async function openOwn(action: string) {
  const { application } = await world.provider.createClient({ name: 'Tide Table', ownerUserId: MANY })
  const path = `/developers/${application.id}`
  const isOnItsOwnPage = action === 'rotate' || action === 'end-overlap'
  if (action === 'end-overlap') await world.provider.deps.applications.rotateSecret(application.id, 3_600)
  const opened = await open(MANY, isOnItsOwnPage ? path : `${path}/${action}`)
  return { ...opened, path: `${path}/${action}`, right: {}, wrong: [] }
}

/** @param step The last part of the address, after the request: `answer` or `sign-in`. */
export async function openRequest(step: string, userId: UserId | undefined) {
  const client = await world.provider.createClient()
  const { handle = '' } = await world.provider.authorize(client, { approval_prompt: 'force' })
  const path = `/authorize/${handle}`
  const shown = step === 'accounts' ? `${path}/accounts` : path
  return { ...(await open(userId, shown)), path: `${path}/${step}`, right: {}, wrong: [] }
}

/** Creates an approved document of Northwind and returns the path of its page. */
export async function newDocumentPath(kind: 'estimate' | 'invoice'): Promise<string> {
  const { token } = await world.provider.deps.personalTokens.mint(MANY, { name: 'Script' })
  const ask = async (query: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ query })
    const response = await fetch(`${world.provider.base}/graphql/public`, { method: 'POST', headers, body })
    return ((await response.json()) as { data: any }).data
  }
  const businessId = JSON.stringify(world.provider.businessParameter(NORTHWIND))
  const { customerCreate } = await ask(
    `mutation { customerCreate(input: { businessId: ${businessId}, name: "Ada" }) { customer { id } } }`,
  )
  const made = await ask(`mutation { ${kind}Create(input: { businessId: ${businessId},
    customerId: "${customerCreate.customer.id}" }) { ${kind} { id viewUrl } } }`)
  const { id, viewUrl } = made[`${kind}Create`][kind]
  await ask(`mutation { ${kind}Approve(input: { ${kind}Id: "${id}" }) { didSucceed } }`)
  return new URL(viewUrl).pathname
}

/** Opens the form with which a member changes the link of a new document. */
export async function openLink(kind: 'estimate' | 'invoice'): Promise<Opened> {
  const path = await newDocumentPath(kind)
  return { ...(await open(MANY, path)), path: `${path}/link`, right: { end: '30', link: 'this' }, wrong: [] }
}

/** Creates a passkey of many@ without a usable key. Returns its id. */
export async function newPasskeyId(): Promise<string> {
  const { passkeyStore, clock } = world.provider.deps
  const [challenge, credentialId] = [asPasskeyChallenge(crypto.randomUUID()), crypto.randomUUID()]
  const made = { challenge, credentialId, expiresAtMs: clock(), counter: 0, publicKey: '', name: 'My phone' }
  await passkeyStore.add(MANY, made)
  return (await passkeyStore.list(MANY)).at(-1)?.id ?? ''
}

export async function newResetPath(): Promise<string> {
  const asked = { kind: 'password_reset', typedAddress: DEMO_USERS.lapsed.email } as const
  const mail = {
    ...asked,
    id: crypto.randomUUID(),
    attempts: 1,
    createdAt: new Date(world.provider.deps.clock()),
  }
  return `/reset-password?token=${(await world.provider.deps.passwordResets.open(mail))?.token}`
}

export const SINGLE = DEMO_USERS.single

/** Turns codes from an app on or off for single@. Returns a valid code. */
export async function haveCodes(isOn: boolean): Promise<string> {
  const { secondFactors, db, clock } = world.provider.deps
  await db.deleteFrom('throttles').execute()
  await secondFactors.remove(SINGLE.id)
  const totp = new TOTP({ secret: Secret.fromBase32((await secondFactors.setUp(SINGLE.id)) ?? '') })
  if (isOn) await secondFactors.turnOn(SINGLE.id, readTypedCode(totp.generate({ timestamp: clock() })))
  return totp.generate({ timestamp: clock() + (isOn ? STEP_SECONDS * 1_000 : 0) })
}

/** Signs in as single@ up to the page that asks for the code. */
export async function openCode(path: string, signInPath: string): Promise<Opened> {
  const code = await haveCodes(true)
  const opened = await open(undefined, signInPath)
  const page = await signIn(opened.agent, opened.page, SINGLE.email)
  return { agent: opened.agent, page, path, right: { code }, wrong: [{ code: '' }, { code: 'no code' }] }
}
