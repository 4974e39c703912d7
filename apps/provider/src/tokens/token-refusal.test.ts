import { describe, expect, it } from 'vitest'
import { refusalBody, refuse } from './token-refusal.ts'

describe(refusalBody, () => {
  it('describes the fault to the application, in the characters that error_description permits', () => {
    expect(refusalBody(refuse('scope_wider', 'there is no "scope" \\ é\n'))).toStrictEqual({
      error: 'invalid_scope',
      error_description: 'there is no ?scope? ? ??',
    })
  })

  it('never reveals which part of the credentials is wrong', () => {
    expect(refusalBody(refuse('client_unknown'))).toStrictEqual({
      error: 'invalid_client',
      error_description: 'client authentication failed',
    })
  })

  it('names a temporary reason in a machine-readable form', () => {
    expect(refusalBody(refuse('subscription_inactive'))).toStrictEqual({
      error: 'access_denied',
      error_description: 'the subscription of the business is not active',
      reason: 'subscription_inactive',
    })
  })

  it('asks for the same request again if nothing was decided', () => {
    const later = refuse('successor_unknown', 'ask again later')
    expect(later).toMatchObject({ kind: 'refused', status: 503, reason: 'successor_unknown' })
    expect(refusalBody(later)).toStrictEqual({
      error: 'temporarily_unavailable',
      error_description: 'ask again later',
    })
  })
})
