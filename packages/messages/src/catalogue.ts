import type { MessageDescription, ResourceBundle } from './resource-bundle.ts'
import { everyPart, parseMessage, type Message } from './message-syntax.ts'

/** How the catalogues of one app are compiled: `messages/catalogue.json`. */
export type CatalogueSettings = {
  /** The locale that is translated from; it alone describes its messages. */
  readonly template: string
  /** Every locale that is delivered, and therefore complete. */
  readonly locales: readonly string[]
  /** Folder of the modules, from the folder of the messages. */
  readonly writeTo: string
  /** The texts for the beginning and the end of each tag. */
  readonly tags: Readonly<Record<string, readonly [begin: string, end: string]>>
  /** Where messages with tags are HTML: the template tag that builds it, the type of a value in it, and the module of both. */
  readonly html?: { readonly tag: string; readonly value: string; readonly module: string } | undefined
}

/** A message of one locale with its entry in the template. */
export type CatalogueMessage = {
  readonly key: string
  readonly parts: Message
  readonly about: MessageDescription
  /** Built by the template tag for HTML. */
  readonly isRich: boolean
}

/** One part of an app's words, in one locale, without a fault. */
export type Catalogue = {
  readonly part: string
  readonly locale: string
  readonly given: readonly string[]
  readonly messages: readonly CatalogueMessage[]
}

/**
 * Joins the messages of one locale with their entries in the template, in the order of the template.
 *
 * @throws Error of the first message that cannot be parsed: faults are found before.
 */
export function joinCatalogue(
  part: string,
  { template, translation }: { readonly template: ResourceBundle; readonly translation: ResourceBundle },
  settings: CatalogueSettings,
): Catalogue {
  const messages = [...template.messages].map(([key, original]): CatalogueMessage => {
    const about = template.descriptions.get(key)
    const text = translation.messages.get(key)
    if (about === undefined || text === undefined) throw new Error(`${part}: ${key} is not complete`)
    return { key, parts: parseMessage(text), about, isRich: isRich(parseMessage(original), about, settings) }
  })
  return { part, locale: translation.locale, given: template.given, messages }
}

function isRich(original: Message, about: MessageDescription, { html }: CatalogueSettings): boolean {
  if (html === undefined) return false
  const takesHtml = Object.values(about.placeholders ?? {}).some(({ type }) => type === 'Html')
  return takesHtml || [...everyPart(original)].some(({ kind }) => kind === 'tag')
}
