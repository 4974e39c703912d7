import { type DocumentNode, getOperationAST, Kind, type SelectionSetNode } from 'graphql'
import { CallerError } from '#caller/caller-error.ts'
import type { Reach } from '#caller/viewer.ts'
import { accountOf, type Call } from '#graphql/call.ts'
import type { CallLimiter } from '#graphql/limits/call-limiter-store.ts'
import { countSchemaQuestions, MAX_ANONYMOUS_SCHEMA_QUESTIONS } from '#graphql/limits/document-limits.ts'
import { findMergingFaults, MAX_ANONYMOUS_MERGE_WORK } from '#graphql/limits/merge-limits.ts'
import { fragmentsOf } from '#graphql/limits/selection-fold.ts'
import type { GraphqlParams } from '#graphql/request/graphql-request.ts'
import type { KnownDocuments } from '#graphql/request/known-documents.ts'
import { parseOperation } from '#graphql/request/parse-operation.ts'
import type { ActiveBearer, Bearer } from '#tokens/bearer.ts'
import { bearerChallenge, readBearerHeader } from './bearer-header.ts'

/** Looks up tokens by one query, without a cache. */
export type BearerReader = { lookUp(token: string): Promise<Bearer> }

const ENDED = {
  unknown: 'The access token is not known.',
  expired: 'The access token has expired.',
  revoked: 'The access token was revoked.',
} as const

function unauthenticatedError({
  message,
  challenge,
  reason,
}: Readonly<Record<'message' | 'challenge' | 'reason', string>>): CallerError {
  return new CallerError('UNAUTHENTICATED', message, {
    http: { status: 401, headers: { 'WWW-Authenticate': challenge } },
    extensions: { reason },
  })
}

function parseQuietly(query: string, maxTokens: number): DocumentNode | undefined {
  try {
    return parseOperation(query, maxTokens)
  } catch {
    return undefined
  }
}

/** Returns true if a document is small enough for a caller without a token, who may only run the introspection of tools. */
function isSmall(document: DocumentNode): boolean {
  const hasFaults = findMergingFaults(document, MAX_ANONYMOUS_MERGE_WORK).length > 0
  return !hasFaults && countSchemaQuestions(document) <= MAX_ANONYMOUS_SCHEMA_QUESTIONS
}

function reachOf(bearer: ActiveBearer): Reach {
  const { tokenKind, grantId, businessId, planIsActive } = bearer
  if (tokenKind === 'personal') return { kind: 'member', grantId, businessId }
  return businessId === null
    ? { kind: 'eligible', grantId }
    : { kind: 'one', businessId, planIsActive: planIsActive === true }
}

/**
 * Authenticates callers. Both functions throw CallerError UNAUTHENTICATED or RATE_LIMITED.
 *
 * @see RFC 6750 section 3
 */
export function createAuthentication(deps: {
  readonly bearers: BearerReader
  readonly limiter: CallLimiter
  /** The maximum number of lexical tokens in the document of a caller without an access token. */
  readonly maxAnonymousTokens: number
  readonly documents: Pick<KnownDocuments, 'has'>
  /** The address that is part of every 401. (RFC 9728 section 5.1) */
  readonly resourceMetadataUrl: () => string
}) {
  async function authenticateToken(call: Call, token: string): Promise<void> {
    const bearer = await deps.bearers.lookUp(token)
    call.applicationId = bearer.applicationId
    if (bearer.kind === 'active') {
      call.grantId = bearer.grantId
      call.account = accountOf(bearer)
      call.allowances.calls = await deps.limiter.takeForToken(call.account, bearer.applicationId)
      const { userId, applicationId, scopes } = bearer
      call.viewer = { userId, applicationId, scopes, reach: reachOf(bearer) }
      return
    }
    await deps.limiter.takeForAddress(call.address)
    // The caller learns only that the token is no longer valid; the exact reason is for the application's log.
    call.exactReason = bearer.reason
    const challenge = bearerChallenge('invalid_token', {
      resourceMetadataUrl: deps.resourceMetadataUrl(),
      description: ENDED[bearer.kind],
    })
    throw unauthenticatedError({ message: ENDED[bearer.kind], challenge, reason: `token_${bearer.kind}` })
  }

  return {
    /** Authenticates a call before its body is read, and stores the result on it. A sent token must be valid. */
    async identify(call: Call): Promise<void> {
      const header = readBearerHeader(call.authorization)
      if (header.kind === 'token') return await authenticateToken(call, header.token)
      await deps.limiter.takeForAddress(call.address)
      if (header.kind === 'malformed') {
        throw unauthenticatedError({
          message: 'The Authorization header must be "Bearer" and one access token.',
          challenge: bearerChallenge('invalid_token', { resourceMetadataUrl: deps.resourceMetadataUrl() }),
          reason: 'token_malformed',
        })
      }
    },

    /** Refuses a caller without a token who asks about anything but the schema. */
    async admit(
      call: Call,
      { query, operationName }: Pick<GraphqlParams, 'query' | 'operationName'>,
    ): Promise<void> {
      if (call.viewer !== undefined) return
      if (!deps.documents.has(query)) await deps.limiter.takeForNewDocument(call.address)
      const document = parseQuietly(query, deps.maxAnonymousTokens)
      if (document && isSmall(document) && asksOnlyAboutSchema(document, operationName)) return
      throw unauthenticatedError({
        message: 'This call needs an access token.',
        challenge: bearerChallenge('no_token', { resourceMetadataUrl: deps.resourceMetadataUrl() }),
        reason: 'token_missing',
      })
    },
  }
}

const SCHEMA_FIELDS = new Set(['__schema', '__type', '__typename'])

/**
 * Returns true if every root field of the operation, also inside fragments, is `__schema`, `__type` or `__typename`. Such an
 * operation needs no token.
 */
function asksOnlyAboutSchema(document: DocumentNode, operationName: string | undefined): boolean {
  const operation = getOperationAST(document, operationName)
  if (!operation) return false
  const fragments = fragmentsOf(document)
  const visited = new Set<string>()
  const holds = (selectionSet: SelectionSetNode): boolean =>
    selectionSet.selections.every((selection) => {
      switch (selection.kind) {
        case Kind.FIELD:
          return SCHEMA_FIELDS.has(selection.name.value)
        case Kind.INLINE_FRAGMENT:
          return holds(selection.selectionSet)
        case Kind.FRAGMENT_SPREAD: {
          const name = selection.name.value
          if (visited.has(name)) return true
          visited.add(name)
          const fragment = fragments.get(name)
          return fragment !== undefined && holds(fragment.selectionSet)
        }
      }
    })
  return holds(operation.selectionSet)
}
