import type { CatalogueMessage, CatalogueSettings } from './catalogue.ts'
import { everyPart, type Message, type MessagePart } from './message-syntax.ts'
import { singularTest } from './plural-categories.ts'
import type { PlaceholderType } from './resource-bundle.ts'

type Printing = Pick<CatalogueSettings, 'tags' | 'html'> & {
  readonly locale: string
  readonly isRich: boolean
  readonly types: Readonly<Record<string, PlaceholderType>>
  /** The number that `#` represents. */
  readonly count?: string
}

/** Returns the code of one message's value: a text, or a function of its placeholders in the order of the template. */
export function printMessage(
  message: CatalogueMessage,
  { locale, tags, html }: Pick<CatalogueSettings, 'tags' | 'html'> & { readonly locale: string },
): string {
  const { about, parts, isRich } = message
  const types = Object.fromEntries(
    Object.entries(about.placeholders ?? {}).map(([name, { type }]) => [name, type]),
  )
  const body = printParts(parts, { locale, tags, html, isRich, types })
  if (Object.keys(types).length === 0) return body
  return `${printParameters(message, { types, html })} => ${body}`
}

function printParameters(
  { about, parts }: CatalogueMessage,
  { types, html }: { readonly types: Printing['types']; readonly html: Printing['html'] },
): string {
  const typeOf = (type: PlaceholderType) =>
    ({
      String: 'string',
      'String?': 'string | null | undefined',
      int: 'number',
      bool: 'boolean',
      Html: html?.value ?? 'string',
    })[type]
  const used = new Set([...everyPart(parts)].flatMap((part) => ('name' in part ? [part.name] : [])))
  const names = Object.entries(types)
  if (about['x-named'] === true) {
    const taken = names.filter(([name]) => used.has(name)).map(([name]) => name)
    const members = names.map(([name, type]) => `readonly ${name}: ${typeOf(type)}`)
    return `(${taken.length === 0 ? '_' : `{ ${taken.join(', ')} }`}: { ${members.join('; ')} })`
  }
  return `(${names.map(([name, type]) => `${used.has(name) ? '' : '_'}${name}: ${typeOf(type)}`).join(', ')})`
}

/** Returns the code of an expression whose value is the message. */
function printParts(parts: Message, printing: Printing): string {
  const [only] = parts
  if (parts.length === 1 && (only?.kind === 'plural' || only?.kind === 'select'))
    return printChoice(only, printing)
  if (printing.isRich) return `${printing.html?.tag ?? ''}\`${printTemplate(parts, printing)}\``
  const isPlain = [...everyPart(parts)].every(({ kind }) => kind === 'text' || kind === 'tag')
  if (isPlain) return visible(JSON.stringify(plainText(parts, printing)))
  return `\`${printTemplate(parts, printing)}\``
}

/** Returns a text without values, with its tags written out. */
function plainText(parts: Message, printing: Printing): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      if (part.kind !== 'tag') throw new Error(`${part.kind} is no text`)
      const [begin, end] = printing.tags[part.name] ?? ['', '']
      return begin + plainText(part.parts, printing) + end
    })
    .join('')
}

/** Returns the text between the backticks of a template literal. */
function printTemplate(parts: Message, printing: Printing): string {
  return parts.map((part) => printPart(part, printing)).join('')
}

function printPart(part: MessagePart, printing: Printing): string {
  switch (part.kind) {
    case 'text':
      return inTemplate(printing.isRich ? escapeHtml(part.text) : part.text)
    case 'argument':
      return `\${${part.name}}`
    case 'count':
      return `\${${printing.count ?? ''}}`
    case 'tag': {
      const [begin, end] = printing.tags[part.name] ?? ['', '']
      return inTemplate(begin) + printTemplate(part.parts, printing) + inTemplate(end)
    }
    case 'plural':
    case 'select':
      return `\${${printChoice(part, printing)}}`
  }
}

function printChoice(part: Extract<MessagePart, { kind: 'plural' | 'select' }>, printing: Printing): string {
  const inner = part.kind === 'plural' ? { ...printing, count: part.name } : printing
  const print = (name: string) => printParts(part.cases.get(name) ?? [], inner)
  const tests =
    part.kind === 'plural' ? pluralTests(part, printing.locale) : selectTests(part, printing.types[part.name])
  return [...tests.map(([test, name]) => `${test} ? ${print(name)} : `), print('other')].join('')
}

type Tests = readonly (readonly [test: string, name: string])[]
type Choice = { readonly name: string; readonly cases: ReadonlyMap<string, Message> }

function pluralTests({ name, cases }: Choice, locale: string): Tests {
  const categories = [...cases.keys()].filter((category) => category !== 'other' && !category.startsWith('='))
  const exact = [...cases.keys()].filter((category) => category.startsWith('='))
  const singular = singularTest(locale)
  return [
    ...exact.map((category) => [`${name} === ${category.slice(1)}`, category] as const),
    ...categories.map(
      (category) =>
        [
          category === 'one' && singular !== undefined
            ? `${name} ${singular}`
            : `new Intl.PluralRules('${locale}').select(${name}) === '${category}'`,
          category,
        ] as const,
    ),
  ]
}

function selectTests({ name, cases }: Choice, type: PlaceholderType | undefined): Tests {
  if (type === 'bool') return [[name, 'true']]
  if (type === 'String?') return [[`${name} == null`, 'none']]
  return [...cases.keys()]
    .filter((value) => value !== 'other')
    .map((value) => [`${name} === ${JSON.stringify(value)}`, value] as const)
}

function inTemplate(text: string): string {
  return visible(text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${'))
}

/** Replaces invisible spaces by their escapes. */
function visible(text: string): string {
  return text.replaceAll(
    /[\u00a0\u202f\u2011\u00ad\u200b]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
