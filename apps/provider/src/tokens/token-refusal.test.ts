import { describe, expect, it } from 'vitest'
import { askAgainLater, refusalBody, refuse, refuseClient, refusePlan } from './token-refusal.ts'

describe(refusalBody, () => {
  it('describes the fault to the application, in the characters that error_description permits', () => {
    expect(
      refusalBody(refuse('invalid_scope', { reason: 'r', detail: 'there is no "scope" \\ é\n' })),
    ).toStrictEqual({
      error: 'invalid_scope',
      error_description: 'there is no ?scope? ? ??',
    })
  })

  it('never reveals which part of the credentials is wrong', () => {
    expect(
      refusalBody(refuseClient({ reason: 'client_unknown', detail: 'no application has this client_id' })),
    ).toStrictEqual({
      error: 'invalid_client',
      error_description: 'client authentication failed',
    })
  })

  it('names a temporary reason in a machine-readable form', () => {
    expect(refusalBody(refusePlan())).toStrictEqual({
      error: 'access_denied',
      error_description: 'the subscription of the business is not active',
      reason: 'subscription_inactive',
    })
  })

  it('asks for the same request again if nothing was decided', () => {
    const later = askAgainLater({ reason: 'database_down', detail: 'the database does not answer' })
    expect(later).toMatchObject({ kind: 'refused', status: 503, reason: 'database_down' })
    expect(refusalBody(later)).toStrictEqual({
      error: 'temporarily_unavailable',
      error_description: 'the database does not answer',
    })
  })
})
