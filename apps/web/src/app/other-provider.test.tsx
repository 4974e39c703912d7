import { cleanup, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { button, formOf, heading, startFakeBff } from '#testing/app-fixture.ts'
import {
  sampleConnection,
  sampleConnectResult,
  sampleLeft,
  sampleProvider,
  sampleSession,
  signedInSession,
} from '#testing/samples.ts'

const bff = startFakeBff()
const SCOPES = ['openid', 'books.read', 'books.write']
const provider = sampleProvider({
  ...{ name: 'Ledger', plansUrl: null, connectedAppsUrl: null },
  ...{ offers: [], hasBusinesses: false },
  scopeWords: {
    'books.read': { en: 'See your books', de: 'Ihre Bücher sehen', fr: 'Voir vos livres' },
    'books.write': { en: 'Change your books', de: 'Ihre Bücher ändern', fr: 'Modifier vos livres' },
  },
})
const change = { provider, requestedScopes: SCOPES, optionalScopes: [] }
const connection = sampleConnection({
  ...{ businessId: null, businessName: 'Ledger' },
  scopes: ['books.read'],
  missing: ['books.write'],
})
const text = () => document.body.textContent
/** Words that must not appear, since only Harbour has businesses and accounting data. */
const FOREIGN = /business|Unternehmen|entreprise|invoice/i

beforeEach(() => {
  bff.session = signedInSession([connection], change)
})

describe('the app with a provider without businesses and accounting data', () => {
  it('promises no figures and no choice of a business before connecting', () => {
    bff.session = sampleSession(change)
    bff.open('/')
    expect(heading()).toBe('Connect Ledger')
    expect(document.title).toBe('Ledger – Counterfoil')
    expect(formOf(button('Connect Ledger'))).toMatchObject({ intent: 'connect' })
    expect(text()).toContain('What Counterfoil may doSee your books, Change your books.')
    expect(text()).not.toMatch(FOREIGN)
    expect(text()).not.toContain('can’t do')
  })

  it.each([
    ['en', 'What Counterfoil may do', 'See your books', 'Change your books'],
    ['de', 'Was Counterfoil darf', 'Ihre Bücher sehen', 'Ihre Bücher ändern'],
    ['fr', 'Ce que Counterfoil peut faire', 'Voir vos livres', 'Modifier vos livres'],
  ] as const)('names permissions in the words of the profile: %s', (locale, title, seen, missing) => {
    bff.session = signedInSession([connection], { ...change, locale })
    bff.open('/')
    const card = screen.getByRole('region', { name: title })
    const names = [...card.querySelectorAll('.permission-name')].map(({ textContent }) => textContent)
    expect(names).toEqual([seen, missing])
    expect(text()).not.toMatch(FOREIGN)
  })

  it('claims no limit of access that the profile does not state', () => {
    bff.open('/')
    expect(text()).not.toContain('It can’t move money')
  })

  it('offers no other business on any page', () => {
    bff.open('/')
    expect(heading()).toBe('Connection to Ledger')
    expect([...document.querySelectorAll('nav a')].map(({ textContent }) => textContent)).toEqual([
      ...['Overview', 'Profile'],
    ])
    cleanup()
    bff.open('/elsewhere')
    expect(heading()).toBe('We can’t find that page')
    cleanup()
    bff.open('/profile')
    expect(screen.queryByRole('region', { name: 'Businesses' })).toBeNull()
    expect(bff.asked.filter(({ name }) => name.endsWith('/graphql'))).toEqual([])
  })

  it('shows no page at the address of the businesses', () => {
    bff.open('/businesses')
    expect(heading()).toBe('We can’t find that page')
  })

  it.each([
    ['en', 'Ledger stays connected.', 'Ledger is disconnected at once.', 'Disconnects Ledger, deletes'],
    ['de', 'Ledger bleibt verbunden.', 'Ledger wird sofort getrennt.', 'Trennt Ledger, löscht'],
    ['fr', 'Ledger reste connecté.', 'Ledger est déconnecté aussitôt.', 'Déconnecte Ledger, efface'],
  ] as const)('signs out without a word about businesses: %s', (locale, stays, ends, forgets) => {
    bff.session = signedInSession([connection], { ...change, locale })
    bff.open('/profile')
    for (const sentence of [stays, ends, forgets]) expect(text()).toContain(sentence)
    expect(text()).not.toMatch(FOREIGN)
    cleanup()
    bff.session = signedInSession([], { ...change, locale })
    bff.open('/profile')
    expect(text()).not.toMatch(FOREIGN)
  })

  it.each(['en', 'de', 'fr'] as const)(
    'shows the result of leaving without mentioning businesses: %s',
    (locale) => {
      const results = [
        sampleLeft({ kind: 'signed_out', stayConnected: 1, needReconnect: 1, disconnected: 1 }),
        sampleLeft({ kind: 'device_forgotten' }),
      ]
      for (const left of results) {
        bff.session = sampleSession({ ...change, locale })
        bff.open('/', { left })
        expect(text()).not.toMatch(FOREIGN)
        cleanup()
      }
    },
  )

  it('names refused permissions in the words of the profile', () => {
    const connectResult = sampleConnectResult('connected_less', {
      ...{ businessName: 'Ledger', granted: ['books.read'], missing: ['books.write'] },
    })
    bff.open('/?result=1', { connectResult })
    expect(text()).toContain('Ledger is connected. You didn’t allow Change your books.')
    expect(text()).not.toMatch(FOREIGN)
  })
})
