import { describe, expect, it } from 'vitest'
import { asApplicationId, asGrantId, asTokenFamilyId } from '@counterfoil/oauth/testing/ids'
import { readClient, readCode, readRefresh } from './token-rows.ts'

const CLIENT = {
  calling_id: asApplicationId('application'),
  access_token_seconds: 7_200,
  rotate_refresh_tokens: true,
  is_strict: false,
  redirect_entries: ['https://app.example/callback'],
  allowed_scopes: 'business:read user:read',
  secret_digests: 'newer older',
}

const CODE = {
  application_id: asApplicationId('application'),
  family_id: asTokenFamilyId('family'),
  redirect_uri: 'https://app.example/callback',
  scopes: 'user:read',
  code_challenge: null,
  expires_at_ms: 60_000,
  is_consumed: true,
  is_revoked: false,
}

const FAMILY = {
  family_id: asTokenFamilyId('family'),
  grant_id: asGrantId('grant'),
  application_id: asApplicationId('application'),
  scopes: 'user:read',
  redirect_uri: 'https://app.example/callback',
  rested_since_ms: 1_000,
  end_reason: null,
  access_digest: null,
  refresh_digest: null,
  previous_refresh_digest: null,
  standing: 'can' as const,
}

describe(readClient, () => {
  it('has a digest for each live secret, and none if every secret has ended', () => {
    expect(readClient(CLIENT).secretDigests).toEqual(['newer', 'older'])
    expect(readClient({ ...CLIENT, secret_digests: null }).secretDigests).toEqual([])
  })

  it('keeps the settings of the application', () => {
    expect(readClient(CLIENT)).toMatchObject({
      applicationId: 'application',
      accessTokenSeconds: 7_200,
      rotatesRefreshTokens: true,
      isStrict: false,
      redirectEntries: ['https://app.example/callback'],
      allowedScopes: ['business:read', 'user:read'],
    })
  })
})

describe(readCode, () => {
  it('distinguishes a spent code from a revoked one', () => {
    expect(readCode(CODE)).toMatchObject({ isConsumed: true, isRevoked: false })
    expect(readCode({ ...CODE, is_consumed: false, is_revoked: true })).toMatchObject({
      isConsumed: false,
      isRevoked: true,
    })
  })

  it.each(['application_id', 'family_id', 'redirect_uri', 'scopes', 'expires_at_ms'] as const)(
    'has no code without %s: the client was found, the code was not',
    (column) => {
      expect(readCode({ ...CODE, [column]: null })).toBeUndefined()
    },
  )
})

describe(readRefresh, () => {
  const ends = (endReason: string | null) => {
    const { isFamilyEnded, isGrantEnded } = readRefresh({ ...FAMILY, end_reason: endReason }, 'good') ?? {}
    return { isFamilyEnded, isGrantEnded }
  }

  it.each(['revoked', 'code_replayed', 'refresh_token_replayed'])(
    'marks the tokens as ended, and the grant as live, after %s',
    (reason) => {
      expect(ends(reason)).toEqual({ isFamilyEnded: true, isGrantEnded: false })
    },
  )

  it('marks the grant as ended after any other reason', () => {
    expect(ends('withdrawn_by_user')).toEqual({ isFamilyEnded: false, isGrantEnded: true })
  })

  it('marks neither as ended without a reason', () => {
    expect(ends(null)).toEqual({ isFamilyEnded: false, isGrantEnded: false })
  })

  it('distinguishes a replaced token from a valid one', () => {
    expect(readRefresh(FAMILY, 'good')).toMatchObject({ isRetired: false })
    expect(readRefresh(FAMILY, 'retired')).toMatchObject({ isRetired: true })
  })

  it('treats a missing business as deleted', () => {
    expect(readRefresh({ ...FAMILY, standing: null }, 'good')).toMatchObject({ handover: 'gone' })
  })

  it.each(['family_id', 'grant_id', 'application_id', 'scopes', 'redirect_uri', 'rested_since_ms'] as const)(
    'has no refresh token without %s',
    (column) => {
      expect(readRefresh({ ...FAMILY, [column]: null }, 'good')).toBeUndefined()
    },
  )
})
