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
import { type CallingClient, type OwnedRefresh, readClient, readCode, readRefresh } from './token-rows.ts'
import {
  CODE_STATEMENTS,
  FAMILY_STATEMENTS,
  type ClientColumns,
  type CodeColumns,
  type FamilyColumns,
  type IssuedTokens,
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

export function createTokenStore({ run }: { readonly run: RunStatement }) {
  return {
    /** Returns undefined if no application has this client id. */
    async loadForCode(
      clientId: ClientId,
      codeDigest: DigestOf<AuthorizationCode>,
      now: Date,
    ): Promise<{ readonly client: CallingClient; readonly code: CodeRecord | undefined } | undefined> {
      const values = [clientId, now, codeDigest]
      const row = await first<ClientColumns & CodeColumns>(run, CODE_STATEMENTS.load, values)
      return row && { client: readClient(row), code: readCode(row) }
    },

    /** Consumes the code and creates its token family. */
    exchange: (given: CodeExchange): Promise<IssuedTokens | undefined> =>
      first(run, CODE_STATEMENTS.exchange, [
        ...[given.codeDigest, given.applicationId, given.accessDigest, given.refreshDigest],
        ...[given.now, given.accessExpiresAt, given.scope, given.reference],
      ]),

    /** @param familyId the family named in the token; undefined if it names none */
    async loadForRefresh(
      clientId: ClientId,
      familyId: TokenFamilyId | undefined,
      refreshDigest: DigestOf<RefreshToken>,
      now: Date,
    ): Promise<{ readonly client: CallingClient; readonly refresh: OwnedRefresh | undefined } | undefined> {
      const values = [clientId, now, familyId ?? null]
      const row = await first<ClientColumns & FamilyColumns>(run, FAMILY_STATEMENTS.loadForRefresh, values)
      if (row === undefined) return undefined
      const place = row.family_id === null ? undefined : await placeOf(run, row, refreshDigest)
      return { client: readClient(row), refresh: place && readRefresh(row, place) }
    },

    /**
     * Replaces the access token.
     * @returns undefined if the family has ended, or has a successor of this token that is not among `successors` and younger than
     * `restedSince`
     */
    async renew(
      given: Renewal,
    ): Promise<(IssuedTokens & { readonly refreshDigest: DigestOf<RefreshToken> }) | undefined> {
      const { familyId, refreshDigest, successors, accessDigest, scope, now, accessExpiresAt } = given
      const values = [familyId, refreshDigest, accessDigest, scope, now, accessExpiresAt]
      if (successors === undefined) {
        const issued = await first<IssuedTokens>(run, FAMILY_STATEMENTS.renew, values)
        return issued && { ...issued, refreshDigest }
      }
      const rotation = [...values, successors[0], successors, given.restedSince]
      return await first(run, FAMILY_STATEMENTS.renewAndRotate, rotation)
    },

    loadForRevocation: loadForRevocation.bind(null, run),

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

async function loadForRevocation(
  run: RunStatement,
  clientId: ClientId,
  familyId: TokenFamilyId | undefined,
  tokenDigest: TokenDigest,
  now: Date,
): Promise<{ readonly client: CallingClient; readonly token: RevocableToken | undefined } | undefined> {
  const values = [clientId, now, familyId ?? null]
  const row = await first<ClientColumns & FamilyColumns>(run, FAMILY_STATEMENTS.loadForRevocation, values)
  if (row === undefined) return undefined
  const client = readClient(row)
  if (row.family_id === null || row.access_digest === null) return { client, token: undefined }

  const found = { familyId: row.family_id, grantId: row.grant_id, applicationId: row.application_id }
  if (isSameDigest(row.access_digest, tokenDigest))
    return { client, token: { kind: 'access', accessDigest: row.access_digest, ...found } }
  const place = await placeOf(run, row, tokenDigest)
  return { client, token: place && { kind: 'refresh', ...found } }
}

async function first<Row>(
  run: RunStatement,
  text: string,
  values: readonly unknown[],
): Promise<Row | undefined> {
  return (await run<Row>(text, values))[0]
}

/** Returns `good` for the newest or the previous refresh token of this family, `retired` for older ones; otherwise undefined. */
async function placeOf(
  run: RunStatement,
  row: FamilyColumns,
  digest: TokenDigest,
): Promise<'good' | 'retired' | undefined> {
  const { refresh_digest: current, previous_refresh_digest: previous } = row
  if (current !== null && isSameDigest(current, digest)) return 'good'
  if (previous !== null && isSameDigest(previous, digest)) return 'good'
  const retired = await first(run, FAMILY_STATEMENTS.findRetired, [digest, row.family_id])
  return retired === undefined ? undefined : 'retired'
}
