import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { AuthorizationHandle, UserId } from '@counterfoil/oauth/ids'
import { createBusinessAccessStore } from '#businesses/business-access-store.ts'
import type { ApplicationRow, AuthorizationRequestRow, Database } from '#database/database.ts'
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

export function createAnswerStore(parts: DecisionParts) {
  return {
    /**
     * Carries out a person's answer once: stores the grant and the code and closes the request, in one transaction. The same answer
     * again gives the same redirect while its code is unspent; the code is derived from the handle and our key, so that it need not
     * be stored. Any other second answer is `already_answered`.
     *
     * @param userId null only for a denial by somebody who is not signed in
     */
    finishAuthorization: finishAuthorization.bind(null, parts),
  }
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
  trx: Database,
  row: AuthorizationRequestRow,
  request: PendingAuthorization,
  userId: UserId | null,
  answer: PersonsAnswer,
  handle: AuthorizationHandle,
  now: Date,
): Promise<FinishOutcome | undefined> {
  const { secrets } = parts

  const given = {
    answer: row.answer ?? 'denied',
    userId: row.answer_user_id,
    businessId: row.answer_business_id,
    scopes: row.answer_scopes,
  }
  if (!isSameAnswer(given, answer, userId)) return undefined
  if (given.answer === 'denied') {
    const url = respond(parts, request, {
      kind: 'error',
      error: 'access_denied',
      description: row.answer_description ?? DENIED,
    })
    return { kind: 'redirect', url, grantId: null }
  }
  // A spent code is not sent again: the application would take it for an attack and end the connection.
  // Another process, with a newer secret than this one, may have derived the code.
  const codes = new Map(
    secrets.map((secret) => deriveCode({ key: secret, handle })).map((code) => [digestOf(code), code]),
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
  const url = respond(parts, request, { kind: 'code', code })
  return { kind: 'redirect', url, grantId: codeRow.id }
}

async function allow(
  parts: DecisionParts,
  trx: Database,
  options: {
    readonly row: AuthorizationRequestRow
    readonly applicationRow: ApplicationRow
    readonly request: PendingAuthorization
    readonly userId: UserId | null
    readonly answer: Extract<PersonsAnswer, { kind: 'allow' }>
    readonly handle: AuthorizationHandle
    readonly now: Date
  },
): Promise<FinishOutcome> {
  const { secrets } = parts

  const { row, request, userId, answer, handle, now } = options
  const code = deriveCode({ key: secrets[0], handle })
  const user = await lockUser(trx, userId)
  if (user === undefined || user.disabled_at !== null) return { kind: 'user_disabled' }
  if (answer.businessId !== null)
    await lockMembership(trx, { userId: user.id, businessId: answer.businessId })
  const businesses = createBusinessAccessStore({ db: trx })
  const business = answer.businessId === null ? undefined : await businesses.find(user.id, answer.businessId)
  const eligible =
    request.application.restriction === 'all_businesses' ? await businesses.eligibleBusinessIds(user.id) : []
  const fault = findAnswerFault(request, answer, business, eligible.length)
  if (fault !== undefined) return fault

  const scopes = canonicalScopes(answer.scopes)
  const grant = await saveGrant(trx, { ...options, userId: user.id, scopes })

  // A person who approves all businesses on the page shares each of them, including excluded ones.
  if (answer.businessId === null && answer.isWithoutAsking !== true)
    await trx.deleteFrom('grant_exclusions').where('grant_id', '=', grant.id).execute()

  await saveCode(trx, { ...options, userId: user.id, scopes, code, grantId: grant.id })
  await closeRequest(trx, row, {
    answer: 'allowed',
    userId: user.id,
    businessId: answer.businessId,
    scopes,
    at: now,
  })
  const url = respond(parts, request, { kind: 'code', code })
  return { kind: 'redirect', url, grantId: grant.id }
}

async function finishAuthorization(
  parts: DecisionParts,
  {
    handle,
    userId,
    answer,
  }: {
    readonly handle: AuthorizationHandle
    readonly userId: UserId | null
    readonly answer: PersonsAnswer
  },
): Promise<FinishOutcome> {
  const { clock, db } = parts

  if (!HANDLE.test(handle)) return { kind: 'unknown' }
  const now = new Date(clock())

  return await db.transaction().execute(async (trx): Promise<FinishOutcome> => {
    const row = await trx
      .selectFrom('authorization_requests')
      .selectAll()
      .where('handle_digest', '=', digestOf(handle))
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
    const standing = checkPendingRequest(request)
    if (standing.kind === 'page') return { kind: 'redirect_removed', fault: standing.fault }

    if (row.answer !== null) {
      return (
        (await repeatAnswer(parts, trx, row, request, userId, answer, handle, now)) ?? {
          kind: 'already_answered',
          request,
        }
      )
    }
    if (now >= row.expires_at) return { kind: 'expired', request }

    if (answer.kind === 'deny') {
      const description = answer.description ?? DENIED
      await closeRequest(trx, row, { answer: 'denied', userId, description, at: now })
      const url = respond(parts, request, { kind: 'error', error: 'access_denied', description })
      return { kind: 'redirect', url, grantId: null }
    }
    if (standing.kind === 'redirect') {
      const { fault } = standing
      const url = respond(parts, request, { kind: 'error', error: fault.error, description: fault.detail })
      return { kind: 'scope_removed', fault, url }
    }
    return await allow(parts, trx, { row, applicationRow, request, userId, answer, handle, now })
  })
}
