import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** One part of a message: the subset of ICU MessageFormat that a catalogue may use. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'argument'; readonly name: string }
  /** `#`: the number of the enclosing plural. */
  | { readonly kind: 'count' }
  | { readonly kind: 'tag'; readonly name: string; readonly parts: Message }
  | { readonly kind: 'plural'; readonly name: string; readonly cases: ReadonlyMap<string, Message> }
  | { readonly kind: 'select'; readonly name: string; readonly cases: ReadonlyMap<string, Message> }

export type Message = readonly MessagePart[]

/**
 * Parses one message.
 *
 * @throws Error that explains the fault to a translator.
 */
export function parseMessage(text: string): Message {
  if (/'/.test(text.replaceAll(/'[{}<>#|][^']*'/g, '')))
    throw new Error('a straight apostrophe quotes in this format; write ’')
  const elements = parsed(text)
  return elements.map(partOf)
}

function parsed(text: string): readonly MessageFormatElement[] {
  try {
    return parse(text, { requiresOtherClause: true, shouldParseSkeletons: false })
  } catch (error) {
    const { message } = error as Error
    throw new Error(`not ICU MessageFormat (${message.toLowerCase().replaceAll('_', ' ')})`, { cause: error })
  }
}

function partOf(element: MessageFormatElement): MessagePart {
  switch (element.type) {
    case TYPE.literal:
      return { kind: 'text', text: element.value }
    case TYPE.argument:
      return { kind: 'argument', name: element.value }
    case TYPE.pound:
      return { kind: 'count' }
    case TYPE.tag:
      return { kind: 'tag', name: element.value, parts: element.children.map(partOf) }
    case TYPE.select:
      return { kind: 'select', name: element.value, cases: casesOf(element.options) }
    case TYPE.plural:
      if (element.offset !== 0 || element.pluralType === 'ordinal')
        throw new Error(`{${element.value}}: neither offsets nor ordinals are used here`)
      return { kind: 'plural', name: element.value, cases: casesOf(element.options) }
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
      throw new Error(`{${element.value}} comes as text that is formatted already: write {${element.value}}`)
  }
}

function casesOf(
  options: Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>>,
): ReadonlyMap<string, Message> {
  return new Map(Object.entries(options).map(([name, { value }]) => [name, value.map(partOf)]))
}

/** Returns the parts of a message, including nested ones. */
export function* everyPart(message: Message): Generator<MessagePart> {
  for (const part of message) {
    yield part
    if (part.kind === 'tag') yield* everyPart(part.parts)
    if (part.kind === 'plural' || part.kind === 'select')
      for (const inner of part.cases.values()) yield* everyPart(inner)
  }
}
