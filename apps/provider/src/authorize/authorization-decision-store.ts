import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { AuthorizationHandle, UserId } from '@counterfoil/oauth/ids'
import { createBusinessAccessStore } from '#businesses/business-access-store.ts'
import type { AuthorizationRequestRow, Database } from '#database/database.ts'
import { deriveCode, digestOf } from '#crypto/secrets.ts'
import {
  canonicalScopes,
  findAnswerFault,
  type FinishOutcome,
  isSameAnswer,
  type PersonsAnswer,
} from './authorization-decision.ts'
import {
  type AuthorizationAnswer,
  buildAuthorizationResponse,
  type IssuerFor,
} from './authorization-response.ts'
import { closeRequest, lockMembership, lockUser, saveCode, saveGrant } from './decision-grant-store.ts'
import { HANDLE } from './pending-authorization-store.ts'
import {
  checkPendingRequest,
  type PendingAuthorization,
  readPendingAuthorization,
} from './pending-authorization.ts'

export type AnswerStore = ReturnType<typeof createAnswerStore>

const DENIED = 'The user did not allow access.'

interface DecisionParts {
  readonly db: Database
  readonly clock: Clock
  /** The keys from which codes are derived: new codes from the newest key. */
  readonly secrets: Secrets
  readonly issuerFor: IssuerFor
}

type Given = {
  readonly handle: AuthorizationHandle
  /** Null only for a denial by somebody who is not signed in. */
  readonly userId: UserId | null
  readonly answer: PersonsAnswer
}

/** An answer to a request whose row is locked. */
type Finishing = Given & {
  readonly trx: Database
  readonly row: AuthorizationRequestRow
  readonly request: PendingAuthorization
  readonly now: Date
}

export function createAnswerStore(parts: DecisionParts) {
  const { db, clock } = parts
  return {
    /**
     * Carries out a person's answer once: stores the grant and the code and closes the request, in one transaction. The same answer
     * again gives the same redirect while its code is unspent; the code is derived from the handle and our key, so that it need not
     * be stored. Any other second answer is `already_answered`.
     */
    async finishAuthorization(given: Given): Promise<FinishOutcome> {
      if (!HANDLE.test(given.handle)) return { kind: 'unknown' }
      return await db.transaction().execute(async (trx): Promise<FinishOutcome> => {
        const row = await trx
          .selectFrom('authorization_requests')
          .selectAll()
          .where('handle_digest', '=', digestOf(given.handle))
          .forUpdate()
          .executeTakeFirst()
        if (row === undefined) return { kind: 'unknown' }
        const applicationRow = await trx
          .selectFrom('applications')
          .selectAll()
          .where('id', '=', row.application_id)
          .forShare()
          .executeTakeFirst()
        if (applicationRow === undefined || applicationRow.deleted_at !== null) return { kind: 'unknown' }
        const request = readPendingAuthorization(row, applicationRow)
        return await finish(parts, { ...given, trx, row, request, now: new Date(clock()) })
      })
    },
  }
}

async function finish(parts: DecisionParts, finishing: Finishing): Promise<FinishOutcome> {
  const { trx, row, request, userId, answer, now } = finishing
  const verdict = checkPendingRequest(request)
  if (verdict.kind === 'page') return { kind: 'redirect_removed', fault: verdict.fault }
  if (row.answer !== null) {
    return (await repeatAnswer(parts, finishing)) ?? { kind: 'already_answered', request }
  }
  if (now >= row.expires_at) return { kind: 'expired', request }

  if (answer.kind === 'deny') {
    const description = answer.description ?? DENIED
    await closeRequest(trx, row, { answer: 'denied', userId, description, at: now })
    const url = respond(parts, request, { kind: 'error', error: 'access_denied', description })
    return { kind: 'redirect', url, grantId: null }
  }
  if (verdict.kind === 'redirect') {
    const { fault } = verdict
    const url = respond(parts, request, { kind: 'error', error: fault.error, description: fault.detail })
    return { kind: 'scope_removed', fault, url }
  }
  return await allow(parts, finishing, answer)
}

function respond(
  { issuerFor }: DecisionParts,
  { redirectUri, encodedState, application }: PendingAuthorization,
  answer: AuthorizationAnswer,
) {
  return buildAuthorizationResponse({
    redirectUri,
    answer,
    encodedState: encodedState ?? undefined,
    issuer: issuerFor(application),
  })
}

/** Returns the redirect of the answer given before; undefined if this answer differs or the code is spent. */
async function repeatAnswer(
  parts: DecisionParts,
  { trx, row, request, userId, answer, handle, now }: Finishing,
): Promise<FinishOutcome | undefined> {
  const given = {
    answer: row.answer ?? 'denied',
    userId: row.answer_user_id,
    businessId: row.answer_business_id,
    scopes: row.answer_scopes,
  }
  if (!isSameAnswer(given, answer, userId)) return undefined
  if (given.answer === 'denied') {
    const description = row.answer_description ?? DENIED
    const url = respond(parts, request, { kind: 'error', error: 'access_denied', description })
    return { kind: 'redirect', url, grantId: null }
  }
  // A spent code is not sent again: the application would take it for an attack and end the connection.
  // Another process, with a newer secret than this one, may have derived the code.
  const codes = new Map(
    parts.secrets.map((secret) => deriveCode({ key: secret, handle })).map((code) => [digestOf(code), code]),
  )
  const codeRow = await trx
    .selectFrom('authorization_codes as c')
    .innerJoin('grants as g', 'g.id', 'c.grant_id')
    .where('c.code_digest', 'in', [...codes.keys()])
    .where('c.consumed_at', 'is', null)
    .where('c.revoked_at', 'is', null)
    .where('c.expires_at', '>', now)
    .select(['c.code_digest', 'g.id'])
    .executeTakeFirst()
  const code = codeRow && codes.get(codeRow.code_digest)
  if (codeRow === undefined || code === undefined) return undefined
  return { kind: 'redirect', url: respond(parts, request, { kind: 'code', code }), grantId: codeRow.id }
}

async function allow(
  parts: DecisionParts,
  { trx, row, request, userId, handle, now }: Finishing,
  answer: Extract<PersonsAnswer, { kind: 'allow' }>,
): Promise<FinishOutcome> {
  const { businessId } = answer
  const user = await lockUser(trx, userId)
  if (user === undefined || user.disabled_at !== null) return { kind: 'user_disabled' }
  if (businessId !== null) await lockMembership(trx, { userId: user.id, businessId })
  const businesses = createBusinessAccessStore({ db: trx })
  const business = businessId === null ? undefined : await businesses.find(user.id, businessId)
  const eligible =
    request.application.restriction === 'all_businesses' ? await businesses.eligibleBusinessIds(user.id) : []
  const fault = findAnswerFault(request, answer, business, eligible.length)
  if (fault !== undefined) return fault

  const allowed = { row, userId: user.id, answer, scopes: canonicalScopes(answer.scopes), now }
  const grant = await saveGrant(trx, allowed)

  // A person who approves all businesses on the page shares each of them, including excluded ones.
  if (businessId === null && answer.isWithoutAsking !== true)
    await trx.deleteFrom('grant_exclusions').where('grant_id', '=', grant.id).execute()

  const code = deriveCode({ key: parts.secrets[0], handle })
  await saveCode(trx, { ...allowed, code, grantId: grant.id })
  await closeRequest(trx, row, {
    answer: 'allowed',
    userId: user.id,
    businessId,
    scopes: allowed.scopes,
    at: now,
  })
  return { kind: 'redirect', url: respond(parts, request, { kind: 'code', code }), grantId: grant.id }
}
