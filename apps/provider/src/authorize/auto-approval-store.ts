import { parseScope } from '@counterfoil/oauth/scope'
import type { Clock } from '@counterfoil/service/values/clock'
import type { UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { Database } from '#database/database.ts'
import { decideAutoApproval, type AutoApproval } from './auto-approval.ts'
import type { PendingAuthorization } from './pending-authorization.ts'

export type AutoApprovalStore = ReturnType<typeof createAutoApprovalStore>

export function createAutoApprovalStore(options: {
  readonly db: Database
  readonly clock: Clock
  readonly businessAccess: BusinessAccessStore
}) {
  const { db, clock, businessAccess } = options
  return {
    /**
     * Decides whether the person must be asked. Call it again after every sign-in, then finish the request with all its scopes.
     * A business that can no longer be chosen always leads to the page that explains it.
     */
    async decide(
      request: PendingAuthorization,
      userIds: readonly UserId[],
      currentUserId: UserId | undefined,
    ): Promise<AutoApproval> {
      if (userIds.length === 0 || request.approvalPrompt === 'force' || request.answered !== null)
        return { kind: 'ask' }
      const rows = await db
        .selectFrom('token_families as f')
        .innerJoin('grants as g', 'g.id', 'f.grant_id')
        .innerJoin('users as u', 'u.id', 'f.user_id')
        .where('f.application_id', '=', request.application.id)
        .where('f.user_id', 'in', [...userIds])
        .where('f.ended_at', 'is', null)
        .where('f.access_revoked_at', 'is', null)
        .where('f.access_expires_at', '>', new Date(clock()))
        .where('g.ended_at', 'is', null)
        .where('u.disabled_at', 'is', null)
        .select(['f.user_id', 'f.business_id', 'f.grant_id', 'f.access_scopes'])
        .execute()
      const access = rows.map((row) => ({
        userId: row.user_id,
        businessId: row.business_id,
        scopes: parseScope(row.access_scopes),
      }))
      const step = decideAutoApproval(request, access, currentUserId)
      if (step.kind === 'ask') return step

      if (step.businessId !== null) {
        const business = await businessAccess.find(step.userId, step.businessId)
        return business?.choice.kind === 'can' ? step : { kind: 'ask' }
      }
      const grantId = rows.find((row) => row.user_id === step.userId && row.business_id === null)?.grant_id
      const isCovering = grantId != null && (await businessAccess.coversAny(step.userId, grantId))
      return isCovering ? step : { kind: 'ask' }
    },
  }
}
