import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findGlossaryFaults } from '@counterfoil/design/testing/french-glossary'
import { findGermanFaults } from '@counterfoil/design/testing/german-glossary'
import type { Locale } from '@counterfoil/bff-api/session'
import { LANGUAGES } from '@counterfoil/design/languages'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { PART_WORDS } from './all-words.ts'
import { en } from './en.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'

const src = join(import.meta.dirname, '..')

const isCounted = (source: string) => /count|seconds|permissions/.test(source)

const placeNamed = (_: object, name: string | symbol) =>
  isCounted(String(name)) || name === 'shown' ? 2 : `Place ${String(name)}`

/** Returns every message with its key; functions are called with the names of their placeholders. */
function texts(value: unknown, key = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[key, value]]
  if (typeof value === 'function') {
    const call = value as (...values: unknown[]) => unknown
    // The placeholders are named properties, or positional arguments.
    if (/^\(\s*\{/.test(String(value))) return texts(call(new Proxy({}, { get: placeNamed })), key)
    const place = (index: number) => (isCounted(String(value)) ? 2 : `Place${index}`)
    return texts(call(place(0), place(1), place(2), place(3)), key)
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, `${key}.${name}`))
}

const BANNED = {
  en: /\b(authori[sz]e[ds]?|authori[sz]ation|scopes?|tokens?|oauth|grant(ed|s)?|revoke[ds]?|resources?|sync(ed|ing)?|sessions?|tenants?|401|403|50\d|please|invalid|forbidden|oops|errors?|failed to|technical difficulties|are you sure)\b|!/i,
  fr: /\b(oauth|jetons?|portées?|révoqu\w*|ressources?|synchronis\w*|sessions?|401|403|veuillez|invalide|interdit|oups|erreurs?)\b|!/i,
  de: /\b(oauth|tokens?|scopes?|ressourcen?|synchron\w*|sitzung\w*|autorisier\w*|widerruf\w*|40[13]|bitte|ungültig\w*|verboten|hoppla|fehlermeldung)\b|!/i,
} satisfies Record<Locale, RegExp>

/** The English messages, including those of lazily loaded parts. */
const EN = { ...en, parts: PART_WORDS.en }
const FR = { ...fr, parts: PART_WORDS.fr }
const DE = { ...de, parts: PART_WORDS.de }

const CATALOGUES = { en: EN, fr: FR, de: DE } satisfies Record<Locale, typeof EN>
const TRANSLATIONS = LANGUAGES.filter((locale) => locale !== 'en').map(
  (locale) => [new Intl.DisplayNames('en', { type: 'language' }).of(locale), CATALOGUES[locale]] as const,
)

