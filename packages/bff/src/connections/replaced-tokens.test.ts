import { describe, expect, it } from 'vitest'
import { asAccessToken, asRefreshToken, asTokenSetId } from '@counterfoil/oauth/testing/ids'
import { exampleTokens } from './testing/connection-examples.ts'
import { replacedTokens } from './token-set.ts'

describe(replacedTokens, () => {
  const fresh = exampleTokens({
    id: asTokenSetId('2'),
    accessToken: asAccessToken('a2'),
    refreshToken: asRefreshToken('r2'),
  })

  it('returns the tokens that are replaced, to be revoked', () => {
    expect(replacedTokens(exampleTokens(), fresh)).toEqual([exampleTokens()])
  })

  it('returns none if there were none, or if the same tokens are stored again', () => {
    expect(replacedTokens(null, fresh)).toEqual([])
    expect(replacedTokens(exampleTokens({ id: fresh.id }), fresh)).toEqual([])
  })

  it('never returns a token that both sets share', () => {
    const sameRefresh = exampleTokens({ refreshToken: fresh.refreshToken })
    const sameAccess = exampleTokens({ accessToken: fresh.accessToken })
    expect(replacedTokens(sameRefresh, fresh)).toEqual([{ ...sameRefresh, refreshToken: '' }])
    expect(replacedTokens(sameAccess, fresh)).toEqual([{ ...sameAccess, accessToken: '' }])
    expect(replacedTokens({ ...sameRefresh, accessToken: fresh.accessToken }, fresh)).toEqual([])
  })
})
