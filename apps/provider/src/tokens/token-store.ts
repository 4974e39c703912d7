import type {
  AccessToken,
  ApplicationId,
  AuthorizationCode,
  ClientId,
  DigestOf,
  GrantId,
  RefreshToken,
  TokenFamilyId,
} from '@counterfoil/oauth/ids'
import type { RunStatement } from '#database/statement.ts'
import type { FamilyEnd } from '#database/columns.ts'
import type { CodeRecord } from './code-redemption.ts'
import {
  readClient,
  readCode,
  readIssued,
  readRefresh,
  type CallingClient,
  type IssuedColumns,
  type IssuedTokens,
  type OwnedRefresh,
} from './token-rows.ts'
import {
  CODE_STATEMENTS,
  FAMILY_STATEMENTS,
  type ClientColumns,
  type CodeColumns,
  type FamilyColumns,
} from './token-statements.ts'
import { isSameDigest } from '#crypto/secrets.ts'

/** Digest of a token of unknown kind. */
type TokenDigest = DigestOf<AccessToken> | DigestOf<RefreshToken>

type RevocableToken = (
  { readonly kind: 'access'; readonly accessDigest: DigestOf<AccessToken> } | { readonly kind: 'refresh' }
) & {
  readonly familyId: TokenFamilyId
  readonly grantId: GrantId | null
  /** Null for a personal token. */
  readonly applicationId: ApplicationId | null
}

/** Parameters of a code exchange: the code to consume, and the tokens to issue. */
type CodeExchange = {
  readonly codeDigest: DigestOf<AuthorizationCode>
  readonly applicationId: ApplicationId
  readonly accessDigest: DigestOf<AccessToken>
  readonly refreshDigest: DigestOf<RefreshToken>
  /** The scopes of the access token, space-separated. */
  readonly scope: string
  readonly accessExpiresAt: Date
  readonly now: Date
  /** The reference of the request, stored with the grant for receipts. */
  readonly reference: string
}

/** Parameters of a refresh: the refresh token used, and the access token to issue. */
type Renewal = {
  readonly familyId: TokenFamilyId
  readonly refreshDigest: DigestOf<RefreshToken>
  /** Digests of possible successors of the refresh token. The first is issued unless another one was issued before. */
  readonly successors: readonly [string, ...string[]] | undefined
  readonly restedSince: Date
  readonly accessDigest: DigestOf<AccessToken>
  readonly scope: string
  readonly accessExpiresAt: Date
  readonly now: Date
}

/**
 * Stores codes and tokens. Every change is one atomic statement, which succeeds once, however many processes try. It returns
 * undefined if there is nothing left to change.
 */
export type TokenStore = ReturnType<typeof createTokenStore>

interface TokenParts {
  readonly run: RunStatement
}

export function createTokenStore(parts: TokenParts) {
  const { run } = parts

  return {
    /** Returns undefined if no application has this client id. */
    loadForCode: loadForCode.bind(null, parts),

    /** Consumes the code and creates its token family. */
    exchange: exchangeCode.bind(null, parts),

    /** @param familyId the family named in the token; undefined if it names none */
    loadForRefresh: loadForRefresh.bind(null, parts),

    /**
     * Replaces the access token.
     * @returns undefined if the family has ended, or has a successor of this token that is not among `successors` and younger than
     * `restedSince`
     */
    renew: renewTokens.bind(null, parts),

    loadForRevocation: loadForRevocation.bind(null, parts),

    /** Ends a family: its access token, its refresh tokens, and its code. */
    async endFamily(familyId: TokenFamilyId, reason: FamilyEnd, now: Date): Promise<void> {
      await run(FAMILY_STATEMENTS.end, [familyId, reason, now])
    },

    /** Revokes one access token; the refresh token stays valid. Does nothing if a refresh has replaced it meanwhile. */
    async revokeAccess(
      familyId: TokenFamilyId,
      accessDigest: DigestOf<AccessToken>,
      now: Date,
    ): Promise<void> {
      await run(FAMILY_STATEMENTS.revokeAccess, [familyId, accessDigest, now])
    },
  }
}

async function first<Row>(
  { run }: TokenParts,
  text: string,
  values: readonly unknown[],
): Promise<Row | undefined> {
  return (await run<Row>(text, values))[0]
}

