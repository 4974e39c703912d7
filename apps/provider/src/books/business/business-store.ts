import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { BusinessId, GrantId } from '@counterfoil/oauth/ids'
import { mayWriteBooks } from '#businesses/business-access.ts'
import { handoverSql } from '#businesses/handover-sql.ts'
import type { BusinessRow, Database, MembershipRole } from '#database/database.ts'
import { createKeptTexts } from '#database/statement.ts'
import type { Reach, Viewer } from '#caller/viewer.ts'
import type { Business, BusinessReader, OwnBusiness } from './business.ts'

/** SQL that returns a `CannotChooseReason`, or `can` if the user may share the business. */
const standing = sql.raw(handoverSql({ member: 'memberships', business: 'businesses', plan: 'plans' }))

const planIsActive = sql<boolean>`coalesce(plans.state = 'active', false)`.as('plan_is_active')

/** Selects the viewer's own businesses that the token may reach. The caller checks the plans. */
function reachedIn(db: Database, { userId, reach }: Viewer) {
  const all = db
    .selectFrom('memberships')
    .innerJoin('businesses', 'businesses.id', 'memberships.business_id')
    .leftJoin('plans', 'plans.business_id', 'businesses.id')
    .where('memberships.user_id', '=', userId)
  const isNotTakenOut = (grantId: GrantId) =>
    sql<boolean>`not exists (select 1 from grant_exclusions
      where grant_id = ${grantId} and business_id = businesses.id)`
  if (reach.kind === 'member') {
    const reached = all.where(isNotTakenOut(reach.grantId))
    return reach.businessId === null ? reached : reached.where('businesses.id', '=', reach.businessId)
  }
  // Archived businesses, and those in which the user may not act, are reported like unknown ones.
  const handed = all.where(sql<boolean>`${standing} not in ('not_owner_or_admin', 'archived')`)
  return reach.kind === 'one'
    ? handed.where('businesses.id', '=', reach.businessId)
    : handed.where(isNotTakenOut(reach.grantId))
}

/** Returns the query parameters of {@link reachedIn} other than the user. */
function valuesOf(reach: Reach): readonly string[] {
  if (reach.kind === 'one') return [reach.businessId]
  return reach.kind === 'member' && reach.businessId !== null
    ? [reach.grantId, reach.businessId]
    : [reach.grantId]
}

/** Returns a function that creates a reader of businesses for one request. */
export function createBusinessReaders(db: Database): () => BusinessReader {
  const { findMany, ...rest } = createBusinessStore(db)
  return () => {
    /** The loader of the request's only viewer. */
    let byId: DataLoader<BusinessId, OwnBusiness | null> | undefined
    return {
      ...rest,
      find(viewer, businessId) {
        byId ??= new DataLoader((businessIds) => findMany(viewer, businessIds))
        return byId.load(businessId)
      },
    }
  }
}

type BusinessStore = Omit<BusinessReader, 'find'> & {
  /** Finds businesses of the viewer. Null for each id that is unknown or of another person. */
  findMany(viewer: Viewer, businessIds: readonly BusinessId[]): Promise<readonly (OwnBusiness | null)[]>
}

function createBusinessStore(db: Database): BusinessStore {
  const reachedBy = (viewer: Viewer) => reachedIn(db, viewer)
  const runKept = createKeptTexts(db)

  return {
    async findMany(viewer, businessIds) {
      const { reach } = viewer
      const values = valuesOf(reach)
      const key = `${reach.kind} ${values.length} ${businessIds.length}`
      const rows = await runKept(key, [viewer.userId, ...values, ...businessIds], () =>
        reachedBy(viewer)
          .where('businesses.id', 'in', businessIds)
          .selectAll('businesses')
          .select([planIsActive, 'memberships.role']),
      )
      const known = new Map(rows.map((row) => [row.id, readOwnBusiness(row)]))
      return businessIds.map((businessId) => known.get(businessId) ?? null)
    },

    async findDefault(viewer) {
      const row = await reachedBy(viewer)
        .selectAll('businesses')
        .select([planIsActive, 'memberships.role'])
        .orderBy('memberships.is_default', 'desc')
        .orderBy('businesses.created_at')
        .orderBy('businesses.id')
        .limit(1)
        .executeTakeFirst()
      return row ? readOwnBusiness(row) : null
    },

    async list(viewer, { isArchived }, page) {
      let query = reachedBy(viewer)
      query =
        viewer.reach.kind === 'member'
          ? query.where('plans.state', '=', 'active')
          : query.where(sql<boolean>`${standing} = 'can'`)
      if (isArchived !== null) query = query.where('businesses.is_archived', '=', isArchived)
      const rows = await query
        .selectAll('businesses')
        .select(sql<number>`(count(*) over ())::int`.as('total_count'))
        .orderBy('businesses.created_at')
        .orderBy('businesses.id')
        .limit(page.limit)
        .offset(page.offset)
        .execute()
      const [first] = rows
      if (first) return { businesses: rows.map(readBusinessRow), totalCount: first.total_count }
      if (page.offset === 0) return { businesses: [], totalCount: 0 }
      // Past the end of the list there is no row to carry the total.
      const counted = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
      return { businesses: [], totalCount: counted.total }
    },

    async areAllPlansInactive(viewer) {
      const row = await reachedBy(viewer)
        .select(
          sql<boolean>`coalesce(not bool_or(coalesce(plans.state = 'active', false)), false)`.as('inactive'),
        )
        .executeTakeFirstOrThrow()
      return row.inactive
    },
  }
}

function readOwnBusiness(
  row: BusinessRow & { readonly plan_is_active: boolean; readonly role: MembershipRole },
): OwnBusiness {
  return {
    business: readBusinessRow(row),
    planIsActive: row.plan_is_active,
    mayWrite: mayWriteBooks(row.role),
  }
}

function readBusinessRow(row: BusinessRow): Business {
  return {
    uuid: row.id,
    name: row.name,
    currencyCode: row.currency_code,
    typeValue: row.type,
    subtypeValue: row.subtype,
    organizationalType: row.organizational_type,
    timezone: row.timezone,
    isPersonal: row.is_personal,
    isArchived: row.is_archived,
    isClassicAccounting: row.is_classic_accounting,
    isClassicInvoicing: row.is_classic_invoicing,
    emailSendEnabled: row.email_send_enabled,
    phone: row.phone,
    fax: row.fax,
    mobile: row.mobile,
    tollFree: row.toll_free,
    website: row.website,
    addressLine1: row.address_line1,
    addressLine2: row.address_line2,
    city: row.city,
    provinceCode: row.province_code,
    countryCode: row.country_code,
    postalCode: row.postal_code,
    accentColor: row.invoice_accent_color,
    logoUrl: row.invoice_logo_url,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }
}
