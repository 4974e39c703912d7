import { sql } from 'kysely'
import { parseScope } from '@counterfoil/oauth/scope'
import type { Clock } from '@counterfoil/service/values/clock'
import type { BusinessId, GrantId, UserId } from '@counterfoil/oauth/ids'
import type { Database } from '#database/database.ts'
import { mayLookAfterSql } from '#businesses/handover-sql.ts'
import { countedSince, RECENT_DAYS, type UseOfDay } from './days-of-use.ts'
import type { Grant } from './grant.ts'

/** The choice to read a list without the counters of use: it is still useful if only those cannot be read. */
export type UseReading = 'with_use' | 'without_use'

export type GrantStore = ReturnType<typeof createGrantStore>

const DAY_MS = 86_400_000

type GrantParts = { readonly db: Database; readonly clock: Clock }

/** Reads grants for people's lists and pages. */
export function createGrantStore(parts: GrantParts) {
  const { db, clock } = parts
  const businessesOf = (userId: UserId) =>
    db.selectFrom('memberships').select('business_id').where('user_id', '=', userId)
  return {
    /** Returns the person's live grants, last used first. */
    async listFor(userId: UserId, use?: UseReading): Promise<readonly Grant[]> {
      return liveLastUsedFirst(
        await selectGrants(parts, use)
          .where('g.user_id', '=', userId)
          .where('g.ended_at', 'is', null)
          .execute(),
      )
    },

    /** Returns live grants of others for businesses of which this person is a member. Only an owner or admin may remove them. */
    async listByOthers(userId: UserId, use?: UseReading): Promise<readonly Grant[]> {
      const rows = await selectGrants(parts, use)
        .where('g.user_id', '<>', userId)
        .where('g.ended_at', 'is', null)
        .where('g.business_id', 'in', businessesOf(userId))
        .execute()
      const ofAll = await selectGrants(parts, use, 'parts')
        .where('g.user_id', '<>', userId)
        .where('g.ended_at', 'is', null)
        .where('part.business_id', 'in', businessesOf(userId))
        .where('out.excluded_at', 'is', null)
        .execute()
      return liveLastUsedFirst([...rows, ...ofAll])
    },

    /** Finds a grant, even if it has ended. */
    async find(grantId: GrantId, use?: UseReading): Promise<Grant | undefined> {
      const row = await selectGrants(parts, use).where('g.id', '=', grantId).executeTakeFirst()
      return row && readGrant(row)
    },

    /**
     * Returns one business of a grant over all, as its owners and admins see it. `ended` is also set if the business was excluded.
     * Undefined if the grant is not over all, or if its person may not share that business.
     */
    async findPart(grantId: GrantId, businessId: BusinessId): Promise<Grant | undefined> {
      // The counters are of the whole grant, not of this one business.
      const row = await selectGrants(parts, 'without_use', 'parts')
        .where('g.id', '=', grantId)
        .where('part.business_id', '=', businessId)
        .executeTakeFirst()
      return row && readGrant(row)
    },

    /** Returns the days of UTC with a call that the last 30 days of any time zone can touch, in no order. */
    async useOf(grantId: GrantId): Promise<readonly UseOfDay[]> {
      const rows = await db
        .selectFrom('grant_usage')
        .select(['day', 'calls', 'quarters', 'last_used_at'])
        .where('grant_id', '=', grantId)
        .where('day', '>=', countedSince(clock()))
        .execute()
      return rows.map(({ last_used_at: lastUsedAt, ...counted }) => ({
        ...counted,
        lastUsedAtMs: lastUsedAt.getTime(),
      }))
    },
  }
}

const GRANT_COLUMNS = [
  'g.id',
  'g.user_id',
  'b.id as business_id',
  'part.business_id as part_id',
  'out.excluded_at',
  'g.scopes',
  'g.granted_at',
  'g.confirmed_at',
  'g.receipt_reference',
  'g.granted_from',
  'g.ended_at',
  'g.end_reason',
  'g.application_id',
  't.access_expires_at as token_ends_at',
  'a.home_page_url',
  'a.logo_url',
  'a.is_checked',
  'a.deleted_at',
  'u.email',
  'u.first_name',
  'u.last_name',
  'b.name as business_name',
  'p.state as plan_state',
  'p.ended_on',
] as const

