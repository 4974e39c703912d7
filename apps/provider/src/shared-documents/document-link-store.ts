import { randomId } from '@counterfoil/service/values/random'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import type { BooksStoreParts } from '#books/books-writers.ts'
import type { Database, MembershipRole } from '#database/database.ts'

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

export type DocumentLinkStore = ReturnType<typeof createDocumentLinkStore>

/** Stores when the links of customers end. Links without an end are not stored. */
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
