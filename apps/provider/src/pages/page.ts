import type { DateReader } from './dates.ts'
import type { Html } from '#html/html.ts'
import type { PageLocale } from '#words/locale.ts'
import type { Words } from '#words/words.ts'

/** The result of a page function; {@link renderPage} renders it inside the layout. */
export type Page = {
  /** The title; also the `h1` if `heading` is absent. */
  readonly title: string
  readonly body: Html
  readonly status: number
  /** True if the answer to the form has a fault. The title begins with that. */
  readonly hasProblem?: boolean | undefined
  /** A short message about what has just happened, without a full stop. The title begins with it. */
  readonly news?: string | undefined
  /** True for a wide column, for tables. */
  readonly isWide?: boolean | undefined
  /** True if the page requests or creates a passkey, or reports whether one could be created. */
  readonly usesPasskeys?: boolean | undefined
  /** The current section in the site's navigation. Undefined inside an authorization request, which shows no navigation. */
  readonly section?: SiteSection | undefined
  /** A foreign origin to which forms of this page may redirect. */
  readonly formRedirectOrigin?: string | undefined
  /** True if the reference is printed under the content; it is also in our log. */
  readonly showsReference?: boolean | undefined
  /** True if the page shows something only once: a reload leads to {@link Page.address}. */
  readonly isShownOnce?: boolean | undefined
  /** The path at which the answer to a form is shown, if it is not the path of the form. */
  readonly address?: string | undefined
}

export type SiteSection = 'home' | 'connected-apps' | 'plans' | 'developers' | 'other'

/** The input of every page function: language, time, and where the page is. */
export type PageContext = {
  readonly harbour: string
  /** Host of the public URL, for example `harbour.example`. */
  readonly ownHost: string
  readonly locale: PageLocale
  readonly words: Words
  /** True if plans can be renewed and businesses created on the page of plans. */
  readonly plansAreFree: boolean
  /** True if mail can be sent, for example a password-reset link. */
  readonly sendsMail: boolean
  readonly dates: DateReader
  /** Path and query of the request; the language switch returns to it. */
  readonly path: string
  /** The reference of the request in our log, for example `7F2K-91`. */
  readonly reference: string
}
