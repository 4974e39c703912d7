import { escapeHtml } from '@counterfoil/service/http/html-escape'
import { contactAddress } from '@counterfoil/bff-api/contact'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import type { Appearance } from '#browser/preferences.ts'
import { renderSmallPage } from './small-page.ts'
import { problemPageDe } from '#words/generated/problem-page.de.ts'
import { problemPageEn } from '#words/generated/problem-page.en.ts'
import { problemPageFr } from '#words/generated/problem-page.fr.ts'

/** The messages of the page in each language. A problem without messages of its own uses those of `other`: the fault is ours. */
const LANGUAGES = { en: problemPageEn, fr: problemPageFr, de: problemPageDe }
type Language = (typeof LANGUAGES)['en']
/** A message; a function if it contains the name of the app. */
type Message = string | ((app: string) => string)
type Words = Readonly<Record<keyof Language['other'], Message>>

/**
 * Renders the page of a problem that happened on a navigation. It needs no script, file or store, and contains nothing of the
 * request.
 * @param options.reference The id under which the problem is in the logs, for example `7F2K-91`.
 * @param options.nonce The nonce of the style sheet in the page's content security policy.
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
  // Only if the advice is to contact us; other problems pass, or the person can solve them.
  const contact =
    options.supportUrl === undefined || own[options.code] !== undefined
      ? ''
      : `\n<p><a href="${escapeHtml(contactAddress({ supportUrl: options.supportUrl, subject: reference }))}">${language.contact}</a></p>`
  return renderSmallPage({
    title,
    app,
    nonce: options.nonce,
    appearance: options.appearance,
    body: `<p>${say(words.meaning)}</p>
<p>${say(words.advice)}</p>
<p><a href="/">${say(language.home)}</a></p>${contact}
<p><small>${reference}</small></p>`,
  })
}