/** Selects grants; with `parts` the businesses of grants over all instead, one row for each. */
function selectGrants(
  { clock, db }: GrantParts,
  use: UseReading = 'with_use',
  of: 'grants' | 'parts' = 'grants',
) {
  const now = new Date(clock())
  const firstRecentDay = new Date(now.getTime() - (RECENT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  // An application reaches the businesses that its person may share, a personal token every business of its person.
  const reaches = (member: string) => sql.raw(`(g.application_id is null or ${mayLookAfterSql(member)})`)
  const isPart = sql<boolean>`${of === 'parts'}::boolean and g.business_id is null
      and part.user_id = g.user_id and ${reaches('part')}`
  const isStillTheirs = sql<boolean>`(g.business_id is null or exists (select 1 from memberships m
      where m.user_id = g.user_id and m.business_id = g.business_id and ${reaches('m')}))`
  const isLive = sql<boolean>`g.ended_at is null and out.excluded_at is null and ${isStillTheirs} and (
      exists (select 1 from token_families f where f.grant_id = g.id and f.ended_at is null
        and (f.kind = 'oauth' or f.access_expires_at is null or f.access_expires_at > ${now}))
      or exists (select 1 from authorization_codes c where c.grant_id = g.id and c.consumed_at is null
        and c.revoked_at is null and c.expires_at > ${now}))`
  const isCounted = use === 'with_use'
  const lastUsedAt = isCounted
    ? sql<Date | null>`(select max(last_used_at) from grant_usage where grant_id = g.id)`
    : sql<Date | null>`null::timestamptz`
  const recentCalls = isCounted
    ? sql<number>`(select coalesce(sum(calls), 0)::integer from grant_usage
        where grant_id = g.id and day >= ${firstRecentDay}::date)`
    : sql<number>`0`
  return db
    .selectFrom('grants as g')
    .leftJoin('applications as a', 'a.id', 'g.application_id')
    .leftJoin('token_families as t', (join) =>
      join.onRef('t.grant_id', '=', 'g.id').on('t.kind', '=', 'personal'),
    )
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .leftJoin('memberships as part', (join) => join.on(isPart))
    .leftJoin('businesses as b', (join) =>
      join.on(sql<boolean>`b.id = coalesce(g.business_id, part.business_id)`),
    )
    .leftJoin('plans as p', 'p.business_id', 'b.id')
    .leftJoin('grant_exclusions as out', (join) =>
      join.onRef('out.grant_id', '=', 'g.id').onRef('out.business_id', '=', 'part.business_id'),
    )
    .select(GRANT_COLUMNS)
    .select(sql<string>`coalesce(a.name, t.name, 'Token')`.as('application_name'))
    .select(isLive.as('is_live'))
    .select(lastUsedAt.as('last_used_at'))
    .select(recentCalls.as('recent_calls'))
}

type GrantRow = Awaited<ReturnType<ReturnType<typeof selectGrants>['execute']>>[number]

function liveLastUsedFirst(rows: readonly GrantRow[]) {
  return rows
    .map(readGrant)
    .filter((grant) => grant.isLive || grant.application.isDeleted)
    .sort(
      (one, other) => (other.lastUsedAtMs ?? other.confirmedAtMs) - (one.lastUsedAtMs ?? one.confirmedAtMs),
    )
}

function readGrant(row: GrantRow): Grant {
  return {
    id: row.id,
    userId: row.user_id,
    userName:
      [row.first_name, row.last_name].filter((part) => part !== null && part !== '').join(' ') || row.email,
    application: {
      id: row.application_id,
      name: row.application_name,
      homePageUrl: row.home_page_url,
      logoUrl: row.logo_url,
      isChecked: row.is_checked ?? true,
      isDeleted: row.deleted_at !== null,
    },
    businessId: row.business_id,
    businessName: row.business_name,
    isPartOfAll: row.part_id !== null,
    planState: row.plan_state,
    planEndedOn: row.ended_on,
    endsAtMs: row.token_ends_at?.getTime() ?? null,
    scopes: parseScope(row.scopes),
    grantedAtMs: row.granted_at.getTime(),
    confirmedAtMs: row.confirmed_at.getTime(),
    receiptReference: row.receipt_reference,
    grantedFrom: row.granted_from,
    isLive: row.is_live,
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
    recentCalls: row.recent_calls,
    ended:
      row.ended_at === null
        ? row.excluded_at === null
          ? null
          : { atMs: row.excluded_at.getTime(), reason: 'withdrawn_by_user' }
        : { atMs: row.ended_at.getTime(), reason: row.end_reason ?? 'withdrawn_by_user' },
  }
}