describe.each(LANGUAGES.map((locale) => [locale, CATALOGUES[locale]] as const))(
  'the %s messages',
  (locale, catalogue) => {
    it('contain no jargon, no blame and no exclamation mark', () => {
      const found = texts(catalogue).filter(([, text]) => BANNED[locale].test(text))
      expect(found).toEqual([])
    })

    it('use typographic apostrophes and ellipses', () => {
      expect(texts(catalogue).filter(([, text]) => /\w'\w|\.\.\./.test(text))).toEqual([])
    })

    it('contain "sorry" only for faults of the app', () => {
      const sorry = texts(catalogue).filter(([, text]) => /\b(sorry|désolés?|entschuldigung)\b/i.test(text))
      expect(sorry.map(([key]) => key)).toEqual(['.failure.unknown.title'])
    })

    it('close every bold part they open', () => {
      expect(texts(catalogue).filter(([, text]) => text.split('**').length % 2 === 0)).toEqual([])
    })

    it('leave no placeholder empty', () => {
      expect(texts(catalogue).filter(([, text]) => /undefined|NaN|\[object/.test(text))).toEqual([])
    })
  },
)

describe('the translations', () => {
  it('have the same keys', () => {
    const keys = texts(EN).map(([key]) => key)
    for (const [, catalogue] of TRANSLATIONS) expect(texts(catalogue).map(([key]) => key)).toEqual(keys)
  })

  it('use no-break spaces before French punctuation', () => {
    expect(texts(FR).filter(([, text]) => / [?!;:»]|« /.test(text))).toEqual([])
  })

  it('use one French term for one thing, as the provider’s pages do', () => {
    const french = texts(FR)
    const pairs = texts(EN).map(([key, text], index) => [key, text, french[index]?.[1] ?? ''] as const)
    expect(pairs.length).toBeGreaterThan(300)
    expect(findGlossaryFaults(pairs)).toEqual([])
  })

  it('use one German term for one thing, as the provider’s pages do', () => {
    const german = texts(DE)
    const pairs = texts(EN).map(([key, text], index) => [key, text, german[index]?.[1] ?? ''] as const)
    expect(findGermanFaults(pairs)).toEqual([])
  })

  it.each(TRANSLATIONS)('are complete: long sentences differ in %s', (_name, catalogue) => {
    const english = new Map(texts(EN))
    const same = texts(catalogue).filter(([key, text]) => text.length > 26 && english.get(key) === text)
    expect(same).toEqual([])
  })
})

describe('the components', () => {
  it('contain no literal text: every text comes from the messages', async () => {
    const files = (await readdir(src, { recursive: true })).filter(
      (file) => file.endsWith('.tsx') && !file.includes('.test.'),
    )
    expect(files.length).toBeGreaterThan(20)
    const found: string[] = []
    for (const file of files) {
      const tree: unknown = parseAst(await readFile(join(src, file), 'utf8'), { lang: 'tsx' })
      for (const text of literalTexts(tree)) found.push(`${file}: ${text}`)
    }
    expect(found).toEqual([])
  })

  it('are checked by a test that finds a literal text', () => {
    const tree: unknown = parseAst('const a = <p title="Say this">Hello {b ? "there" : c}</p>', {
      lang: 'tsx',
    })
    expect(literalTexts(tree)).toEqual(['Say this', 'Hello ', 'there'])
  })

  it('use every message', async () => {
    const files = (await readdir(src, { recursive: true })).filter(
      (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('words/'),
    )
    const code = (await Promise.all(files.map((file) => readFile(join(src, file), 'utf8')))).join('\n')
    const groups = [
      'permission',
      'checkRow',
      'checkAdvice',
      'checkOutcome',
      'checkData',
      'state',
      'themes',
      'languages',
    ]
    const unused = texts({ ...en, result: PART_WORDS.en.result, leaving: PART_WORDS.en.leaving })
      .map(([key]) => key.split('.').filter((part) => part !== '' && !/^\d+$/.test(part)))
      .filter((parts) => !parts.some((part) => groups.includes(part)))
      .filter((parts) => !new RegExp(`\\b${parts.at(-1) ?? ''}\\b`).test(code))
      .map((parts) => parts.join('.'))
    expect([...new Set(unused)]).toEqual([])
  })
})

const WORDED_ATTRIBUTES = [
  'alt',
  'aria-label',
  'aria-description',
  'title',
  'placeholder',
  'label',
  'lede',
  'note',
]

function literalTexts(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(literalTexts)
  if (typeof node !== 'object' || node === null || !('type' in node)) return []
  const entry = node as { type: string; value?: unknown; name?: { name?: string }; [key: string]: unknown }
  const hasWords = (text: unknown): text is string => typeof text === 'string' && /\p{L}/u.test(text)
  if (entry.type === 'JSXText') return hasWords(entry.value) ? [entry.value] : []
  if (entry.type === 'JSXAttribute') {
    const value = entry.value as { type?: string; value?: unknown } | null
    if (value?.type === 'Literal')
      return WORDED_ATTRIBUTES.includes(entry.name?.name ?? '') && hasWords(value.value) ? [value.value] : []
    const worded = WORDED_ATTRIBUTES.includes(entry.name?.name ?? '')
    return worded ? literalTexts(value) : literalTexts((value as { expression?: unknown } | null)?.expression)
  }
  if (entry.type === 'JSXExpressionContainer')
    return [...shownLiterals(entry['expression']), ...literalTexts(entry['expression'])]
  return Object.entries(entry).flatMap(([key, value]) => (key === 'parent' ? [] : literalTexts(value)))
}

/** Returns the literals that an expression between tags renders unchanged. */
function shownLiterals(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null || !('type' in node)) return []
  const entry = node as { type: string; [key: string]: unknown }
  switch (entry.type) {
    case 'Literal':
      return typeof entry['value'] === 'string' && /^[A-Z]|[a-z] [a-z]|^there$/.test(entry['value'])
        ? [entry['value']]
        : []
    case 'ConditionalExpression':
      return [...shownLiterals(entry['consequent']), ...shownLiterals(entry['alternate'])]
    case 'LogicalExpression':
      return shownLiterals(entry['right'])
    default:
      return []
  }
}
