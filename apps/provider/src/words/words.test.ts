import { findGlossaryFaults } from '@counterfoil/design/testing/french-glossary'
import { findGermanFaults } from '@counterfoil/design/testing/german-glossary'
import { describe, expect, it } from 'vitest'
import { messageWords } from '#books/messages/message-words.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import { Html, plainText } from '#html/html.ts'
import { HELD_LIFETIME_MS } from '#authorize/pending-authorization.ts'
import { MAX_ACCESS_TOKEN_SECONDS } from '#applications/application.ts'
import { FLUSH_AFTER_MS } from '#applications/call-log-store.ts'
import { RECENT_DAYS } from '#grants/days-of-use.ts'
import { RESET_LINK_MS } from '#password-reset/password-reset-store.ts'
import { STEP_SECONDS } from '#second-factor/codes.ts'
import { MIN_PASSWORD_CHARACTERS } from '#users/password-rule.ts'
import { MAX_PASSWORD_CHARACTERS } from '#users/sign-in.ts'
import { MAX_NAME_CHARACTERS } from '#plans/plans-page.ts'
import { LANGUAGES } from '@counterfoil/design/languages'
import { wordsFor } from './words.ts'

/** Returns every text of a catalogue with its key. Functions are called with example arguments. */
function textsOf(value: unknown, key = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[key, value]]
  if (value instanceof Html) return [[key, plainText(value)]]
  if (typeof value === 'function') {
    const asNumbers: unknown = value(3, 3, 3, 3, 3)
    const asTexts: unknown = value('Counterfoil', 'counterfoil.example', 'x', 'y', 'z')
    return [...textsOf(asNumbers, key), ...textsOf(asTexts, key)]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    textsOf(inner, key === '' ? name : `${key}.${name}`),
  )
}

const en = textsOf(wordsFor('en', 'Harbour'))
const fr = textsOf(wordsFor('fr', 'Harbour'))
const de = textsOf(wordsFor('de', 'Harbour'))
const TRANSLATIONS = LANGUAGES.filter((locale) => locale !== 'en').map(
  (locale) =>
    [
      new Intl.DisplayNames('en', { type: 'language' }).of(locale),
      textsOf(wordsFor(locale, 'Harbour')),
    ] as const,
)

describe('the messages of the pages', () => {
  // The terms of the protocol are for developers. Everyone else reads these pages.
  const forPeople = en.filter(([key]) => !key.startsWith('developers.'))

  it.each([
    'authoriz',
    'scope',
    'oauth',
    'grant',
    'revok',
    'resource',
    'sync',
    'session',
    'tenant',
    '401',
    'please',
    'invalid',
    'forbidden',
    'oops',
    '!',
  ])('never contain %j', (word) => {
    expect(forPeople.filter(([, text]) => text.toLowerCase().includes(word))).toEqual([])
  })

  it('contain "token" only where personal tokens are listed or were created', () => {
    const ofTokens = /^(?:apps|accountMails\.tokenMade)\./
    expect(forPeople.filter(([key, text]) => /token/i.test(text) && !ofTokens.test(key))).toEqual([])
  })

  it.each(TRANSLATIONS)('have the same keys in %s, and no English left', (_language, texts) => {
    expect(texts.map(([key]) => key)).toEqual(en.map(([key]) => key))
    const sameInAll = new Set(['frame.plans', 'site.home.title', 'signIn.password', 'consent.search'])
    const english = new Map(en)
    const untranslated = texts.filter(
      ([key, text]) => english.get(key) === text && /[a-z]{4,} [a-z]{3,}/i.test(text) && !sameInAll.has(key),
    )
    expect(untranslated).toEqual([])
  })

  it('are texts without a brace or a missing value, for every argument', () => {
    const printed = LANGUAGES.flatMap((locale) => [
      ...textsOf(printedWords(locale)),
      ...textsOf(messageWords(locale)),
    ])
    const texts = [...en, ...TRANSLATIONS.flatMap(([, translated]) => translated), ...printed]
    expect(texts.length).toBeGreaterThan(2000)
    expect(texts.filter(([, text]) => text === '' || /[{}]|undefined|NaN|\[object/.test(text))).toEqual([])
  })

  it.each([
    ['French', fr, findGlossaryFaults],
    ['German', de, findGermanFaults],
  ] as const)('have one %s word for one thing, the same as the app', (_language, texts, findFaults) => {
    const pairs = en.map(([key, text], index) => [key, text, texts[index]?.[1] ?? ''] as const)
    expect(pairs.length).toBeGreaterThan(300)
    expect(findFaults(pairs)).toEqual([])
  })

  it('keep French punctuation on the line of its word', () => {
    expect(fr.filter(([, text]) => / [:;?!»]|« /u.test(text))).toEqual([])
  })

  it('use the typographic apostrophe', () => {
    expect(
      [...en, ...TRANSLATIONS.flatMap(([, translated]) => translated)].filter(([, text]) =>
        /\w'\w/.test(text),
      ),
    ).toEqual([])
  })

  it.each(LANGUAGES)('state every limit as the code has it (%s)', (locale) => {
    const { consent, developers, site, apps, passwordReset, accountMails, secondFactor } = wordsFor(
      locale,
      'Harbour',
    )
    const digits = (text: string | Html) =>
      (text instanceof Html ? plainText(text) : text).replaceAll(/\D/g, '')
    expect(digits(consent.none.hold('Counterfoil'))).toBe(String(HELD_LIFETIME_MS / 60_000))
    expect(digits(developers.fault.out_of_range)).toBe(`1${MAX_ACCESS_TOKEN_SECONDS}`)
    expect(digits(site.plans.nameTooLong)).toBe(String(MAX_NAME_CHARACTERS))
    expect(digits(apps.detail.strip)).toBe(String(RECENT_DAYS))
    expect(digits(passwordReset.set.hint)).toBe(String(MIN_PASSWORD_CHARACTERS))
    expect(digits(passwordReset.set.fault.too_short)).toBe(String(MIN_PASSWORD_CHARACTERS))
    expect(digits(passwordReset.set.fault.too_long)).toBe(String(MAX_PASSWORD_CHARACTERS))
    expect(digits(secondFactor.ask.wrong)).toBe(String(STEP_SECONDS))
    const minutes = String(RESET_LINK_MS / 60_000)
    for (const text of [passwordReset.sent.works, passwordReset.dead.body, accountMails.reset.open])
      expect(digits(text)).toBe(minutes)
    // The text is "Within a second."
    expect(FLUSH_AFTER_MS).toBeLessThan(1000)
  })

  it('name the provider by its configured name', () => {
    expect(wordsFor('en', 'Wharf').signIn.title).toBe('Sign in to Wharf')
    for (const locale of LANGUAGES)
      expect(textsOf(wordsFor(locale, 'Wharf')).filter(([, text]) => text.includes('Harbour'))).toEqual([])
  })
})
