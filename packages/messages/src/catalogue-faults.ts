import type { CatalogueSettings } from './catalogue.ts'
import { everyPart, parseMessage, type Message, type MessagePart } from './message-syntax.ts'
import { pluralCategories } from './plural-categories.ts'
import type { MessageDescription, PlaceholderType, ResourceBundle } from './resource-bundle.ts'

/** The form of a key, which becomes the path of a member. */
const KEY = /^[a-z]\w*?(?:__[a-zA-Z][\w-]*?)*$/
const NAME = /^[a-z][a-zA-Z0-9]*$/
const FEWEST_WORDS = 3
const RESERVED = new Set([
  'class',
  'default',
  'delete',
  'do',
  'else',
  'for',
  'function',
  'if',
  'in',
  'new',
  'of',
  'this',
  'var',
  'with',
])

/** Returns the faults of the template, the file that is translated from. */
export function findTemplateFaults(template: ResourceBundle, settings: CatalogueSettings): readonly string[] {
  const { messages, descriptions } = template
  const keys = new Set(messages.keys())
  return [
    ...[...descriptions.keys()].filter((key) => !keys.has(key)).map((key) => `@${key} describes no message`),
    ...[...messages].flatMap(([key, text]) => {
      const about = descriptions.get(key)
      if (about === undefined) return [`${key} has no description (@${key})`]
      return [
        ...findKeyFaults(key, keys),
        ...findDescriptionFaults(key, about).map((fault) => `${key}: ${fault}`),
        ...findPlaceholderFaults(about, template, settings).map((fault) => `${key}: ${fault}`),
        ...findMessageFaults(text, { about, bundle: template, given: template.given, settings }).map(
          (fault) => `${key}: ${fault}`,
        ),
      ]
    }),
  ]
}

/** Returns the faults of a translation: missing messages, superfluous messages, or a form different from the template's. */
export function findTranslationFaults(
  { template, translation }: { readonly template: ResourceBundle; readonly translation: ResourceBundle },
  settings: CatalogueSettings,
): readonly string[] {
  return [
    ...[...translation.messages.keys()]
      .filter((key) => !template.messages.has(key))
      .map((key) => `${key} is not in the template`),
    ...[...template.messages].flatMap(([key, original]) => {
      const text = translation.messages.get(key)
      const about = template.descriptions.get(key)
      if (text === undefined) return [`${key} is missing`]
      if (about === undefined) return []
      const faults = findMessageFaults(text, { about, bundle: translation, given: template.given, settings })
      return (faults.length > 0 ? faults : findDifferences({ original, text })).map(
        (fault) => `${key}: ${fault}`,
      )
    }),
  ]
}

function findKeyFaults(key: string, keys: ReadonlySet<string>): readonly string[] {
  const groups = key
    .split('__')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('__'))
  return [
    ...(KEY.test(key) ? [] : [`${key} is no key: letters, digits and _, groups joined by __`]),
    ...groups
      .filter((group) => keys.has(group))
      .map((group) => `${key}: ${group} is a message already, so it is no group`),
  ]
}

