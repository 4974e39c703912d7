/** Returns `mayLookAfterApps` as an SQL condition. */
export function mayLookAfterSql(member: string): string {
  return `${member}.role in ('owner', 'admin')`
}

/**
 * Returns `judgeBusinessChoice` as an SQL expression: `can`, or the reason of the refusal. Every query for the reach of a token
 * uses it. The three names are the query's aliases of `memberships`, `businesses` and (left joined) `plans`.
 */
export function handoverSql({
  member,
  business,
  plan,
}: Readonly<Record<'member' | 'business' | 'plan', string>>): string {
  return `case
    when not (${mayLookAfterSql(member)}) then 'not_owner_or_admin'
    when ${business}.is_archived then 'archived'
    when ${plan}.state = 'active' then 'can'
    when ${plan}.state = 'lapsed' then coalesce(${plan}.reason, 'plan_ended')
    else coalesce(${plan}.reason, 'plan_too_small') end`
}

/**
 * Returns as SQL whether the person `userId` may share the business `businessId` (both SQL): `can`, or the reason of the refusal.
 */
export function standingSql({
  userId,
  businessId,
}: Readonly<Record<'userId' | 'businessId', string>>): string {
  return `coalesce((select ${handoverSql({ member: 'm', business: 'b', plan: 'p' })}
    from memberships m join businesses b on b.id = m.business_id left join plans p on p.business_id = m.business_id
    where m.user_id = ${userId} and m.business_id = ${businessId}), 'not_owner_or_admin')`
}

/** Returns as SQL whether the grant `grantId` over all businesses of the person `userId` (both SQL) covers any now. */
export function coversAnySql({ userId, grantId }: Readonly<Record<'userId' | 'grantId', string>>): string {
  return `exists (select 1
    from memberships m join businesses b on b.id = m.business_id left join plans p on p.business_id = m.business_id
    where m.user_id = ${userId} and ${handoverSql({ member: 'm', business: 'b', plan: 'p' })} = 'can' and ${notTakenOutSql({ grantId, businessId: 'm.business_id' })})`
}

/** Returns as SQL whether the business is not excluded. An owner may exclude it from another person's grant over all. */
function notTakenOutSql({ grantId, businessId }: Readonly<Record<'grantId' | 'businessId', string>>): string {
  return `not exists (select 1 from grant_exclusions e
    where e.grant_id = ${grantId} and e.business_id = ${businessId})`
}
