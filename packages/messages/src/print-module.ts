import type { Catalogue, CatalogueSettings } from './catalogue.ts'
import { printMessage } from './print-message.ts'

type Members = Map<string, string | Members>

/** Returns the name of an export: `frame` in `fr` is exported as `frameFr`. */
export function exportedName({ part, locale }: Pick<Catalogue, 'part' | 'locale'>): string {
  const words = [...part.split('-'), ...locale.split('-')]
  return words
    .map((word, index) => (index === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('')
}

/** Returns the text of the module of one part in one locale. */
export function printModule(catalogue: Catalogue, settings: CatalogueSettings): string {
  const { part, locale, given, messages } = catalogue
  const members: Members = new Map()
  for (const message of messages) {
    const path = message.key.split('__')
    const last = path.pop() ?? ''
    const group = path.reduce(memberGroup, members)
    group.set(last, printMessage(message, { ...settings, locale }))
  }
  const value = printMembers(members, '')
  const body =
    given.length === 0 ? value : `(${given.map((name) => `${name}: string`).join(', ')}) => (${value})`
  const imports = printImports(catalogue, settings)
  return [
    `/* Generated from messages/${part}.${locale}.arb by packages/messages. Do not edit. */`,
    ...(imports === undefined ? [] : [imports]),
    `export const ${exportedName(catalogue)} = ${body}`,
    '',
  ].join('\n')
}

function printImports({ messages }: Catalogue, { html }: CatalogueSettings): string | undefined {
  if (html === undefined || !messages.some(({ isRich }) => isRich)) return undefined
  const takesHtml = messages.some(({ about }) =>
    Object.values(about.placeholders ?? {}).some(({ type }) => type === 'Html'),
  )
  const names = takesHtml ? `${html.tag}, type ${html.value}` : html.tag
  return `import { ${names} } from '${html.module}'\n`
}

function memberGroup(members: Members, name: string): Members {
  const known = members.get(name)
  if (known instanceof Map) return known
  const group: Members = new Map()
  members.set(name, group)
  return group
}

function printMembers(members: Members, indent: string): string {
  const lines = [...members].map(([name, value]) => {
    const printed = typeof value === 'string' ? value : printMembers(value, `${indent}  `)
    return `${indent}  ${/^[A-Za-z]\w*$/.test(name) ? name : JSON.stringify(name)}: ${printed},`
  })
  return ['{', ...lines, `${indent}}`].join('\n')
}