/** Returns descriptions that do not help a translator: one or two words, or only the words of the key. */
function findDescriptionFaults(
  key: string,
  { description, placeholders }: MessageDescription,
): readonly string[] {
  const last = description.split(': ').at(-1) ?? ''
  const ofKey = new Set(wordsIn(key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('_', ' ')))
  return [
    ...(wordsIn(description).length < FEWEST_WORDS
      ? [`its description says too little (${description}): where does it stand, and what for?`]
      : []),
    ...(wordsIn(last).every((word) => ofKey.has(word))
      ? [`its description repeats its key (${last}): where does it stand, and what for?`]
      : []),
    ...Object.entries(placeholders ?? {})
      .filter(([, placeholder]) => placeholder.description === undefined)
      .map(([name]) => `{${name}} has no description`),
  ]
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function findPlaceholderFaults(
  about: MessageDescription,
  { given }: ResourceBundle,
  { html }: CatalogueSettings,
): readonly string[] {
  return Object.entries(about.placeholders ?? {}).flatMap(([name, { type }]) => [
    ...(NAME.test(name) && !RESERVED.has(name) ? [] : [`{${name}} cannot be the name of a parameter`]),
    ...(given.includes(name) ? [`{${name}} is given for the whole catalogue`] : []),
    ...(type === 'Html' && html === undefined ? [`{${name}}: there is no HTML in this catalogue`] : []),
  ])
}

type Around = {
  readonly about: MessageDescription
  readonly bundle: ResourceBundle
  readonly given: readonly string[]
  readonly settings: CatalogueSettings
}

function findMessageFaults(text: string, around: Around): readonly string[] {
  if (text.trim() === '') return ['is empty']
  try {
    return [...everyPart(parseMessage(text))].flatMap((part) => findPartFaults(part, around))
  } catch (error) {
    return [(error as Error).message]
  }
}

function findPartFaults(part: MessagePart, { about, bundle, given, settings }: Around): readonly string[] {
  if (part.kind === 'text' || part.kind === 'count') return []
  if (part.kind === 'tag')
    return settings.tags[part.name] === undefined ? [`there is no tag <${part.name}>`] : []
  const type: PlaceholderType | undefined = given.includes(part.name)
    ? 'String'
    : about.placeholders?.[part.name]?.type
  if (type === undefined) return [`there is no placeholder {${part.name}}`]
  if (part.kind === 'argument') return type === 'bool' ? [`{${part.name}} is true or false: use select`] : []
  return part.kind === 'plural'
    ? findPluralFaults(part, { type, locale: bundle.locale })
    : findSelectFaults(part, type)
}

type Choice = { readonly name: string; readonly cases: ReadonlyMap<string, Message> }

function findPluralFaults(
  { name, cases }: Choice,
  { type, locale }: { readonly type: PlaceholderType; readonly locale: string },
): readonly string[] {
  if (type !== 'int') return [`{${name}} is no number to count by (its type is ${type})`]
  const wanted = pluralCategories(locale)
  const known = new Set<string>(new Intl.PluralRules(locale).resolvedOptions().pluralCategories)
  return [
    ...[...wanted]
      .filter((category) => !cases.has(category))
      .map((category) => `{${name}} has no case ${category}, which ${locale} has`),
    ...[...cases.keys()]
      .filter((category) => !/^=\d+$/.test(category) && !known.has(category))
      .map((category) => `{${name}}: ${locale} has no case ${category}`),
  ]
}

function findSelectFaults({ name, cases }: Choice, type: PlaceholderType): readonly string[] {
  if (type === 'int' || type === 'Html') return [`{${name}} cannot be selected by (its type is ${type})`]
  const only = type === 'bool' ? ['true', 'other'] : type === 'String?' ? ['none', 'other'] : undefined
  if (only === undefined) return []
  return [...only.filter((one) => !cases.has(one)), ...[...cases.keys()].filter((one) => !only.includes(one))]
    .map(() => `{${name}} is of type ${type}: its cases are ${only.join(' and ')}`)
    .slice(0, 1)
}

/**
 * Compares the properties that a translation shares with its original: placeholders that are shown, tags, and the space at either
 * end.
 */
function findDifferences({
  original,
  text,
}: Readonly<Record<'original' | 'text', string>>): readonly string[] {
  const before = parseMessage(original)
  const after = parseMessage(text)
  // A no-break space belongs to the punctuation of a language.
  const edge = (value: string) => [/^[^\S\u00a0]/.test(value), /[^\S\u00a0]$/.test(value)].join()
  return [
    ...differences(namesOf(before, 'argument'), namesOf(after, 'argument'), (name) => `{${name}}`),
    ...differences(namesOf(before, 'tag'), namesOf(after, 'tag'), (name) => `<${name}>`),
    ...(edge(original) === edge(text)
      ? []
      : ['begins or ends with a space where the original does not, or the other way round']),
  ]
}

function namesOf(message: Message, kind: 'argument' | 'tag'): ReadonlySet<string> {
  return new Set(
    [...everyPart(message)].flatMap((part) => {
      // The number of a plural may be written as # or by its name.
      if (kind === 'argument' && part.kind === 'plural')
        return [...part.cases.values()].some((inner) => inner.some((it) => it.kind === 'count'))
          ? [part.name]
          : []
      return part.kind === kind ? [part.name] : []
    }),
  )
}

function differences(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  show: (name: string) => string,
): readonly string[] {
  return [
    ...[...before]
      .filter((name) => !after.has(name))
      .map((name) => `${show(name)} of the original is missing`),
    ...[...after].filter((name) => !before.has(name)).map((name) => `${show(name)} is not in the original`),
  ]
}
