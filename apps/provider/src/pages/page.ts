import type { DateReader } from './dates.ts'
import type { Html, HtmlValue } from '#html/html.ts'
import type { PageLocale, Words } from '#words/words.ts'

/** One fault of a form: its message and the id of the field that it links to. */
export type Fault = { readonly fieldId: string; readonly message: HtmlValue }

/** One page; {@link completePage} puts its parts together, and {@link renderPage} renders it inside the layout. */
export type Page = {
  /** The title, and the heading above the body. */
  readonly title: string
  /** Shown above the heading: a notice, or a link back. */
  readonly above?: HtmlValue
  readonly body: Html
  /** The faults of a rejected form, listed at the top of the page. */
  readonly faults?: readonly Fault[] | undefined
  /** 422 for a page with faults, otherwise 200, if none is given. */
  readonly status?: number | undefined
  /** True if the body has a heading of its own. */
  readonly hasOwnHeading?: true
  /** True if the page reports a problem, as a page with faults does. The title begins with that. */
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

/** A page whose body begins with its faults, the parts above the heading, and the heading. */
export type CompletePage = Omit<Page, 'above' | 'faults' | 'hasOwnHeading'> & { readonly status: number }

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
