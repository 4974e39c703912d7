import { randomBytes } from 'node:crypto'
import { oauthError } from './fake-http.ts'

/** The person who answers the next authorize request, and the answer. */
export type FakePerson = {
  readonly userId: string
  readonly email: string
  /** The business of the tokens; undefined if they cover all businesses. */
  readonly businessId?: string
  readonly businessName?: string
  /** The granted scope; the requested one by default. */
  readonly scope?: string | undefined
  /** The `error` of the callback instead of a code. */
  readonly error?: string
  readonly errorDescription?: string
}

/** The grant of one person, with its live tokens. */
type Grant = {
  readonly person: FakePerson
  readonly scope: string
  readonly redirectUri: string
  readonly challenge: string | undefined
  accessTokens: Set<string>
  refreshTokens: Set<string>
  ended: boolean
  planEnded: boolean
}

/** See `FakeOptions`. */
export type Rotation = boolean | 'at_once'

type Fields = Readonly<Record<string, string>>

/** The codes, tokens and grants of one fake provider, with the rules of the interface. */
export type FakeGrants = {
  issueCode(request: { redirectUri: string; scope: string; challenge?: string }, person: FakePerson): string
  /** @throws HttpAnswer */
  exchange(fields: Fields): Promise<object>
  /** @throws HttpAnswer */
  refresh(fields: Fields): object
  revoke(token: string): void
  findByAccessToken(token: string): Grant | undefined
  all(): readonly Grant[]
  issuedSecrets(): readonly string[]
  setRotation(rotate: Rotation): void
  setAccessTokenSeconds(seconds: number): void
}

/** Ends every token of a grant. */
export function clearTokens(grant: Grant): void {
  grant.accessTokens.clear()
  grant.refreshTokens.clear()
}

export function createFakeGrants(options: { rotate: Rotation; accessTokenSeconds: number }): FakeGrants {
  const codes = new Map<string, Grant>()
  const usedCodes = new Map<string, Grant>()
  /** Used refresh tokens of a provider that revokes them on use. */
  const spentTokens = new Map<string, Grant>()
  const grants = new Set<Grant>()
  const issued: string[] = []
  let { rotate, accessTokenSeconds } = options

  const mint = (): string => {
    const text = randomBytes(24).toString('base64url')
    issued.push(text)
    return text
  }
  const grantOf = (kind: 'accessTokens' | 'refreshTokens', token: string): Grant | undefined =>
    [...grants].find((grant) => grant[kind].has(token))

  function tokenResponse(grant: Grant, refreshToken: string, scope = grant.scope): object {
    const accessToken = mint()
    grant.accessTokens = new Set([accessToken])
    const { userId, businessId } = grant.person
    return {
      access_token: accessToken,
      expires_in: accessTokenSeconds,
      token_type: 'Bearer',
      scope,
      refresh_token: refreshToken,
      userId,
      ...(businessId === undefined ? {} : { businessId }),
    }
  }

  async function exchange(fields: Fields): Promise<object> {
    const code = fields['code'] ?? ''
    const replayed = usedCodes.get(code)
    if (replayed !== undefined) {
      // RFC 6749 section 4.1.2: the second use revokes the tokens of the first.
      replayed.ended = true
      clearTokens(replayed)
    }
    const grant = codes.get(code)
    codes.delete(code)
    if (grant !== undefined) usedCodes.set(code, grant)
    if (grant === undefined || grant.redirectUri !== fields['redirect_uri'])
      throw oauthError(400, 'invalid_grant')
    if (grant.challenge !== undefined) {
      const verifier = new TextEncoder().encode(fields['code_verifier'] ?? '')
      const digest = Buffer.from(await crypto.subtle.digest('SHA-256', verifier)).toString('base64url')
      if (digest !== grant.challenge) throw oauthError(400, 'invalid_grant')
    }
    grants.add(grant)
    const refreshToken = mint()
    grant.refreshTokens.add(refreshToken)
    return tokenResponse(grant, refreshToken)
  }

  function endFamilyOf(spent: string): void {
    const family = spentTokens.get(spent)
    if (family === undefined) return
    family.ended = true
    clearTokens(family)
  }

  function refresh(fields: Fields): object {
    const spent = fields['refresh_token'] ?? ''
    endFamilyOf(spent)
    const grant = grantOf('refreshTokens', spent)
    if (grant === undefined || grant.ended || grant.redirectUri !== fields['redirect_uri']) {
      throw oauthError(400, 'invalid_grant')
    }
    if (grant.planEnded) throw oauthError(403, 'access_denied', { reason: 'subscription_inactive' })
    if (!rotate) return tokenResponse(grant, spent, fields['scope'])
    const renewed = mint()
    if (rotate === 'at_once') {
      spentTokens.set(spent, grant)
      grant.refreshTokens = new Set([renewed])
    } else {
      // The previous one lives until the new one is first used: a lost answer must not cost the connection.
      grant.refreshTokens = new Set([spent, renewed])
    }
    return tokenResponse(grant, renewed, fields['scope'])
  }

  function revoke(given: string): void {
    endFamilyOf(given)
    grantOf('accessTokens', given)?.accessTokens.delete(given)
    const grant = grantOf('refreshTokens', given)
    if (grant !== undefined) clearTokens(grant)
  }

  function issueCode(
    request: { redirectUri: string; scope: string; challenge?: string },
    person: FakePerson,
  ): string {
    const code = mint()
    codes.set(code, {
      person,
      scope: person.scope ?? request.scope,
      redirectUri: request.redirectUri,
      challenge: request.challenge,
      accessTokens: new Set(),
      refreshTokens: new Set(),
      ended: false,
      planEnded: false,
    })
    return code
  }

  return {
    issueCode,
    exchange,
    refresh,
    revoke,
    findByAccessToken: (token) => grantOf('accessTokens', token),
    all: () => [...grants],
    issuedSecrets: () => [...issued],
    setRotation: (value) => void (rotate = value),
    setAccessTokenSeconds: (seconds) => void (accessTokenSeconds = seconds),
  }
}
