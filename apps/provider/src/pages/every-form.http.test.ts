import {
  createBrowserAgent,
  formTo,
  type AgentAnswer,
  type BrowserAgent,
} from '@counterfoil/testkit/browser-agent'
import { Secret, TOTP } from 'otpauth'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '@counterfoil/oauth/ids'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/demo-data.ts'
import {
  BAKERY,
  MANY,
  NORTHWIND,
  REDIRECT_URI,
  startProvider,
  type ProviderFixture,
} from '#testing/provider-fixture.ts'
import { pathsOf } from '#testing/paths-of.ts'
import { createApp } from '../app.ts'
import { KEPT_PAGE_MS } from './kept-page-codec.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { readTypedCode } from '#second-factor/recovery-code.ts'
import { STEP_SECONDS } from '#second-factor/totp.ts'

let provider: ProviderFixture
let language = 'en'
let english: readonly Answer[]
let french: readonly Answer[]
beforeAll(async () => {
  provider = await startProvider({
    env: {
      PROVIDER_APPLICATIONS_PER_ACCOUNT: '1000',
      PROVIDER_SECOND_FACTOR: 'true',
      // Nobody is there; what waits to be sent is the subject of other tests.
      PROVIDER_SMTP_URL: 'smtp://127.0.0.1:9',
      PROVIDER_MAIL_FROM: 'accounts@harbour.example',
    },
  })
  // What many@ shares of every business is partly single@'s to end.
  await provider.deps.accessRevocations.setRole(DEMO_USERS.single.id, NORTHWIND, 'admin')
  english = await walkForms()
  language = 'fr'
  french = await walkForms()
}, 600_000)
afterAll(() => provider.close())

type Fields = Readonly<Record<string, string>>
type Opened = {
  readonly agent: BrowserAgent
  readonly page: AgentAnswer
  readonly path: string
  readonly right: Fields
  /** Each is refused, and each has its reason. */
  readonly wrong: readonly Fields[]
}

/** What one form was answered with. */
type Answer = {
  readonly route: string
  readonly kind: 'right' | 'wrong' | 'stale'
  readonly fields: Fields
  readonly status: number
  readonly location: string
  /** The page with the form. */
  readonly before: AgentAnswer
  /** Where the answer leads, unless that is to the application. */
  readonly shown: AgentAnswer | undefined
  /** Where the same address leads after a while. */
  readonly late: AgentAnswer | undefined
}

/** A browser on a page of Harbour, as this person; nobody without one. */
async function open(userId: UserId | undefined, path: string) {
  const agent = createBrowserAgent({ 'accept-language': language })
  const [name = '', value = ''] = userId === undefined ? [] : (await provider.signIn(userId)).split('=')
  if (userId !== undefined) agent.setCookie(provider.base, name, value)
  return { agent, page: await agent.visit(provider.base + path) }
}

async function openOwn(action: string) {
  const { application } = await provider.createClient({ name: 'Tide Table', ownerUserId: MANY })
  const path = `/developers/${application.id}`
  const isOnItsOwnPage = action === 'rotate' || action === 'end-overlap'
  if (action === 'end-overlap') await provider.deps.applications.rotateSecret(application.id, 3_600)
  const opened = await open(MANY, isOnItsOwnPage ? path : `${path}/${action}`)
  return { ...opened, path: `${path}/${action}`, right: {}, wrong: [] }
}

/** @param step The part of the address behind the request: `answer`, `sign-in`. */
async function openRequest(step: string, userId: UserId | undefined) {
  const client = await provider.createClient()
  const { handle = '' } = await provider.authorize(client, { approval_prompt: 'force' })
  const path = `/authorize/${handle}`
  const shown = step === 'accounts' ? `${path}/accounts` : path
  return { ...(await open(userId, shown)), path: `${path}/${step}`, right: {}, wrong: [] }
}

/** The page of an approved estimate of Northwind. */
async function newEstimatePath(): Promise<string> {
  const { token } = await provider.deps.personalTokens.mint(MANY, 'Script')
  const ask = async (query: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ query })
    const response = await fetch(`${provider.base}/graphql/public`, { method: 'POST', headers, body })
    return ((await response.json()) as { data: any }).data
  }
  const businessId = JSON.stringify(provider.businessParameter(NORTHWIND))
  const { customerCreate } = await ask(
    `mutation { customerCreate(input: { businessId: ${businessId}, name: "Ada" }) { customer { id } } }`,
  )
  const { estimateCreate } = await ask(`mutation { estimateCreate(input: { businessId: ${businessId},
    customerId: "${customerCreate.customer.id}" }) { estimate { id viewUrl } } }`)
  const { id, viewUrl } = estimateCreate.estimate
  await ask(`mutation { estimateApprove(input: { estimateId: "${id}" }) { didSucceed } }`)
  return new URL(viewUrl).pathname
}

