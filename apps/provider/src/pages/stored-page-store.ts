import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { randomId } from '@counterfoil/service/values/random'
import type { BrowserKey } from '@counterfoil/oauth/ids'
import { openBytes, sealText } from '#crypto/sealed-text.ts'
import type { Database } from '#database/database.ts'
import { z } from 'zod'
import { trustedHtml } from '#html/html.ts'
import { LANGUAGES } from '@counterfoil/design/languages'
import type { CompletePage } from './page.ts'

const ID_BYTES = 32
const ID = /^[A-Za-z0-9_-]{43}$/

/**
 * Stores answers to forms for the GET that follows the redirect. A page can contain typed text, or a secret that is shown once, so
 * it is encrypted with a key derived from our secret, the id in the address and the browser's cookie: neither the database nor the
 * address alone reveals it.
 */
export function createStoredPageStore(options: {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
}) {
  const { db, clock, secrets } = options
  return {
    /** @returns the id for the address */
    async keep(kept: StoredPage, browserKey: BrowserKey, isShownOnce: boolean): Promise<string> {
      const id = randomId(ID_BYTES)
      const bytes = deflateRawSync(formatStoredPage(kept))
      await db
        .insertInto('kept_pages')
        .values({
          id_digest: digestOf(id),
          sealed: sealText(secrets, ownersOf(id, browserKey), bytes),
          is_shown_once: isShownOnce,
          expires_at: new Date(clock() + STORED_PAGE_MS),
        })
        .execute()
      return id
    },

    /** Returns undefined if the page does not exist (any more), or was stored for another browser. */
    async find(id: string, browserKey: BrowserKey): Promise<StoredPage | undefined> {
      if (!ID.test(id)) return undefined
      const row = await db
        .selectFrom('kept_pages')
        .select(['sealed', 'is_shown_once'])
        .where('id_digest', '=', digestOf(id))
        .where('expires_at', '>', new Date(clock()))
        .executeTakeFirst()
      if (row === undefined) return undefined
      // Undefined if it was stored for another browser, or with a secret that we no longer have.
      const bytes = openBytes(secrets, ownersOf(id, browserKey), row.sealed)
      if (bytes === undefined) return undefined
      if (row.is_shown_once) {
        const taken = await db
          .deleteFrom('kept_pages')
          .where('id_digest', '=', digestOf(id))
          .returning('id_digest')
          .executeTakeFirst()
        if (taken === undefined) return undefined
      }
      return parseStoredPage(inflateRawSync(bytes).toString())
    },
  }
}

/** The context of the encryption: the id of the page and the cookie of the browser it was stored for. */
const ownersOf = (id: string, browserKey: BrowserKey) => ['kept page', id, browserKey] as const

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

/** The lifetime in milliseconds of a stored page: the time for reading it, going on, or coming back to it. */
export const STORED_PAGE_MS = 15 * 60_000

/** The answer to a form, stored until the browser that posted it fetches it with GET. */
type StoredPage = Omit<z.infer<typeof StoredPageSchema>, 'page'> & { readonly page: CompletePage }

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
  /** The reference of the answered request in our log. */
  reference: z.string(),
})

export function formatStoredPage({ page, ...rest }: StoredPage): string {
  return JSON.stringify({ ...rest, page: { ...page, body: page.body.text } })
}

/** @throws if the text is not a stored page */
export function parseStoredPage(text: string): StoredPage {
  return StoredPageSchema.parse(JSON.parse(text))
}

const FORM_PATHS: readonly (readonly [RegExp, string])[] = [
  [/^(\/authorize\/[^/]+)\/(?:answer|not-now|more-time)$/, '$1'],
  [/^(\/security)\/browsers$/, '$1'],
  [/^(\/plans)\/(?:renew|create)$/, '$1'],
  [/^(\/(?:estimates|invoices)\/[^/]+)\/(?:decision|link)$/, '$1'],
  [/^(\/developers\/[^/]+)\/(?:rotate|end-overlap)$/, '$1'],
]

/** Returns the path at which the answer to a form posted to `path` is shown and reloaded. */
export function pathOfForm(path: string): string {
  for (const [pattern, form] of FORM_PATHS) if (pattern.test(path)) return path.replace(pattern, form)
  return path
}
