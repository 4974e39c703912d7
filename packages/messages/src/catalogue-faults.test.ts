import { describe, expect, it } from 'vitest'
import type { CatalogueSettings } from './catalogue.ts'
import { findTemplateFaults, findTranslationFaults } from './catalogue-faults.ts'
import { readResourceBundle } from './resource-bundle.ts'

const SETTINGS: CatalogueSettings = {
  template: 'en',
  locales: ['en'],
  writeTo: '',
  tags: { b: ['**', '**'] },
}
const ABOUT = {
  description: 'Heading of the list',
  placeholders: {
    name: { type: 'String', description: 'Name of a person' },
    count: { type: 'int', description: 'How many' },
  },
}
const DAYS = '{count, plural, one {# day} other {# days}}'

function templateOf(members: object) {
  return readResourceBundle({ name: 'test.en.arb', text: JSON.stringify({ '@@locale': 'en', ...members }) })
}

function faultsOf(text: string, original: string, locale: string): readonly string[] {
  const template = templateOf({ message: original, '@message': ABOUT })
  const translation = readResourceBundle({
    name: 'test.arb',
    text: JSON.stringify({ '@@locale': locale, message: text }),
  })
  return findTranslationFaults({ template, translation }, SETTINGS)
}

describe('a template is refused', () => {
  it.each([
    ['without a description', { message: 'Hello' }, 'message has no description (@message)'],
    ['with a description of nothing', { '@message': ABOUT }, '@message describes no message'],
    [
      'with a description of one word',
      { message: 'Hello', '@message': { description: 'Button' } },
      'message: its description says too little (Button): where does it stand, and what for?',
    ],
    [
      'with a description that is its key, behind that of its group',
      { list__emptyRow: 'Hello', '@list__emptyRow': { description: 'Every list of the app: empty row' } },
      'list__emptyRow: its description repeats its key (empty row): where does it stand, and what for?',
    ],
    [
      'with a placeholder of which nothing is said',
      { message: '{name}', '@message': { ...ABOUT, placeholders: { name: { type: 'String' } } } },
      'message: {name} has no description',
    ],
    ['with an empty text', { message: ' ', '@message': ABOUT }, 'message: is empty'],
    [
      'with a placeholder nobody described',
      { message: '{who}', '@message': ABOUT },
      'message: there is no placeholder {who}',
    ],
    ['with a tag nobody knows', { message: '<i>x</i>', '@message': ABOUT }, 'message: there is no tag <i>'],
    [
      'with an apostrophe that quotes',
      { message: "it's", '@message': ABOUT },
      'message: a straight apostrophe quotes in this format; write ’',
    ],
    [
      'with a date to format',
      { message: '{name, date}', '@message': ABOUT },
      'message: {name} comes as text that is formatted already: write {name}',
    ],
    [
      'that counts by a text',
      { message: '{name, plural, one {a} other {b}}', '@message': ABOUT },
      'message: {name} is no number to count by (its type is String)',
    ],
    [
      'without a case of its language',
      { message: '{count, plural, other {b}}', '@message': ABOUT },
      'message: {count} has no case one, which en has',
    ],
    [
      'with a key that is no name',
      { 'my message': 'x', '@my message': ABOUT },
      'my message is no key: letters, digits and _, groups joined by __',
    ],
    [
      'with a group that is a message',
      { a: 'x', '@a': ABOUT, a__b: 'y', '@a__b': ABOUT },
      'a__b: a is a message already, so it is no group',
    ],
    [
      'with a parameter that no function can have',
      {
        message: 'x',
        '@message': { ...ABOUT, placeholders: { new: { type: 'int', description: 'How many' } } },
      },
      'message: {new} cannot be the name of a parameter',
    ],
    [
      'with HTML where there is none',
      {
        message: 'x',
        '@message': { ...ABOUT, placeholders: { link: { type: 'Html', description: 'A link' } } },
      },
      'message: {link}: there is no HTML in this catalogue',
    ],
    [
      'with a brace left open',
      { message: '{name', '@message': ABOUT },
      'message: not ICU MessageFormat (expect argument closing brace)',
    ],
  ])('%s', (_name, members, fault) => {
    expect(findTemplateFaults(templateOf(members), SETTINGS)).toEqual([fault])
  })

  it('with an unknown attribute', () => {
    expect(() => templateOf({ message: 'x', '@message': { ...ABOUT, placeholder: {} } })).toThrow(
      /test.en.arb: @message/,
    )
  })
})

describe('a translation is refused', () => {
  it.each([
    [
      'that leaves a value out',
      'Bonjour',
      'Hello {name}',
      'fr',
      'message: {name} of the original is missing',
    ],
    ['that brings a value', 'Bonjour {name}', 'Hello', 'fr', 'message: {name} is not in the original'],
    ['that leaves a tag out', 'Bonjour', '<b>Hello</b>', 'fr', 'message: <b> of the original is missing'],
    [
      'that leaves the number out',
      '{count, plural, one {un jour} other {des jours}}',
      DAYS,
      'fr',
      'message: {count} of the original is missing',
    ],
    [
      'with other space at its end',
      'Bonjour',
      'Hello ',
      'fr',
      'message: begins or ends with a space where the original does not, or the other way round',
    ],
    [
      'without all cases of its language',
      '{count, plural, one {# dzień} other {# dni}}',
      DAYS,
      'pl',
      'message: {count} has no case many, which pl has\nmessage: {count} has no case few, which pl has',
    ],
    [
      'with a case of another language',
      '{count, plural, one {#} two {#} other {#}}',
      DAYS,
      'fr',
      'message: {count}: fr has no case two',
    ],
  ])('%s', (_name, text, original, locale, fault) => {
    expect(faultsOf(text, original, locale).join('\n')).toBe(fault)
  })

  it('that lacks a message, or has a superfluous one', () => {
    const template = templateOf({ message: 'Hello', '@message': ABOUT })
    const translation = readResourceBundle({
      name: 'test.fr.arb',
      text: JSON.stringify({ '@@locale': 'fr', other: 'x' }),
    })
    expect(findTranslationFaults({ template, translation }, SETTINGS)).toEqual([
      'other is not in the template',
      'message is missing',
    ])
  })
})

it.each([
  ['the number by its name', '{count, plural, one {{count} Tag} other {{count} Tage}}', DAYS, 'de'],
  [
    'no plural where the language has none',
    '{name} devis',
    '{name} {count, plural, one {estimate} other {estimates}}',
    'fr',
  ],
  ['a case for a million', '{count, plural, one {# jour} many {# de jours} other {# jours}}', DAYS, 'fr'],
])('a translation may have %s', (_name, text, original, locale) => {
  expect(faultsOf(text, original, locale)).toEqual([])
})