async function newResetPath(): Promise<string> {
  const asked = { kind: 'password_reset', typedAddress: DEMO_USERS.lapsed.email } as const
  const mail = { ...asked, id: crypto.randomUUID(), attempts: 1, createdAt: new Date(provider.deps.clock()) }
  return `/reset-password?token=${(await provider.deps.passwordResets.open(mail))?.token}`
}

const SINGLE = DEMO_USERS.single

/** The account of single@ has codes of an app, or none yet; answers one that is right. */
async function haveCodes(isOn: boolean): Promise<string> {
  const { secondFactors, db, clock } = provider.deps
  await db.deleteFrom('throttles').execute()
  await secondFactors.remove(SINGLE.id)
  const totp = new TOTP({ secret: Secret.fromBase32((await secondFactors.setUp(SINGLE.id)) ?? '') })
  if (isOn) await secondFactors.turnOn(SINGLE.id, readTypedCode(totp.generate({ timestamp: clock() })))
  return totp.generate({ timestamp: clock() + (isOn ? STEP_SECONDS * 1_000 : 0) })
}

/** A browser that is asked for the code of single@. */
async function openCode(path: string, signInPath: string): Promise<Opened> {
  const code = await haveCodes(true)
  const opened = await open(undefined, signInPath)
  const page = await signIn(opened.agent, opened.page, SINGLE.email)
  return { agent: opened.agent, page, path, right: { code }, wrong: [{ code: '' }, { code: 'no code' }] }
}

const APPLICATION = {
  name: 'Quay Books',
  homePage: '',
  redirects: 'https://quay.example/callback',
  seconds: '7200',
  restriction: 'single_business',
  scopes: 'user:read',
}
const NOT_ONES_OWN = { business: DEMO_BUSINESSES.northwind.id.replace(/.$/, 'f') }

