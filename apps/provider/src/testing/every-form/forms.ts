import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/demo-data.ts'
import { BAKERY, MANY, NORTHWIND } from '#testing/provider-fixture.ts'
import {
  world,
  SINGLE,
  open,
  openLink,
  openOwn,
  openRequest,
  openCode,
  haveCodes,
  newDocumentPath,
  newPasskeyId,
  newResetPath,
  type Opened,
} from './open-form.ts'

export const APPLICATION = {
  name: 'Quay Books',
  homePage: '',
  redirects: 'https://quay.example/callback',
  seconds: '7200',
  restriction: 'single_business',
  scopes: 'user:read',
}
export const NOT_ONES_OWN = { business: DEMO_BUSINESSES.northwind.id.replace(/.$/, 'f') }

/** Functions that open each form of Harbour and return it with valid and invalid fields. */
export const FORMS: Readonly<Record<string, () => Promise<Opened>>> = {
  '/businesses/:id/payment-details': async () => {
    const path = `/businesses/${NORTHWIND}/payment-details`
    return {
      ...(await open(MANY, path)),
      path,
      right: { paymentDetails: 'Account 004-10202', taxNumber: '81234 RT0001' },
      wrong: [
        { paymentDetails: 'x'.repeat(1001) },
        { paymentDetails: 'pay at www.evil.example' },
        { taxNumber: '1\n2' },
      ],
    }
  },
  '/developers/tokens/new': async () => ({
    ...(await open(MANY, '/developers/tokens/new')),
    path: '/developers/tokens/new',
    right: { name: 'Night job', scopes: 'user:read' },
    wrong: [
      { name: '' },
      { name: 'x'.repeat(101) },
      { scopes: 'fish:read' },
      { business: NOT_ONES_OWN.business },
    ],
  }),
  '/estimates/:anonymousId/decision': async () => {
    const path = await newDocumentPath('estimate')
    const opened = await open(undefined, path)
    return { ...opened, path: `${path}/decision`, right: { decision: 'accept' }, wrong: [] }
  },
  '/estimates/:anonymousId/link': () => openLink('estimate'),
  '/invoices/:anonymousId/link': () => openLink('invoice'),
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
  '/security/password': async () => ({
    ...(await open(MANY, '/security/password')),
    path: '/security/password',
    right: { password: DEMO_PASSWORD },
    wrong: [{ password: '' }, { password: 'password1' }, { password: DEMO_USERS.many.email }],
  }),
  '/security/browsers': async () => ({
    ...(await open(MANY, '/security')),
    path: '/security/browsers',
    right: { session: 'others' },
    wrong: [{ session: 'x' }],
  }),
  '/security/passkeys/:id/remove': async () => {
    const path = `/security/passkeys/${await newPasskeyId()}/remove`
    return { ...(await open(MANY, path)), path, right: {}, wrong: [] }
  },
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
  '/oauth2/end-session/': async () => ({
    ...(await open(MANY, '/oauth2/end-session/')),
    path: '/oauth2/end-session/',
    right: {},
    wrong: [],
  }),
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
    await world.provider.setPlan(BAKERY, 'lapsed')
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
    await world.provider.connect(await world.provider.createClient())
    const opened = await open(MANY, '/connected-apps/remove-all')
    return { ...opened, path: '/connected-apps/remove-all', right: {}, wrong: [] }
  },
  '/connected-apps/:grantId/remove': async () => {
    const { grantId } = await world.provider.connect(await world.provider.createClient())
    const path = `/connected-apps/${grantId}/remove`
    return { ...(await open(MANY, path)), path, right: {}, wrong: [] }
  },
  '/connected-apps/:grantId/businesses/:businessId/remove': async () => {
    const { grantId } = await world.provider.connect(
      await world.provider.createClient({ restriction: 'all_businesses' }),
    )
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
    const { handle = '' } = await world.provider.authorize(await world.provider.createClient())
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

/** The POST routes without a form in this test, with the reason. */
export const NO_FORMS: Readonly<Record<string, string>> = {
  '/oauth2/token/': 'RFC 6749, section 5: JSON',
  '/oauth2/token-revoke/': 'RFC 7009, section 2.2: the status is the answer',
  '/graphql/public': 'GraphQL over HTTP',
  '/graphql/public/': 'the same',
  '/security/passkeys/new':
    'is no page at the IP address of this walk; src/security/passkeys.http.test.ts sends it',
  '/oauth2/authorize/': 'takes GET alone, and says 405',
}
