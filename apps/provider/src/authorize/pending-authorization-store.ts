import { formatScope, parseScope } from '@counterfoil/oauth/scope'
import { parseWireId } from '@counterfoil/oauth/wire-id'
import type { Clock } from '@counterfoil/service/values/clock'
import { randomId } from '@counterfoil/service/values/random'
import type { AuthorizationHandle, AuthorizationRequestId, UserId } from '@counterfoil/oauth/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'
import { digestOf } from '#crypto/secrets.ts'
import { type AuthorizationRequest, parsePrompt } from './authorization-request.ts'
import {
  PENDING_LIFETIME_MS,
  type PendingAuthorization,
  readPendingAuthorization,
} from './pending-authorization.ts'

export type PendingAuthorizationStore = ReturnType<typeof createPendingAuthorizationStore>

const HANDLE_BYTES = 24
export const HANDLE = /^[A-Za-z0-9_-]{32}$/

/** Stores authorize requests that wait for a person. */
export function createPendingAuthorizationStore({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}) {
  /** Finds a request by its handle, even if it has expired or was answered. */
  async function find(handle: AuthorizationHandle): Promise<PendingAuthorization | undefined> {
    if (!HANDLE.test(handle)) return undefined
    const row = await db
      .selectFrom('authorization_requests')
      .selectAll()
      .where('handle_digest', '=', digestOf(handle))
      .executeTakeFirst()
    if (row === undefined) return undefined
    const application = await db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', row.application_id)
      .executeTakeFirst()
    return application && readPendingAuthorization(row, application)
  }

  return {
    find,

    /** Stores a request that passed every check. The handle is in the page's address; only its digest is stored. */
    async save(
      request: AuthorizationRequest,
      application: PendingAuthorization['application'],
      redirectUri: string,
    ): Promise<{ readonly handle: AuthorizationHandle; readonly pending: PendingAuthorization }> {
      const handle = randomId<AuthorizationHandle>(HANDLE_BYTES)
      const row = { ...columnsOf(request, application, clock()), redirect_uri: redirectUri }
      await db
        .insertInto('authorization_requests')
        .values({ id: newUuid<AuthorizationRequestId>(), handle_digest: digestOf(handle), ...row })
        .execute()
      const pending = await find(handle)
      if (pending === undefined) throw new Error('a request that was just saved is not there')
      return { handle, pending }
    },

    /** Extends the lifetime of a request, never shortens it. `asked`: the person asked for more time. */
    async extend(id: AuthorizationRequestId, untilMs: number, reason: 'asked' | 'held'): Promise<void> {
      await db
        .updateTable('authorization_requests')
        .set((column) => ({
          expires_at: new Date(untilMs),
          extensions: column('extensions', '+', reason === 'asked' ? 1 : 0),
        }))
        .where('id', '=', id)
        .where('answered_at', 'is', null)
        .where('expires_at', '<', new Date(untilMs))
        .execute()
    },

    /** Stores the account chosen on the page. */
    async chooseAccount(id: AuthorizationRequestId, userId: UserId | null): Promise<void> {
      await db
        .updateTable('authorization_requests')
        .set({ account_user_id: userId })
        .where('id', '=', id)
        .execute()
    },
  }
}

function columnsOf(
  { parameters, encodedState }: AuthorizationRequest,
  application: PendingAuthorization['application'],
  nowMs: number,
) {
  const prompts = parsePrompt(parameters.prompt)
  const isForced = parameters.approval_prompt === 'force' || prompts.includes('consent')
  const asked = application.restriction === 'single_business' ? parameters.businessId : undefined
  return {
    application_id: application.id,
    scopes: formatScope(parseScope(parameters.scope ?? '')),
    state: encodedState ?? null,
    approval_prompt: isForced ? 'force' : 'auto',
    asks_password: prompts.includes('login'),
    // Only the presence of the parameter matters; its value is unchecked and not stored.
    business_parameter: asked === undefined ? null : 'sent',
    asked_business_id: asked === undefined ? null : (parseWireId('Business', asked) ?? null),
    code_challenge: parameters.code_challenge ?? null,
    created_at: new Date(nowMs),
    expires_at: new Date(nowMs + PENDING_LIFETIME_MS),
  } as const
}
