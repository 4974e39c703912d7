import {
  asApplicationId,
  asAuthorizationHandle,
  asAuthorizationRequestId,
  asBusinessId,
  asClientId,
  asGrantId,
  asUserId,
} from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { judgeBusinessChoice, type BusinessAccess } from '#businesses/business-access.ts'
import { plainText } from '#html/html.ts'
import type { PageContext } from '#pages/page.ts'
import { wordsFor } from '#words/words.ts'
import type { EarlierGrant } from './consent/earlier-consent.ts'
import { completePage } from '#pages/layout.ts'
import { buildPromptPage, type PageInput } from './prompt-routes.ts'

const NOW_MS = Date.parse('2026-11-20T10:00:00Z')
const HANDLE = asAuthorizationHandle('h'.repeat(32))
const CONTEXT: PageContext = {
  plansAreFree: true,
  sendsMail: false,
  harbour: 'Harbour',
  ownHost: 'harbour.example',
  locale: 'en',
  words: wordsFor('en', 'Harbour'),
  dates: { locale: 'en', timeZone: 'UTC', nowMs: NOW_MS },
  path: '/x',
  reference: '7F2K-91',
}
const ACCOUNT = {
  userId: asUserId('u'),
  email: 'ada@harbour.example',
  name: 'Ada Lovelace',
  ...{ isSignedIn: true, passwordCheckedAtMs: NOW_MS },
}
const REQUEST: PendingAuthorization = {
  id: asAuthorizationRequestId('r'),
  application: {
    ...{
      id: asApplicationId('a'),
      clientId: asClientId('c'),
      ownerUserId: null,
      name: 'Counterfoil',
    },
    ...{
      description: null,
      homePageUrl: null,
      logoUrl: null,
      redirectEntries: [],
      allowedScopes: [],
    },
    ...{
      optionalScopes: [],
      scopeReasons: {},
      restriction: 'single_business',
      accessTokenSeconds: 7_200,
    },
    ...{ rotateRefreshTokens: true, isStrict: false, sendsIssuer: null, isChecked: true, isDeleted: false },
    ...{ createdAtMs: 0 },
  },
  redirectUri: 'https://counterfoil.example/connect/callback',
  scopes: ['user:read', 'business:read', 'invoice:read'],
  ...{
    encodedState: null,
    approvalPrompt: 'auto',
    asksPassword: false,
    askedBusiness: { kind: 'none' },
    accountUserId: null,
  },
  ...{ createdAtMs: NOW_MS, expiresAtMs: NOW_MS + 15 * 60_000, extensions: 0, answered: null },
}
const INPUT: PageInput = {
  ...{ picked: undefined, search: '', kept: undefined, fault: 'none', wasChecked: false },
  ...{ csrf: 'csrf-of-the-form', moreTimeCsrf: 'csrf-of-more-time' },
}

function business(id: string, facts: { state?: 'active' | 'lapsed'; city?: string } = {}): BusinessAccess {
  const judged = {
    isArchived: false,
    role: 'owner',
    plan: {
      state: facts.state ?? 'active',
      name: 'Pro',
      reason: null,
      endsOn: null,
      endedOn: null,
    },
  } as const
  const names = {
    businessId: asBusinessId(id),
    name: `${id} Ltd`,
    city: facts.city ?? null,
    currencyCode: 'CAD',
  }
  return {
    ...names,
    isPersonal: false,
    isDefault: false,
    ...judged,
    choice: judgeBusinessChoice(judged),
  }
}

const grant = (id: string | null, day: string): EarlierGrant => ({
  id: asGrantId(`grant of ${day}`),
  businessId: id === null ? null : asBusinessId(id),
  scopes: REQUEST.scopes,
  grantedAtMs: Date.parse(`${day}T08:00:00Z`),
  confirmedAtMs: Date.parse(`${day}T08:00:00Z`),
})

/** Returns the page for a person with these businesses, its text, and the changes of the expiry of the request. */
async function show(
  businesses: readonly BusinessAccess[],
  options: {
    readonly grants?: readonly EarlierGrant[]
    readonly request?: Partial<PendingAuthorization>
    readonly input?: Partial<PageInput>
    readonly account?: Partial<typeof ACCOUNT>
  } = {},
) {
  const held: unknown[] = []
  const deps = {
    businessAccess: { listFor: async () => businesses },
    pendingAuthorizations: { extend: async (...of: unknown[]) => void held.push(of) },
    earlierGrants: async () => options.grants ?? [],
  }
  const account = { ...ACCOUNT, ...options.account }
  const request = { ...REQUEST, ...options.request }
  const input = { ...INPUT, ...options.input }
  const built = await buildPromptPage(deps, { handle: HANDLE, request, account, input, context: CONTEXT })
  const page = completePage(built, CONTEXT)
  const body = String(page.body)
  const isolated = /[\u2068\u2069]/g
  const title = page.title.replaceAll(isolated, '')
  const text = plainText(page.body).replaceAll(isolated, '').replaceAll(/\s+/g, ' ')
  return { page, title, body, text, held }
}

