import { describe, expect, it } from 'vitest'
import { asApplicationId, asTokenFamilyId } from '@counterfoil/oauth/testing/ids'
import { judgeRefresh, type RefreshRecord, type RefreshRequest } from './refresh-decision.ts'

const RECORD: RefreshRecord = {
  applicationId: asApplicationId('a'),
  familyId: asTokenFamilyId('f'),
  scopes: ['user:read', 'invoice:*'],
  redirectUri: 'http://app.example/cb',
  restedSinceMs: 0,
  isRetired: false,
  isFamilyEnded: false,
  isGrantEnded: false,
  handover: 'open',
}
const REQUEST: RefreshRequest = {
  applicationId: asApplicationId('a'),
  redirectEntries: ['http://app.example/cb'],
  allowedScopes: ['user:*', 'invoice:*'],
  isStrict: false,
  redirectUri: 'http://app.example/cb',
  scope: undefined,
}
const decide = (
  record: Partial<RefreshRecord> = {},
  request: Partial<RefreshRequest> = {},
  nowMs = 0,
  refreshIdleMs?: number,
) => {
  const decision = judgeRefresh(
    { ...RECORD, ...record },
    { ...REQUEST, ...request },
    { nowMs, refreshIdleMs },
  )
  return decision.kind === 'refused' ? `${decision.status} ${decision.reason}` : decision.kind
}

