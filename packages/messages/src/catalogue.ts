import type { MessageDescription, ResourceBundle } from './resource-bundle.ts'
import { everyPart, parseMessage, type Message } from './message-syntax.ts'

/** Settings for compiling the catalogues of one app: `messages/catalogue.json`. */
export type CatalogueSettings = {
  /** The source locale of the translations; it alone has descriptions of its messages. */
  readonly template: string
  /** All delivered locales; each must be complete. */
  readonly locales: readonly string[]
  /** The folder of the generated modules, relative to the folder of the messages. */
  readonly writeTo: string
  /** The texts for the beginning and the end of each tag. */
  readonly tags: Readonly<Record<string, readonly [begin: string, end: string]>>
  /** The template tag that makes HTML of messages with tags, the type of its values, the module of both. Undefined: text only. */
  readonly html?: { readonly tag: string; readonly value: string; readonly module: string } | undefined
}

/** A message of one locale with its entry in the template. */
export type CatalogueMessage = {
  readonly key: string
  readonly parts: Message
  readonly about: MessageDescription
  /** True if the message is built by the template tag for HTML. */
  readonly isRich: boolean
}

/** One part of an app's messages in one locale, without faults. */
export type Catalogue = {
  readonly part: string
  readonly locale: string
  readonly given: readonly string[]
  readonly messages: readonly CatalogueMessage[]
}

/**
 * Joins the messages of one locale with their entries in the template, in the order of the template.
 *
 * @throws Error for the first message that cannot be parsed; check for faults before.
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
