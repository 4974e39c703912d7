import { describe, expect, it } from 'vitest'
import { checkPendingRequest } from './pending-request-check.ts'

const application = {
  redirectEntries: ['http://app.example/callback'],
  allowedScopes: ['user:read', 'invoice:*'],
}
const judge = (changes: object = {}) =>
  checkPendingRequest({
    redirectUri: 'http://app.example/callback',
    scopes: ['user:read', 'invoice:send'],
    application,
    ...changes,
  } as unknown as Parameters<typeof checkPendingRequest>[0])

describe(checkPendingRequest, () => {
  it('is valid while the application keeps its entry and its scopes', () => {
    expect(judge()).toEqual({ kind: 'good' })
  })

  it('ends on a page if the entry is removed, also if a scope is removed too', () => {
    const moved = { ...application, redirectEntries: ['http://app.example/moved'], allowedScopes: [] }
    expect(judge({ application: moved })).toMatchObject({
      kind: 'page',
      fault: { reason: expect.stringMatching(/^redirect_uri_/) },
    })
  })

  it('is refused to the application if a scope is removed', () => {
    expect(judge({ application: { ...application, allowedScopes: ['user:read'] } })).toEqual({
      kind: 'redirect',
      fault: {
        error: 'invalid_scope',
        reason: 'scope_not_allowed',
        detail: 'the application may not ask for invoice:send',
      },
    })
  })
})