describe(judgeRefresh, () => {
  it('renews the granted scopes, or fewer', () => {
    expect(judgeRefresh(RECORD, REQUEST, { nowMs: 0, refreshIdleMs: undefined })).toEqual({
      kind: 'renew',
      familyId: RECORD.familyId,
      scopes: RECORD.scopes,
      notes: [],
    })
    expect(
      judgeRefresh(RECORD, { ...REQUEST, scope: 'invoice:read' }, { nowMs: 0, refreshIdleMs: undefined }),
    ).toEqual({
      kind: 'renew',
      familyId: RECORD.familyId,
      scopes: ['invoice:read'],
      notes: [],
    })
  })

  it('accepts a refresh without redirect_uri, with a note; a strict application is refused', () => {
    const without = { ...REQUEST, redirectUri: undefined }
    expect(judgeRefresh(RECORD, without, { nowMs: 0, refreshIdleMs: undefined })).toMatchObject({
      kind: 'renew',
      familyId: RECORD.familyId,
      scopes: RECORD.scopes,
      notes: [{ reason: 'redirect_uri_absent' }],
    })
    expect(decide({}, { redirectUri: undefined, isStrict: true })).toBe('400 redirect_uri_missing')
    expect(decide({}, { isStrict: true })).toBe('renew')
    for (const isStrict of [false, true]) {
      expect(decide({}, { redirectUri: 'http://app.example/cb/', isStrict })).toBe('400 redirect_uri_differs')
    }
  })

  it('narrows to the scopes that the application may still have, and refuses if none is left', () => {
    const narrowed = { ...REQUEST, allowedScopes: ['invoice:read'] }
    expect(judgeRefresh(RECORD, narrowed, { nowMs: 0, refreshIdleMs: undefined })).toEqual({
      kind: 'renew',
      familyId: RECORD.familyId,
      scopes: ['invoice:read'],
      notes: [{ reason: 'scope_narrowed', detail: 'the application may no longer have user:read invoice:*' }],
    })
    expect(decide({}, { allowedScopes: ['customer:*'] })).toBe('400 scopes_removed')
    expect(decide({ handover: 'plan_inactive' }, { allowedScopes: ['customer:*'] })).toBe(
      '400 scopes_removed',
    )
  })

  it('refuses while the redirect entry is removed, and only then', () => {
    expect(decide({}, { redirectEntries: ['http://app.example/other'] })).toBe('400 redirect_entry_removed')
    expect(decide({}, { redirectEntries: ['http://app.example/other'], redirectUri: undefined })).toBe(
      '400 redirect_entry_removed',
    )
    expect(decide({}, { redirectEntries: ['http://app.example/other', 'http://app.example/'] })).toBe('renew')
  })

  it('refuses more scopes than were granted', () => {
    expect(decide({}, { scope: 'user:*' })).toBe('400 scope_wider')
    expect(decide({}, { scope: 'user:read customer:read' })).toBe('400 scope_wider')
    expect(decide({}, { scope: 'nonsense' })).toBe('400 scope_unknown')
    expect(decide({}, { scope: ' ' })).toBe('400 scope_empty')
  })

  it('checks the plan last: a 403 means that everything else was right', () => {
    expect(decide({ handover: 'plan_inactive' })).toBe('403 subscription_inactive')
    expect(decide({ handover: 'plan_inactive' }, { scope: 'user:*' })).toBe('400 scope_wider')
    expect(decide({ handover: 'plan_inactive' }, { redirectUri: 'http://app.example/CB' })).toBe(
      '400 redirect_uri_differs',
    )
    expect(decide({ handover: 'plan_inactive', isFamilyEnded: true })).toBe('400 refresh_token_revoked')
    expect(decide({ handover: 'plan_inactive', isRetired: true })).toBe('replayed')
  })

  it('ends the family of a retired token, unless it has ended already or belongs to another application', () => {
    expect(decide({ isRetired: true })).toBe('replayed')
    expect(decide({ isRetired: true, isFamilyEnded: true })).toBe('400 refresh_token_revoked')
    expect(decide({ isRetired: true }, { applicationId: asApplicationId('b') })).toBe(
      '400 refresh_token_of_another_application',
    )
  })

  // browser-apps: 15
  it('accepts an unused token until its idle limit, to the millisecond, counted from its last use', () => {
    expect(decide({}, {}, 999, 1_000)).toBe('renew')
    expect(decide({}, {}, 1_000, 1_000)).toBe('400 refresh_token_idle')
    expect(decide({ restedSinceMs: 500 }, {}, 1_499, 1_000)).toBe('renew')
    expect(decide({ restedSinceMs: 500 }, {}, 1_500, 1_000)).toBe('400 refresh_token_idle')
    expect(decide({}, {}, 10 ** 15)).toBe('renew')
  })

  it('refuses unknown tokens and ended grants', () => {
    expect(judgeRefresh(undefined, REQUEST, { nowMs: 0, refreshIdleMs: undefined })).toMatchObject({
      error: 'invalid_grant',
    })
    expect(decide({ isGrantEnded: true })).toBe('400 grant_ended')
  })

  const GRANT = 'invalid_grant'
  const SCOPE = 'invalid_scope'

  it.each([
    [
      {},
      { applicationId: asApplicationId('b') },
      GRANT,
      'the refresh token was issued to another application',
    ],
    [{ isFamilyEnded: true }, {}, GRANT, 'the refresh token was revoked'],
    [{ isGrantEnded: true }, {}, GRANT, 'the access behind the refresh token was removed'],
    [{ handover: 'gone' }, {}, GRANT, 'the user may no longer let apps into the business'],
    [{ restedSinceMs: -1_000 }, {}, GRANT, 'the refresh token was not used for too long'],
    [{}, { redirectEntries: [] }, GRANT, 'the application no longer has the redirect entry that was used'],
    [{}, { scope: ' ' }, SCOPE, 'scope holds no value'],
    [{}, { scope: 'x' }, SCOPE, 'scope holds a value that does not exist'],
    [{}, { scope: 'user:* customer:read' }, SCOPE, 'scope holds more than was granted: user:* customer:read'],
  ] as const)('explains the refusal: %j %j', (record, request, error, detail) => {
    const options = { nowMs: 0, refreshIdleMs: 1_000 }
    expect(judgeRefresh({ ...RECORD, ...record }, { ...REQUEST, ...request }, options)).toEqual({
      kind: 'refused',
      status: 400,
      error,
      reason: expect.stringMatching(/^\w+$/),
      detail,
    })
  })

  it('refuses while the person may not connect applications, whatever else is right', () => {
    expect(decide({ handover: 'gone' })).toBe('400 no_say_in_business')
    expect(decide({ handover: 'gone', isRetired: true })).toBe('replayed')
  })

  it('reports for an archived business and an ended plan that the same request will work again', () => {
    const judge = (handover: RefreshRecord['handover']) =>
      judgeRefresh({ ...RECORD, handover }, REQUEST, { nowMs: 0, refreshIdleMs: undefined })
    expect(judge('hidden')).toEqual({
      kind: 'refused',
      status: 403,
      error: 'access_denied',
      reason: 'business_archived',
      detail: 'the business is archived',
    })
    expect(judge('plan_inactive')).toEqual({
      kind: 'refused',
      status: 403,
      error: 'access_denied',
      reason: 'subscription_inactive',
      detail: 'the subscription of the business is not active',
    })
  })

  it('explains the refusal of an unknown token and of a used copy', () => {
    const options = { nowMs: 0, refreshIdleMs: undefined }
    const refused = { kind: 'refused', status: 400, error: 'invalid_grant' }
    expect(judgeRefresh(undefined, REQUEST, options)).toEqual({
      ...refused,
      reason: 'refresh_token_unknown',
      detail: 'the refresh token is unknown',
    })
    expect(judgeRefresh({ ...RECORD, isRetired: true }, REQUEST, options)).toEqual({
      kind: 'replayed',
      familyId: RECORD.familyId,
      refusal: {
        ...refused,
        reason: 'refresh_token_replayed',
        detail: 'the refresh token was replaced and used again; its tokens are revoked',
      },
    })
  })

  it('renews a scope that grants nothing by itself, if it is all that was requested', () => {
    const offline = { scopes: ['user:read', 'offline_access'] }
    expect(decide(offline, { scope: 'offline_access' })).toBe('renew')
  })

  it('notes for developers that redirect_uri is expected, although the refresh succeeded', () => {
    const decision = judgeRefresh(
      RECORD,
      { ...REQUEST, redirectUri: undefined },
      { nowMs: 0, refreshIdleMs: 1_000 },
    )
    expect(decision.kind === 'renew' && decision.notes).toEqual([
      {
        reason: 'redirect_uri_absent',
        detail:
          'redirect_uri was not sent; the interface asks for it, and a strict application is refused without it',
      },
    ])
  })
})