describe('the page of the next prompt', () => {
  it('asks for consent if a business can be chosen, with the CSRF tokens of both forms', async () => {
    const { page, title, body, text, held } = await show([business('Fern')])
    expect([page.status, title]).toEqual([200, 'Let Counterfoil see your business?'])
    expect(page.formRedirectOrigin).toBe('https://counterfoil.example')
    expect(text).toContain('counterfoil.example')
    expect(text).toContain(ACCOUNT.email)
    expect(body).toContain('value="csrf-of-the-form"')
    expect(body).toContain('value="csrf-of-more-time"')
    expect(body).toContain(`/authorize/${HANDLE}/answer`)
    expect(body).toContain(`/authorize/${HANDLE}/more-time`)
    expect(body).toContain(`value="/authorize/${HANDLE}"`)
    // Only a page that waits for a plan extends the expiry of the request.
    expect(held).toEqual([])
  })

  it('shows examples from the data of the person and of the selected business', async () => {
    const { text } = await show([business('Fern', { city: 'York' })])
    expect(text).toContain('Ada Lovelace · ada@harbour.example')
    expect(text).toContain('Fern Ltd · York · CAD')
    const nameless = await show([business('Fern')], { account: { name: ACCOUNT.email } })
    expect(nameless.text).not.toContain('ada@harbour.example · ')
    expect(nameless.text).toContain('Fern Ltd · CAD')
    const picked = await show([business('Fern'), business('Moss')], { input: { picked: 'Moss' } })
    expect(picked.text).toContain('Moss Ltd · CAD')
    expect(picked.text).not.toContain('Fern Ltd · CAD')
    // Without a chosen business the example is the first one.
    expect((await show([business('Fern'), business('Moss')])).text).toContain('Fern Ltd · CAD')
  })

  it('shows when the business was connected before', async () => {
    const grants = [
      grant('Fern', '2026-10-01'),
      { ...grant(null, '2026-08-01'), confirmedAtMs: Date.parse('2026-09-01T08:00:00Z') },
    ]
    const { text } = await show([business('Fern')], { grants })
    expect(text).toContain('1 October 2026')
    expect(text).not.toContain('1 September 2026')
  })

  it('shows for each business since when it is connected, and where to manage that', async () => {
    const two = [business('Fern'), business('Moss')]
    const { text } = await show(two, { grants: [grant('Moss', '2026-10-01')] })
    expect(text).toContain('Moss LtdPro plan, activeConnected 1 October')
    expect(text).toContain('Manage what Counterfoil can do now')
    const overAll = await show(two, { grants: [grant(null, '2026-10-01')] })
    expect(overAll.text).not.toContain('Connected 1')
    expect(overAll.text).not.toContain('Manage what Counterfoil can do now')
  })

  it('omits empty values from an example', async () => {
    expect((await show([business('Fern', { city: '' })])).text).toContain('Fern Ltd · CAD')
  })

  it('reports that the requested business is unknown or cannot be connected, even if no business can be connected', async () => {
    const about = async (id: string) => {
      const askedBusiness = { kind: 'business', businessId: asBusinessId(id) } as const
      const { text } = await show([business('Fern', { state: 'lapsed' })], {
        request: { askedBusiness },
      })
      return text
    }
    expect(await about('Moss')).toContain('The business Counterfoil asked for isn’t in this account.')
    expect(await about('Fern')).toContain('Counterfoil asked for Fern Ltd.')
  })

  it('compares with the grant for all businesses if the application gets all of them', async () => {
    const application = { ...REQUEST.application, restriction: 'all_businesses' } as const
    const { title, text } = await show([business('Fern')], {
      grants: [
        grant('Fern', '2026-10-01'),
        { ...grant(null, '2026-08-01'), confirmedAtMs: Date.parse('2026-09-01T08:00:00Z') },
      ],
      request: { application },
    })
    expect(title).toBe('Give Counterfoil access to all your businesses?')
    expect(text).toContain('1 September 2026')
  })

  it.each([
    [['invoice:read'], 'Let Counterfoil see your business?', 'wants to see the data listed below.'],
    [
      ['invoice:read', 'invoice:send'],
      'Let Counterfoil see your business and send from it?',
      'wants to see the data listed below and send documents for you.',
    ],
    [
      ['invoice:read', 'invoice:write', 'invoice:send'],
      'Let Counterfoil see and change your business?',
      'wants to see and change the data listed below.',
    ],
  ])('asks for no more than %j', async (scopes, title, sentence) => {
    const shown = await show([business('Fern')], { request: { scopes } })
    expect(shown.title).toBe(title)
    expect(shown.text).toContain(sentence)
  })

  it('answers 422 with the fault of the answer', async () => {
    expect((await show([business('Fern')], { input: { fault: 'choose' } })).page).toMatchObject({
      status: 422,
      hasProblem: true,
    })
  })

  it('keeps the request for an hour while no business can be chosen, and lists each with its reason', async () => {
    const { page, text, held } = await show([business('Fern', { state: 'lapsed' })])
    expect(page.title).toBe(CONTEXT.words.consent.none.title)
    expect(text).toContain('Fern Ltd')
    expect(text).toContain('11:00')
    expect(held).toEqual([[REQUEST.id, NOW_MS + 60 * 60_000, 'held']])
    expect(page.news).toBeUndefined()
  })

  it('reports after "Check again" that nothing has changed', async () => {
    const { page } = await show([business('Fern', { state: 'lapsed' })], {
      input: { wasChecked: true },
    })
    expect(page.news).toBe(CONTEXT.words.consent.none.unchanged)
  })

  it('links to creating a business if the person has none', async () => {
    const { page, body, held } = await show([])
    expect(page.title).toBe(CONTEXT.words.consent.empty.title)
    expect(body).toContain(`/plans?request=${HANDLE}#create`)
    expect(held).toHaveLength(1)
  })
})
