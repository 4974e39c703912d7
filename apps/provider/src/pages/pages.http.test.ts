import { createBrowserAgent, formTo, type BrowserAgent } from '@counterfoil/testkit/browser-agent'
import { brotliDecompressSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '@counterfoil/design/languages'
import {
  answer,
  businessIdOn,
  CALLBACK,
  consentPageOf,
  headingOf,
  signIn,
  startHarbour,
  type Harbour,
} from '#testing/harbour-client.ts'

const MAX_COMPRESSED_BYTES = 14 * 1_024
const MAX_SCRIPT_BYTES = 2 * 1_024

/** The text before the heading in the titles of pages, by the name of the page. */
const NEWS: Readonly<Record<'en' | 'fr', Readonly<Record<string, string>>>> = {
  en: {
    'an address that was tried': 'Refused',
    'a search among apps': 'Search for “north”',
    'a search in vain among apps': 'No app, token or business matches “nothing”',
    'a part of the log': 'token, failed on our side',
    'older pages of the log': 'Older',
  },
  fr: {
    'an address that was tried': 'Refusée',
    'a search among apps': 'Recherche de «\u00A0north\u00A0»',
    'a search in vain among apps':
      'Aucune application, aucun jeton ni aucune entreprise ne correspond à «\u00A0nothing\u00A0»',
    'a part of the log': 'jetons, échec de notre côté',
    'older pages of the log': 'Plus anciens',
  },
}

let harbour: Harbour
/** The browser of a user with a connected app, an own application and all other data that pages show. */
let agent: BrowserAgent
let addresses: readonly (readonly [string, string, number])[]

beforeAll(async () => {
  harbour = await startHarbour({ PROVIDER_SECOND_FACTOR: 'true' })
  await harbour.admin(
    'application',
    'update',
    '--client-id',
    harbour.clientId,
    '--owner',
    'many@harbour.example',
  )
  const connected = await consentPageOf(harbour, 'many@harbour.example')
  agent = connected.agent
  await answer(agent, connected.page, {
    answer: 'allow',
    business: businessIdOn(connected.page, 'Northwind Trading'),
  })
  const { page: consent } = await consentPageOf(harbour, '', { approval_prompt: 'force' }, agent)
  const apps = await agent.visit(`${harbour.url}/connected-apps`)
  const app = /href="(\/connected-apps\/[0-9a-f-]{36})"/.exec(apps.body)?.[1] ?? ''
  const developers = await agent.visit(`${harbour.url}/developers`)
  const own = /href="(\/developers\/[0-9a-f-]{36})"/.exec(developers.body)?.[1] ?? ''
  const handle = new URL(consent.url).pathname
  addresses = [
    ['home', '/', 200],
    ['help', '/help', 200],
    ['privacy', '/privacy', 200],
    ['sign-in', '/sign-in', 200],
    ['forgot password', '/forgot-password', 200],
    ['a link to set a password that ran out', '/reset-password', 400],
    ['how somebody signs in', '/security', 200],
    ['a new password', '/security/password', 200],
    ['turning codes on', '/security/turn-on', 200],
    ['sign-out', '/sign-out', 200],
    ['password again', '/confirm-password', 200],
    ['plans', '/plans', 200],
    ['consent', handle, 200],
    ['accounts of a request', `${handle}/accounts`, 200],
    ['sign-in of a request', `${handle}/sign-in`, 200],
    ['connected apps', '/connected-apps', 200],
    ['a search among apps', '/connected-apps?q=north', 200],
    ['a search in vain among apps', '/connected-apps?q=nothing', 200],
    ['details of an app', app, 200],
    ['removing an app', `${app}/remove`, 200],
    ['removing all apps', '/connected-apps/remove-all', 200],
    ['developers', '/developers', 200],
    ['a new application', '/developers/new', 200],
    ['an application', own, 200],
    ['an address that was tried', `${own}?uri=x`, 200],
    ['changing an application', `${own}/edit`, 200],
    ['the log', `${own}/log`, 200],
    ['a part of the log', `${own}/log?endpoint=token&outcome=failed`, 200],
    ['older pages of the log', `${own}/log?before=1`, 200],
    ['deleting an application', `${own}/delete`, 200],
    ['not found', '/nothing-here', 404],
    ['a request that ran out', `/authorize/${'x'.repeat(32)}`, 400],
    ['a wrong link', '/oauth2/authorize/?client_id=nobody', 400],
  ]
})
afterAll(() => harbour.close())

describe('every page', () => {
  it('has the strict headers, and names an application in form-action only on its consent page', async () => {
    for (const [name, path, status] of addresses) {
      const page = await agent.send('GET', harbour.url + path)
      expect([name, page.status]).toEqual([name, status])
      const policy = String(page.headers['content-security-policy'])
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src 'self' data:; form-action 'self'( http:\/\/app\.example)?; frame-ancestors 'none'; base-uri 'none'$/,
      )
      expect([name, policy.includes('http://app.example')]).toEqual([name, name === 'consent'])
      expect(page.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'content-type': 'text/html; charset=utf-8',
      })
      expect(page.headers).not.toHaveProperty('x-powered-by')
      expect(page.body).not.toMatch(/\sstyle="|\son[a-z]+="|javascript:/)
    }
  })

  it('contains exactly the style and the script whose hashes are in its policy', async () => {
    const page = await agent.send('GET', `${harbour.url}/help`)
    const policy = String(page.headers['content-security-policy'])
    for (const element of ['style', 'script']) {
      const text = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page.body)?.[1] ?? ''
      expect(policy).toContain(
        `${element}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      )
      if (element === 'script') expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
    }
  })

  it('fits into the initial congestion window of TCP: at most 14 KB compressed, in every language', async () => {
    for (const language of LANGUAGES) {
      for (const [name, path] of addresses) {
        const headers = {
          cookie: agent.cookies(harbour.url),
          'accept-encoding': 'br',
          'accept-language': language,
        }
        const response = await rawGet(harbour.url + path, headers)
        expect(response.encoding).toBe('br')
        expect([name, response.bytes.length <= MAX_COMPRESSED_BYTES]).toEqual([name, true])
        expect(brotliDecompressSync(response.bytes).toString()).toContain(`<html lang="${language}">`)
      }
    }
  })

  it('has one h1, a title, a language, a skip link and a link to the help', async () => {
    for (const [name, path] of addresses) {
      const page = await agent.send('GET', harbour.url + path)
      expect([name, page.body.match(/<h1[ >]/g)?.length]).toEqual([name, 1])
      expect(page.body).toMatch(/<title>[^<]+<\/title>/)
      expect(page.body).toContain('<a class="skip" href="#content">')
      expect(page.body).toContain('href="/help"')
    }
  })

  it('has a unique title: its news, its heading and the name of the provider', async () => {
    for (const language of ['en', 'fr'] as const) {
      const states = new Map<string, string>()
      for (const [name, path] of addresses) {
        const page = await agent.send('GET', harbour.url + path, { headers: { 'accept-language': language } })
        const title = /<title>([^<]+)<\/title>/.exec(page.body)?.[1] ?? ''
        const heading = headingOf(page).replaceAll(/\s*\n\s*/g, ' ')
        const news = NEWS[language][name]
        expect([name, title]).toEqual([name, `${news === undefined ? '' : `${news} – `}${heading} – Harbour`])
        const known = states.get(title)
        // Signing in looks the same with and without a request.
        if (name !== 'sign-in of a request') expect([name, title, known]).toEqual([name, title, undefined])
        states.set(title, name)
      }
    }
  })

  it('sets only the session cookie, HttpOnly and Lax; on https also Secure and __Host-', async () => {
    const fresh = await createBrowserAgent().send('GET', `${harbour.url}/sign-in`)
    expect([fresh.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^harbour_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const secure = await startHarbour({
      PROVIDER_PUBLIC_URL: 'https://harbour.example',
      PROVIDER_TRUSTED_PROXIES: '1',
    })
    const page = await createBrowserAgent().send('GET', `${secure.localUrl}/sign-in`)
    expect([page.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^__Host-harbour_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ])
    await secure.close()
  })
})

describe('the language of a page', () => {
  it('is that of the browser until the person chooses one, and the choice returns to the same page', async () => {
    const reader = createBrowserAgent({ 'accept-language': 'fr-CA,fr;q=0.9' })
    const french = await reader.visit(`${harbour.url}/sign-in?return_to=%2Fplans`)
    expect(headingOf(french)).toBe('Se connecter à Harbour')
    const english = await reader.submit(french, formTo(french, '/language'), { lang: 'en' })
    expect(headingOf(english)).toBe('Sign in to Harbour')
    expect(english.url).toBe(french.url)
    expect(english.body).toContain('value="/plans"')
  })

  it('can be changed during an authorization request without losing it', async () => {
    const { agent: reader, page } = await consentPageOf(harbour, 'single@harbour.example')
    const french = await reader.submit(page, formTo(page, '/language'), { lang: 'fr' })
    expect(headingOf(french)).toBe('Autoriser Counterfoil à voir votre entreprise\u00A0?')
    const answered = await answer(reader, french, { answer: 'allow' })
    expect(answered.location).toContain(`${CALLBACK}?code=`)
  })

  it('never redirects to another site when it is changed', async () => {
    const page = await createBrowserAgent().post(`${harbour.url}/language`, {
      lang: 'fr',
      return_to: '//evil.example/',
    })
    expect(new URL(page.url).origin).toBe(harbour.url)
  })
})

describe('a provider that is closed for maintenance', () => {
  it('shows the end on every page, answers 503 with Retry-After, and opens by itself', async () => {
    const closed = await startHarbour({
      PROVIDER_CLOSED_UNTIL: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const reader = createBrowserAgent()
    for (const path of [
      '/',
      '/sign-in',
      new URL(closed.authorizeUrl()).pathname + new URL(closed.authorizeUrl()).search,
    ]) {
      const page = await reader.visit(closed.url + path)
      expect(page.status).toBe(503)
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(3_000)
      expect(page.body).toMatch(
        /Sorry, Harbour is closed until <time[^>]*>\d\d:\d\d UTC<\/time> on \w+day\u00A0\d+\u00A0\w+/,
      )
    }
    closed.wait(3_600_000)
    expect((await reader.visit(`${closed.url}/sign-in`)).status).toBe(200)
    await closed.close()
  })
})

describe('an error page', () => {
  it('shows the reference that is in the log', async () => {
    const page = await createBrowserAgent().send('GET', `${harbour.url}/oauth2/authorize/?client_id=nobody`)
    const reference = /id="reference">([^<]+)</.exec(page.body)?.[1] ?? ''
    expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{2}$/)
    expect(harbour.log()).toContain(`"reference":"${reference}"`)
    expect(page.location).toBeUndefined()
  })

  it('is sent with a 4xx status for a body that is no form, too large or malformed', async () => {
    const own = { origin: harbour.url, 'content-type': 'application/x-www-form-urlencoded' }
    for (const [body, headers] of [
      [`email=${'x'.repeat(40_000)}`, own],
      [Array.from({ length: 200 }, (_, at) => `f${at}=1`).join('&'), own],
      ['{"email":"x"}', { ...own, 'content-type': 'application/json' }],
      ['email[]=a&email[]=b&password[x]=1&__proto__=1', own],
    ] as const) {
      const page = await createBrowserAgent().send('POST', `${harbour.url}/sign-in`, { headers, body })
      expect(page.status).toBeGreaterThanOrEqual(400)
      expect(page.status).toBeLessThan(500)
      expect(page.body).toContain('<h1>')
    }
  })
})

/** Reads a response without decompressing it. */
async function rawGet(
  url: string,
  headers: Record<string, string>,
): Promise<{ bytes: Buffer; encoding: string | undefined }> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ bytes: Buffer.concat(chunks), encoding: response.headers['content-encoding'] }),
      )
    }).on('error', reject)
  })
}

it('after signing in, a person returns to the page they requested', async () => {
  const reader = createBrowserAgent()
  const page = await signIn(reader, await reader.visit(`${harbour.url}/plans`), 'many@harbour.example')
  expect(headingOf(page)).toBe('Plans')
})