/** How each form of Harbour is come by, what is right and what is wrong to send with it. */
const FORMS: Readonly<Record<string, () => Promise<Opened>>> = {
  '/developers/tokens/new': async () => ({
    ...(await open(MANY, '/developers/tokens/new')),
    path: '/developers/tokens/new',
    right: { name: 'Night job' },
    wrong: [{ name: '' }, { name: 'x'.repeat(101) }],
  }),
  '/developers/tokens/:id/end': async () => {
    const { id } = await provider.deps.personalTokens.mint(MANY, 'Night job')
    const path = `/developers/tokens/${id}/end`
    return { ...(await open(MANY, path)), path, right: {}, wrong: [] }
  },
  '/estimates/:anonymousId/decision': async () => {
    const path = await newEstimatePath()
    const opened = await open(undefined, path)
    return { ...opened, path: `${path}/decision`, right: { decision: 'accept' }, wrong: [] }
  },
  '/language': async () => ({
    ...(await open(undefined, '/sign-in')),
    path: '/language',
    right: { lang: 'fr' },
    wrong: [{ lang: 'tlh', return_to: 'https://evil.example/' }],
  }),
  '/sign-in': async () => ({
    ...(await open(undefined, '/sign-in')),
    path: '/sign-in',
    right: { email: DEMO_USERS.many.email, password: DEMO_PASSWORD },
    wrong: [
      { email: '', password: '' },
      { email: DEMO_USERS.many.email, password: 'mistyped' },
    ],
  }),
  '/forgot-password': async () => ({
    ...(await open(undefined, '/forgot-password')),
    path: '/forgot-password',
    right: { email: DEMO_USERS.single.email },
    wrong: [{ email: '' }],
  }),
  '/reset-password': async () => ({
    ...(await open(undefined, await newResetPath())),
    path: '/reset-password',
    right: { password: 'a wholly new password' },
    wrong: [{ password: '' }, { password: 'short' }],
  }),
  '/sign-in/code': () => openCode('/sign-in/code', '/sign-in'),
  '/security/turn-on': async () => {
    const code = await haveCodes(false)
    const opened = await open(SINGLE.id, '/security/turn-on')
    return {
      ...opened,
      path: '/security/turn-on',
      right: { code },
      wrong: [{ code: '' }, { code: 'no code' }],
    }
  },
  '/security/recovery-codes': async () => ({
    right: { code: await haveCodes(true) },
    ...(await open(SINGLE.id, '/security/recovery-codes')),
    path: '/security/recovery-codes',
    wrong: [{ code: '' }, { code: 'no code' }],
  }),
  '/security/turn-off': async () => {
    const right = { code: await haveCodes(true), password: DEMO_PASSWORD }
    const opened = await open(SINGLE.id, '/security/turn-off')
    const wrong = [
      { ...right, password: 'mistyped' },
      { ...right, code: '' },
      { ...right, password: '' },
    ]
    return { ...opened, path: '/security/turn-off', right, wrong }
  },
  '/sign-out': async () => ({
    ...(await open(MANY, '/sign-out')),
    path: '/sign-out',
    right: { account: MANY },
    wrong: [{ account: DEMO_USERS.single.id }],
  }),
  '/confirm-password': async () => ({
    ...(await open(MANY, '/confirm-password')),
    path: '/confirm-password',
    right: { password: DEMO_PASSWORD },
    wrong: [{ password: '' }, { password: 'mistyped' }],
  }),
  '/plans/renew': async () => {
    await provider.setPlan(BAKERY, 'lapsed')
    const opened = await open(MANY, '/plans')
    return { ...opened, path: '/plans/renew', right: { business: BAKERY }, wrong: [NOT_ONES_OWN] }
  },
  '/plans/create': async () => ({
    ...(await open(MANY, '/plans')),
    path: '/plans/create',
    right: { name: 'Quay Tea' },
    wrong: [{ name: '' }, { name: 'x'.repeat(101) }],
  }),
  '/connected-apps/remove-all': async () => {
    await provider.connect(await provider.createClient())
    const opened = await open(MANY, '/connected-apps/remove-all')
    return { ...opened, path: '/connected-apps/remove-all', right: {}, wrong: [] }
  },
  '/connected-apps/:grantId/remove': async () => {
    const { grantId } = await provider.connect(await provider.createClient())
    const path = `/connected-apps/${grantId}/remove`
    return { ...(await open(MANY, path)), path, right: {}, wrong: [] }
  },
  '/connected-apps/:grantId/businesses/:businessId/remove': async () => {
    const { grantId } = await provider.connect(await provider.createClient({ restriction: 'all_businesses' }))
    const path = `/connected-apps/${grantId}/businesses/${NORTHWIND}/remove`
    return { ...(await open(DEMO_USERS.single.id, path)), path, right: {}, wrong: [] }
  },
  '/developers/new': async () => ({
    ...(await open(MANY, '/developers/new')),
    path: '/developers/new',
    right: APPLICATION,
    wrong: [
      { ...APPLICATION, name: '' },
      { ...APPLICATION, redirects: 'ftp://quay.example' },
    ],
  }),
  '/developers/:id/edit': async () => ({
    ...(await openOwn('edit')),
    right: APPLICATION,
    wrong: [{ ...APPLICATION, seconds: 'long' }],
  }),
  '/developers/:id/rotate': () => openOwn('rotate'),
  '/developers/:id/end-overlap': () => openOwn('end-overlap'),
  '/developers/:id/delete': () => openOwn('delete'),
  '/authorize/:handle/sign-in': async () => ({
    ...(await openRequest('sign-in', undefined)),
    right: { email: DEMO_USERS.many.email, password: DEMO_PASSWORD },
    wrong: [
      { email: '', password: '' },
      { email: DEMO_USERS.many.email, password: 'mistyped' },
    ],
  }),
  '/authorize/:handle/sign-in/code': async () => {
    const { handle = '' } = await provider.authorize(await provider.createClient())
    const path = `/authorize/${handle}/sign-in`
    return openCode(`${path}/code`, path)
  },
  '/authorize/:handle/accounts': async () => ({
    ...(await openRequest('accounts', MANY)),
    right: { account: MANY },
    wrong: [{ account: DEMO_USERS.single.id }, {}],
  }),
  '/authorize/:handle/answer': async () => ({
    ...(await openRequest('answer', MANY)),
    right: { answer: 'allow', business: NORTHWIND, keep: 'user:read' },
    wrong: [{ answer: 'allow' }, { answer: 'allow', ...NOT_ONES_OWN }, { answer: 'perhaps' }],
  }),
  '/authorize/:handle/not-now': () => openRequest('not-now', DEMO_USERS.lapsed.id),
  '/authorize/:handle/more-time': () => openRequest('more-time', MANY),
}

/** Posted to by programs, not by pages: what they are answered with is for programs to read. */
const NO_FORMS: Readonly<Record<string, string>> = {
  '/oauth2/token/': 'RFC 6749, section 5: JSON',
  '/oauth2/token-revoke/': 'RFC 7009, section 2.2: the status is the answer',
  '/graphql/public': 'GraphQL over HTTP',
  '/graphql/public/': 'the same',
  '/oauth2/authorize/': 'takes GET alone, and says 405',
}

