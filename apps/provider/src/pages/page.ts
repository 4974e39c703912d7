import type { DateReader } from './dates.ts'
import type { Html } from '#html/html.ts'
import type { PageLocale } from '#words/locale.ts'
import type { Words } from '#words/words.ts'

/** What a page function gives back; {@link renderPage} puts the frame around it. */
export type Page = {
  /** Also the `h1`, when `heading` is absent. */
  readonly title: string
  readonly body: Html
  readonly status: number
  /** The form of this page was answered with a fault: the title says so first. */
  readonly hasProblem?: boolean | undefined
  /** What has just happened, where the heading does not say it: the title says it first, without a full stop. */
  readonly news?: string | undefined
  /** Room for tables. */
  readonly isWide?: boolean | undefined
  /** Asks for a passkey, makes one, or says whether one could be made here. */
  readonly usesPasskeys?: boolean | undefined
  /** Shows the site's sections; pages of a request in progress do not, so that nobody wanders off. */
  readonly section?: SiteSection | undefined
  /** Where forms of this page may end after redirects, beside our own pages. */
  readonly formRedirectOrigin?: string | undefined
  /** Printed under the content, and in our log. */
  readonly showsReference?: boolean | undefined
  /** Answers a form with something that is shown once: a reload leads to {@link Page.address}. */
  readonly isShownOnce?: boolean | undefined
  /** Where the answer to a form is looked at, when that is not where the form is. */
  readonly address?: string | undefined
}

export type SiteSection = 'home' | 'connected-apps' | 'plans' | 'developers' | 'other'

/** What every page function is given: the language, the clock, and who it is for. */
export type PageContext = {
  readonly harbour: string
  /** Host of the public URL, for example `harbour.example`. */
  readonly ownHost: string
  readonly locale: PageLocale
  readonly words: Words
  /** Can a plan be renewed, and a business begun, on the page of plans? */
  readonly plansAreFree: boolean
  /** Can mail go out, so that somebody who forgot their password gets a link? */
  readonly sendsMail: boolean
  readonly dates: DateReader
  /** Path and query of the request; where the language switch comes back to. */
  readonly path: string
  /** For example `7F2K-91`. */
  readonly reference: string
}
