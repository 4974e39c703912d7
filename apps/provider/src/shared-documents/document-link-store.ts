import { randomId } from '@counterfoil/service/values/random'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import type { BooksStoreParts } from '#books/books-writers.ts'
import type { MembershipRole } from '#database/authorization-tables.ts'
import type { Database } from '#database/database.ts'

/** A link to a shared document, identified by the id in its address. */
type DocumentLink = {
  readonly kind: 'invoices' | 'estimates'
  readonly businessId: BusinessId
  readonly anonymousId: string
}

/** The end of a link, and the business of its document. */
type LinkEnd = {
  readonly endsAtMs: number
  readonly businessId: BusinessId
  readonly businessName: string
}

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

export type DocumentLinkStore = ReturnType<typeof createDocumentLinkStore>

/** Stores when the links of customers end, and who made them. A link without an end is not stored. */
export function createDocumentLinkStore({ db, writers, clock }: BooksStoreParts) {
  return {
    /** Returns the end of a link, also of a replaced one; undefined if it has none. */
    async findEnd(anonymousId: string): Promise<LinkEnd | undefined> {
      const { rows } = await sql<{ endsAt: Date; businessId: BusinessId; businessName: string }>`
        select l.ends_at as "endsAt", l.business_id as "businessId", b.name as "businessName"
        from document_link_ends l join businesses b on b.id = l.business_id
        where l.anonymous_id = ${anonymousId}`.execute(db)
      const [row] = rows
      return row && { ...row, endsAtMs: row.endsAt.getTime() }
    },

    /** Sets when a link ends; null removes its end. */
    setEnd: (link: DocumentLink, endsAt: Date | null): Promise<void> =>
      writers.write(link.businessId, (trx) => keepEnd(trx, link, endsAt)),

    /**
     * Replaces the link of a document in the name of `maker`, and ends the old one. Returns the id of the new link; undefined if
     * the document has another link already.
     */
    renew: (link: DocumentLink, endsAt: Date | null, maker: UserId): Promise<string | undefined> =>
      writers.write(link.businessId, async (trx) => {
        const anonymousId = randomId()
        const { rows } = await sql`
          update ${sql.table(link.kind)} set anonymous_id = ${anonymousId}
          where business_id = ${link.businessId} and anonymous_id = ${link.anonymousId} returning 1`.execute(
          trx,
        )
        if (rows.length === 0) return undefined
        const now = new Date(clock())
        await keepEnd(trx, link, now)
        await sql`
          insert into document_links_made (anonymous_id, business_id, user_id, made_at)
          values (${anonymousId}, ${link.businessId}, ${maker}, ${now})`.execute(trx)
        await keepEnd(trx, { ...link, anonymousId }, endsAt)
        return anonymousId
      }),

    /** Returns the role of the person in the business; undefined if they are no member. */
    async roleOf(businessId: BusinessId, userId: UserId): Promise<MembershipRole | undefined> {
      const { rows } = await sql<{ role: MembershipRole }>`
        select role from memberships where business_id = ${businessId} and user_id = ${userId}`.execute(db)
      return rows[0]?.role
    },

    /**
     * Returns the links that were mailed or created in the name of a person: by a page, an application or a script. The newest
     * come first, at most {@link MOST_LINKS}.
     */
    listMade: (userId: UserId) => listMade(db, userId, new Date(clock())),
  }
}

async function keepEnd(
  trx: Database,
  { anonymousId, businessId }: DocumentLink,
  endsAt: Date | null,
): Promise<void> {
  if (endsAt === null)
    await sql`delete from document_link_ends where anonymous_id = ${anonymousId}`.execute(trx)
  else
    await sql`
      insert into document_link_ends (anonymous_id, business_id, ends_at) values (${anonymousId}, ${businessId}, ${endsAt})
      on conflict (anonymous_id) do update set ends_at = excluded.ends_at`.execute(trx)
}

async function listMade(db: Database, userId: UserId, now: Date): Promise<readonly MadeLink[]> {
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
      where l.anonymous_id = made.anonymous_id and l.ends_at <= ${now})
    order by made.made_at desc, path limit ${sql.lit(MOST_LINKS)}`.execute(db)
  return rows.map(({ madeAt, ...link }) => ({ ...link, madeAtMs: madeAt.getTime() }))
}