/** What a browser sees first: the answer to the post itself. */
function post({ agent, page, path }: Opened, fields: Fields) {
  return agent.send('POST', provider.base + path, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: provider.base,
      'sec-fetch-site': 'same-origin',
      referer: page.url,
    },
    body: new URLSearchParams({ ...formTo(page, path).fields, ...fields }).toString(),
  })
}

/** Sends each form once right, once stale, and wrong in every way. */
async function walkForms(): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const [route, opening] of Object.entries(FORMS)) {
    const first = await opening()
    const { right, wrong } = first
    const tries: readonly (readonly [Answer['kind'], Fields])[] = [
      ['right', right],
      ['stale', { ...right, csrf: 'stale' }],
      ...wrong.map((fields) => ['wrong', fields] as const),
    ]
    for (const [kind, fields] of tries) {
      const form = kind === 'right' ? first : await opening()
      const { status, location = '' } = await post(form, fields)
      const visit = async (address: string) =>
        address.startsWith(provider.base) ? form.agent.visit(address, { stopAt: REDIRECT_URI }) : undefined
      const shown = await visit(location)
      provider.advance(KEPT_PAGE_MS)
      const late = await visit(shown?.url ?? '')
      provider.advance(-KEPT_PAGE_MS)
      answers.push({ route, kind, fields, status, location, before: form.page, shown, late })
    }
  }
  return answers
}

describe('every route of Harbour that takes a post', () => {
  it('is a form of this walk, or no form for a reason', () => {
    const app = createApp({ ...provider.deps, metrics: new Registry() }, { isStopping: () => false })
    const found = pathsOf(app, 'post')
    expect(found.length).toBeGreaterThan(20)
    expect([...found].sort()).toEqual([...Object.keys(FORMS), ...Object.keys(NO_FORMS)].sort())
  })

  it('answers with a redirect to what is right, to what is wrong, and to a form that is stale', () => {
    const others = english.filter(({ status }) => status !== 303)
    expect(others.map(({ route, fields, status }) => [route, fields, status])).toEqual([])
    expect(english.filter(({ kind }) => kind === 'wrong').length).toBeGreaterThan(15)
  })

  it('leads to a page that is there, also for Back and for a reload after everything kept is gone', () => {
    for (const { route, fields, shown, late } of english) {
      if (shown === undefined || shown.location !== undefined) continue
      expect([route, fields, headingOf(shown)]).not.toEqual([route, fields, ''])
      expect([route, fields, (late?.status ?? 404) < 404]).toEqual([route, fields, true])
    }
  })

  it.each(Object.keys(FORMS))(
    '%s answers a browser without cookies at once: it could come for nothing',
    async (route) => {
      const form = await FORMS[route]?.()
      if (form === undefined) throw new Error(`no form for ${route}`)
      form.agent.clearCookies()
      const { status, body, location } = await post(form, form.right)
      if (status === 303) expect(location).not.toContain('kept=')
      else expect(body).toMatch(/Allow cookies for|Acceptez les cookies de/)
    },
  )
})

describe('the title of what a form is answered with', () => {
  const titleOf = (page: AgentAnswer) => /<title>([^<]+)<\/title>/.exec(page.body)?.[1] ?? ''
  const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')

  it.each(['en', 'fr'])(
    'says the state and Harbour, and no other state of that way has the same, in %s',
    (spoken) => {
      const states = new Map<string, string>()
      const note = (page: AgentAnswer, state: string) => {
        const title = titleOf(page)
        expect([state, title]).toEqual([state, expect.stringContaining(oneLine(headingOf(page)))])
        expect(title).toMatch(/ – Harbour$|^Harbour$/)
        // Signing in is the same with and without a request; everything else belongs to one way.
        const way = new URL(page.url).pathname.split('/')[1] ?? ''
        const key = `${way}: ${title}`
        expect([title, states.get(key) ?? state]).toEqual([title, state])
        states.set(key, state)
      }
      for (const { route, kind, before, location, shown } of spoken === 'en' ? english : french) {
        note(before, placeOf(before.url))
        if (shown === undefined || shown.location !== undefined) continue
        const isKept = location.includes('kept=')
        // A page of its own, not of the form: the same wherever a form is stale or what it is about is gone.
        const isStop = shown.body.includes('id="reference"')
        note(shown, isStop ? titleOf(shown) : isKept ? `${kind} at ${placeOf(route)}` : placeOf(shown.url))
      }
    },
  )
})

/** The kind of page an address is, without whose or which. */
function placeOf(address: string): string {
  const path = address.startsWith('/') ? address : new URL(address).pathname
  return path.replaceAll(/\/(?:[\w-]{32,}|:\w+)/g, '/…').replace('/businesses/…', '')
}
