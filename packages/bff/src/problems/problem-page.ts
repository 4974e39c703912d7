import { escapeHtml } from '@counterfoil/service/http/html-escape'
import { contactAddress } from '@counterfoil/bff-api/contact'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import type { Appearance } from '#browser/preferences.ts'
import { renderSmallPage } from './small-page.ts'
import { problemPageDe } from '#words/generated/problem-page.de.ts'
import { problemPageEn } from '#words/generated/problem-page.en.ts'
import { problemPageFr } from '#words/generated/problem-page.fr.ts'

/** A problem without words of its own is reported in those of `other`: the fault is ours. */
const LANGUAGES = { en: problemPageEn, fr: problemPageFr, de: problemPageDe }
type Language = (typeof LANGUAGES)['en']
/** Some messages name the app, in any language. */
type Message = string | ((app: string) => string)
type Words = Readonly<Record<keyof Language['other'], Message>>

/**
 * The page of a problem that happened on a navigation. It needs nothing but this process: no script, no file, no store,
 * and nothing of the request is in it.
 * @param options.reference Joins the page with the logs, for example `7F2K-91`.
 * @param options.nonce Of the page's policy, for its style sheet.
 */
export function renderProblemPage(options: {
  readonly code: ProblemCode
  readonly reference: string
  readonly nonce: string
  readonly appearance: Appearance
  /** The name of the app, or its host. */
  readonly app: string
  readonly supportUrl?: string | undefined
}): string {
  const language: Language = LANGUAGES[options.appearance.locale]
  const app = escapeHtml(options.app)
  const say = (message: Message) => (typeof message === 'string' ? message : message(app))
  const own: Readonly<Partial<Record<ProblemCode, Words>>> = language.words
  const words: Words = own[options.code] ?? language.other
  const title = say(words.title)
  const reference = `${language.reference} ${options.reference}`
  // Only where the advice is to tell us; the other problems pass, or are mended by the person.
  const contact =
    options.supportUrl === undefined || own[options.code] !== undefined
      ? ''
      : `\n<p><a href="${escapeHtml(contactAddress({ supportUrl: options.supportUrl, subject: reference }))}">${language.contact}</a></p>`
  return renderSmallPage({
    ...{ title, app, nonce: options.nonce, appearance: options.appearance },
    body: `<p>${say(words.meaning)}</p>
<p>${say(words.advice)}</p>
<p><a href="/">${say(language.home)}</a></p>${contact}
<p><small>${reference}</small></p>`,
  })
}
