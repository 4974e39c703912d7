import { describe, expect, it } from 'vitest'
import { asBusinessId, asUserId } from '@counterfoil/oauth/testing/ids'
import type { ApplicationRow, AuthorizationRequestRow } from '#database/database.ts'
import {
  checkPendingRequest,
  HELD_LIFETIME_MS,
  PENDING_LIFETIME_MS,
  readPendingAuthorization,
} from './pending-authorization.ts'

const APPLICATION = { redirect_entries: ['http://app.example/'], allowed_scopes: '', optional_scopes: '' }
const ROW = {
  id: 'r1',
  redirect_uri: 'http://app.example/',
  scopes: 'user:read invoice:read',
  state: '%FF',
  approval_prompt: 'force',
  asked_business_id: null,
  business_parameter: null,
  account_user_id: asUserId('u1'),
  created_at: new Date(1_000),
  expires_at: new Date(2_000),
  extensions: 3,
  answered_at: null,
  answer: null,
  answer_user_id: null,
}
const read = (changes: object = {}) =>
  readPendingAuthorization(
    { ...ROW, ...changes } as unknown as AuthorizationRequestRow,
    { ...APPLICATION, created_at: new Date(0), modified_at: new Date(0) } as unknown as ApplicationRow,
  )

describe(readPendingAuthorization, () => {
  it('contains the request and its end', () => {
    expect(read()).toMatchObject({
      id: 'r1',
      redirectUri: 'http://app.example/',
      scopes: ['user:read', 'invoice:read'],
      encodedState: '%FF',
      approvalPrompt: 'force',
      askedBusiness: { kind: 'none' },
      accountUserId: 'u1',
      createdAtMs: 1_000,
      expiresAtMs: 2_000,
      extensions: 3,
      answered: null,
    })
  })

  it('distinguishes a named business from a malformed name', () => {
    expect(read({ asked_business_id: asBusinessId('b1'), business_parameter: 'x' }).askedBusiness).toEqual({
      kind: 'business',
      businessId: 'b1',
    })
    expect(read({ business_parameter: 'rubbish' }).askedBusiness).toEqual({ kind: 'unreadable' })
  })

  it('is answered once it has both an answer and its time', () => {
    const answered = { answered_at: new Date(1_500), answer: 'allowed', answer_user_id: asUserId('u2') }
    expect(read(answered).answered).toEqual({ answer: 'allowed', userId: 'u2', atMs: 1_500 })
    expect(read({ ...answered, answer: null }).answered).toBeNull()
    expect(read({ ...answered, answered_at: null }).answered).toBeNull()
  })

  it('waits a quarter of an hour for a person, and an hour for a plan', () => {
    expect([PENDING_LIFETIME_MS, HELD_LIFETIME_MS]).toEqual([900_000, 3_600_000])
  })
})

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

  it('is refused by a redirect to the application if the application lost a scope', () => {
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
