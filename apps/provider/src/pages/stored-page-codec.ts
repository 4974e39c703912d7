import { z } from 'zod'
import { trustedHtml } from '#html/html.ts'
import { LANGUAGES } from '@counterfoil/design/languages'
import type { Page } from './page.ts'

/** As long as somebody may look at a page before they go on, or come back to it. */
export const STORED_PAGE_MS = 15 * 60_000

/** What a form was answered with, until the browser that posted it has come for it with a GET. */
export type StoredPage = Omit<z.infer<typeof StoredPageSchema>, 'page'> & { readonly page: Page }

const StoredPageSchema = z.object({
  page: z.object({
    title: z.string(),
    body: z.string().transform(trustedHtml),
    status: z.number(),
    hasProblem: z.boolean().optional(),
    news: z.string().optional(),
    isWide: z.boolean().optional(),
    usesPasskeys: z.boolean().optional(),
    section: z.enum(['home', 'connected-apps', 'plans', 'developers', 'other']).optional(),
    formRedirectOrigin: z.string().optional(),
    showsReference: z.boolean().optional(),
  }),
  locale: z.enum(LANGUAGES),
  /** Of the request that was answered: it is in the log. */
  reference: z.string(),
})

export function formatStoredPage({ page, ...rest }: StoredPage): string {
  return JSON.stringify({ ...rest, page: { ...page, body: page.body.text } })
}

/** @throws when it is no page of ours */
export function parseStoredPage(text: string): StoredPage {
  const { page, ...rest } = StoredPageSchema.parse(JSON.parse(text))
  const { section, hasProblem, news, isWide, usesPasskeys, formRedirectOrigin, showsReference, ...needed } =
    page
  return {
    ...rest,
    page: {
      ...needed,
      ...(section === undefined ? {} : { section }),
      ...(hasProblem === undefined ? {} : { hasProblem }),
      ...(news === undefined ? {} : { news }),
      ...(isWide === undefined ? {} : { isWide }),
      ...(usesPasskeys === undefined ? {} : { usesPasskeys }),
      ...(showsReference === undefined ? {} : { showsReference }),
      formRedirectOrigin,
    },
  }
}

const FORM_PATHS: readonly (readonly [RegExp, string])[] = [
  [/^(\/authorize\/[^/]+)\/(?:answer|not-now|more-time)$/, '$1'],
  [/^(\/security)\/browsers$/, '$1'],
  [/^(\/plans)\/(?:renew|create)$/, '$1'],
  [/^(\/(?:estimates|invoices)\/[^/]+)\/(?:decision|link)$/, '$1'],
  [/^(\/developers\/[^/]+)\/(?:rotate|end-overlap)$/, '$1'],
]

/** Where the page with this form is looked at: the address that is shown, and reloaded, after it was posted to `path`. */
export function pathOfForm(path: string): string {
  for (const [pattern, form] of FORM_PATHS) if (pattern.test(path)) return path.replace(pattern, form)
  return path
}