/** Returns `good` for the newest or the previous refresh token of this family, `retired` for older ones; otherwise undefined. */
async function placeOf(
  parts: TokenParts,
  row: FamilyColumns,
  digest: TokenDigest,
): Promise<'good' | 'retired' | undefined> {
  const { refresh_digest: current, previous_refresh_digest: previous } = row
  if (current !== null && isSameDigest(current, digest)) return 'good'
  if (previous !== null && isSameDigest(previous, digest)) return 'good'
  const retired = await first(parts, FAMILY_STATEMENTS.findRetired, [digest, row.family_id])
  return retired === undefined ? undefined : 'retired'
}

async function loadForCode(
  parts: TokenParts,
  clientId: ClientId,
  codeDigest: DigestOf<AuthorizationCode>,
  now: Date,
): Promise<{ readonly client: CallingClient; readonly code: CodeRecord | undefined } | undefined> {
  const row = await first<ClientColumns & CodeColumns>(parts, CODE_STATEMENTS.load, [
    clientId,
    now,
    codeDigest,
  ])
  return row === undefined ? undefined : { client: readClient(row), code: readCode(row) }
}

async function exchangeCode(
  parts: TokenParts,
  {
    codeDigest,
    applicationId,
    accessDigest,
    refreshDigest,
    scope,
    accessExpiresAt,
    now,
    reference,
  }: CodeExchange,
): Promise<IssuedTokens | undefined> {
  const values = [
    ...[codeDigest, applicationId, accessDigest, refreshDigest],
    ...[now, accessExpiresAt, scope, reference],
  ]
  return readIssued(await first(parts, CODE_STATEMENTS.exchange, values))
}

async function loadForRefresh(
  parts: TokenParts,
  clientId: ClientId,
  familyId: TokenFamilyId | undefined,
  refreshDigest: DigestOf<RefreshToken>,
  now: Date,
): Promise<{ readonly client: CallingClient; readonly refresh: OwnedRefresh | undefined } | undefined> {
  const values = [clientId, now, familyId ?? null]
  const row = await first<ClientColumns & FamilyColumns>(parts, FAMILY_STATEMENTS.loadForRefresh, values)
  if (row === undefined) return undefined
  const place = row.family_id === null ? undefined : await placeOf(parts, row, refreshDigest)
  return { client: readClient(row), refresh: place === undefined ? undefined : readRefresh(row, place) }
}

async function renewTokens(
  parts: TokenParts,
  options: Renewal,
): Promise<(IssuedTokens & { readonly refreshDigest: DigestOf<RefreshToken> }) | undefined> {
  const { familyId, refreshDigest, successors, restedSince, accessDigest, scope, accessExpiresAt, now } =
    options
  const values = [familyId, refreshDigest, accessDigest, scope, now, accessExpiresAt]
  if (successors === undefined) {
    const issued = readIssued(await first(parts, FAMILY_STATEMENTS.renew, values))
    return issued && { ...issued, refreshDigest }
  }
  const rotation = [...values, successors[0], successors, restedSince]
  const row = await first<IssuedColumns & { readonly refresh_digest: DigestOf<RefreshToken> }>(
    parts,
    FAMILY_STATEMENTS.renewAndRotate,
    rotation,
  )
  const issued = readIssued(row)
  return row && issued && { ...issued, refreshDigest: row.refresh_digest }
}

async function loadForRevocation(
  parts: TokenParts,
  clientId: ClientId,
  familyId: TokenFamilyId | undefined,
  tokenDigest: TokenDigest,
  now: Date,
): Promise<{ readonly client: CallingClient; readonly token: RevocableToken | undefined } | undefined> {
  const values = [clientId, now, familyId ?? null]
  const row = await first<ClientColumns & FamilyColumns>(parts, FAMILY_STATEMENTS.loadForRevocation, values)
  if (row === undefined) return undefined
  const client = readClient(row)
  if (row.family_id === null || row.access_digest === null) return { client, token: undefined }

  const isAccess = isSameDigest(row.access_digest, tokenDigest)
  if (!isAccess && (await placeOf(parts, row, tokenDigest)) === undefined) return { client, token: undefined }
  const token = {
    ...(isAccess
      ? { kind: 'access' as const, accessDigest: row.access_digest }
      : { kind: 'refresh' as const }),
    familyId: row.family_id,
    grantId: row.grant_id,
    applicationId: row.application_id,
  }
  return { client, token }
}
