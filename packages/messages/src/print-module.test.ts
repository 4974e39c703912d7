import { describe, expect, it } from 'vitest'
import { joinCatalogue, type CatalogueSettings } from './catalogue.ts'
import { findTemplateFaults, findTranslationFaults } from './catalogue-faults.ts'
import { exportedName, printModule } from './print-module.ts'
import { readResourceBundle } from './resource-bundle.ts'

const PLAIN: CatalogueSettings = {
  template: 'en',
  locales: ['en', 'fr', 'pl'],
  writeTo: '../made',
  tags: { b: ['**', '**'] },
}
const RICH: CatalogueSettings = {
  ...PLAIN,
  tags: { b: ['<b>', '</b>'], mono: ['<b class="mono">', '</b>'] },
  html: { tag: 'html', value: 'HtmlValue', module: '#html/html.ts' },
}

type Placeholders = Readonly<Record<string, string>>

/** Compiles one message in the locale of `text` and returns its line of the module. */
function compileOne(
  text: string,
  placeholders: Placeholders = {},
  {
    original = text,
    locale = 'en',
    settings = PLAIN,
    ...extras
  }: {
    original?: string
    locale?: string
    settings?: CatalogueSettings
    'x-named'?: true
  } = {},
): string {
  const about = {
    description: 'A message of a test',
    placeholders: Object.fromEntries(
      Object.entries(placeholders).map(([name, type]) => [name, { type, description: 'A value' }]),
    ),
    ...extras,
  }
  const template = readResourceBundle({
    name: 'test.en.arb',
    text: JSON.stringify({ '@@locale': 'en', message: original, '@message': about }),
  })
  const translation = readResourceBundle({
    name: 'test.arb',
    text: JSON.stringify({ '@@locale': locale, message: text }),
  })
  const faults =
    locale === 'en'
      ? findTemplateFaults(template, settings)
      : findTranslationFaults({ template, translation }, settings)
  if (faults.length > 0) return faults.join('\n')
  const module = printModule(joinCatalogue('test', { template, translation }, settings), settings)
  return (
    module
      .split('\n')
      .find((line) => line.startsWith('  message: '))
      ?.slice(11, -1) ?? module
  )
}

describe('a message compiles to', () => {
  it.each([
    ['text', 'Sign in', {}, '"Sign in"'],
    ['marked text', 'Sign in to <b>Harbour</b>', {}, '"Sign in to **Harbour**"'],
    ['a value', 'Sort by {column}', { column: 'String' }, '(column: string) => `Sort by ${column}`'],
    [
      'values in the order of their description',
      '{count} of {name}',
      { name: 'String', count: 'int' },
      '(name: string, count: number) => `${count} of ${name}`',
    ],
    [
      'a count',
      '{count, plural, one {# day} other {# days}}',
      { count: 'int' },
      '(count: number) => count === 1 ? `${count} day` : `${count} days`',
    ],
    [
      'a count with a case of its own, in a sentence',
      'There {count, plural, =0 {is nothing} one {is # day} other {are # days}}.',
      { count: 'int' },
      '(count: number) => `There ${count === 0 ? "is nothing" : count === 1 ? `is ${count} day` : `are ${count} days`}.`',
    ],
    [
      'a value that may be missing',
      '{day, select, none {It ended.} other {It ended on {day}.}}',
      { day: 'String?' },
      '(day: string | null | undefined) => day == null ? "It ended." : `It ended on ${day}.`',
    ],
    [
      'a choice',
      '{side, select, left {Go left} other {Go on}}',
      { side: 'String' },
      '(side: string) => side === "left" ? "Go left" : "Go on"',
    ],
    [
      'yes or no',
      '{late, select, true {Late} other {In time}}',
      { late: 'bool' },
      '(late: boolean) => late ? "Late" : "In time"',
    ],
    ['a value that nothing shows', 'Ended', { day: 'String' }, '(_day: string) => "Ended"'],
    ['signs of code', "a `b` \\ $'{'c'}'", {}, '"a `b` \\\\ ${c}"'],
    ['signs of code beside a value', "`{a}` $'{'c'}'", { a: 'String' }, '(a: string) => `\\`${a}\\` \\${c}`'],
    ['a space that does not break', '5\u00a0s', {}, '"5\\u00a0s"'],
  ] as const)('%s', (_name, text, placeholders, code) => {
    expect(compileOne(text, placeholders)).toBe(code)
  })

  it('arguments by name', () => {
    expect(compileOne('{who} paid {amount}', { who: 'String', amount: 'String' }, { 'x-named': true })).toBe(
      '({ who, amount }: { readonly who: string; readonly amount: string }) => `${who} paid ${amount}`',
    )
  })

  it('HTML if it has a tag or an HTML argument, otherwise text', () => {
    const settings = RICH
    expect(compileOne('<b>{app}</b> & more', { app: 'String' }, { settings })).toBe(
      '(app: string) => html`<b>${app}</b> &amp; more`',
    )
    expect(compileOne('Until {clock}', { clock: 'Html' }, { settings })).toBe(
      '(clock: HtmlValue) => html`Until ${clock}`',
    )
    expect(compileOne('Ends in <mono>{hint}</mono>', { hint: 'String' }, { settings })).toBe(
      '(hint: string) => html`Ends in <b class="mono">${hint}</b>`',
    )
    expect(compileOne('Done', {}, { settings })).toBe('"Done"')
  })

  it('plurals by the rules of the language', () => {
    const original = '{count, plural, one {# day} other {# days}}'
    const french = compileOne(
      '{count, plural, one {# jour} other {# jours}}',
      { count: 'int' },
      { original, locale: 'fr' },
    )
    expect(french).toBe('(count: number) => count < 2 ? `${count} jour` : `${count} jours`')
    const polish = compileOne(
      '{count, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}',
      { count: 'int' },
      { original, locale: 'pl' },
    )
    expect(polish).toContain(`new Intl.PluralRules('pl').select(count) === 'few' ?`)
  })
})

it('groups, and values given once for the catalogue', () => {
  const template = readResourceBundle({
    name: 'sign-in.en.arb',
    text: JSON.stringify({
      '@@locale': 'en',
      '@@x-given': ['harbour'],
      signOut__title: 'Sign out of {harbour}?',
      '@signOut__title': { description: 'Heading of a page' },
      kinds__plan_ended: 'Renew',
      '@kinds__plan_ended': { description: 'Button of a page' },
      'kinds__customer-create': '<b>New</b>',
      '@kinds__customer-create': { description: 'Button of a page' },
    }),
  })
  const catalogue = joinCatalogue('sign-in', { template, translation: template }, RICH)
  expect(printModule(catalogue, RICH))
    .toBe(`/* Generated from messages/sign-in.en.arb by packages/messages. Do not edit. */
import { html } from '#html/html.ts'

export const signInEn = (harbour: string) => ({
  signOut: {
    title: \`Sign out of \${harbour}?\`,
  },
  kinds: {
    plan_ended: "Renew",
    "customer-create": html\`<b>New</b>\`,
  },
})
`)
})

it('a module exports its part and its locale in one name', () => {
  expect(exportedName({ part: 'account-mails', locale: 'pt-BR' })).toBe('accountMailsPtBR')
})
