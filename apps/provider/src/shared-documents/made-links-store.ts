import type { UserId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import { sql } from 'kysely'
import type { Database } from '#database/database.ts'

/** The most links listed; others are only on the pages of their documents. */
const MOST_LINKS = 20
/** Number of latest messages that are searched for links. */
const MOST_MESSAGES = 1_000

/** An unexpired link to a document that was mailed or created in the name of a person. */
type MadeLink = {
  /** The path of the document's page. */
  readonly path: string
  readonly title: string
  readonly number: string
  readonly businessName: string
  readonly madeAtMs: number
}

export type MadeLinksStore = ReturnType<typeof createMadeLinksStore>

/** Finds links for customers that were mailed or created in the name of a person: by a page, an application or a script. */
export function createMadeLinksStore({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  return {
    /** Returns the newest links first, at most {@link MOST_LINKS}. */
    async list(userId: UserId): Promise<readonly MadeLink[]> {
      const { rows } = await sql<Omit<MadeLink, 'madeAtMs'> & { readonly madeAt: Date }>`
        with mailed as (
          select split_part(view_path, '/', 3) as anonymous_id, created_at as made_at from messages
          where sender_id = ${userId} and view_path is not null order by created_at desc limit ${sql.lit(MOST_MESSAGES)}
        ), made as (
          select anonymous_id, min(made_at) as made_at from (
            select * from mailed
            union all
            select anonymous_id, made_at from document_links_made where user_id = ${userId}
          ) each group by anonymous_id
        )
        select '/' || d.kind || '/' || made.anonymous_id as path, d.title, d.number, b.name as "businessName",
          made.made_at as "madeAt"
        from made
        cross join lateral (
          select 'invoices' as kind, business_id, title, invoice_number as number from invoices
          where anonymous_id = made.anonymous_id and deleted_at is null and life <> 'DRAFT'
          union all
          select 'estimates', business_id, title, estimate_number from estimates
          where anonymous_id = made.anonymous_id and life not in ('DRAFT', 'DELETED')
        ) d
        join businesses b on b.id = d.business_id
        where not exists (select 1 from document_link_ends l
          where l.anonymous_id = made.anonymous_id and l.ends_at <= ${new Date(clock())})
        order by made.made_at desc, path limit ${sql.lit(MOST_LINKS)}`.execute(db)
      return rows.map(({ madeAt, ...link }) => ({ ...link, madeAtMs: madeAt.getTime() }))
    },
  }
}
