import { describe, expect, it } from 'vitest'
import { asBusinessId, asUserId } from '@counterfoil/oauth/testing/ids'
import { decideAutoApproval, type LiveAccess } from './auto-approval.ts'

const request = (changes: object = {}) =>
  ({
    approvalPrompt: 'auto',
    scopes: ['user:read', 'invoice:read'],
    application: { restriction: 'single_business' },
    askedBusiness: { kind: 'business', businessId: 'b1' },
    ...changes,
  }) as unknown as Parameters<typeof decideAutoApproval>[0]
const access = (changes: Partial<LiveAccess> = {}): LiveAccess => ({
  userId: asUserId('u1'),
  businessId: asBusinessId('b1'),
  scopes: ['user:read', 'invoice:read'],
  ...changes,
})
const ALL = { application: { restriction: 'all_businesses' }, askedBusiness: { kind: 'none' } }

describe(decideAutoApproval, () => {
  it('issues without a question if a live token covers scopes and business', () => {
    expect(decideAutoApproval(request(), [access()], asUserId('u1'))).toEqual({
      kind: 'issue',
      userId: 'u1',
      businessId: 'b1',
    })
    expect(
      decideAutoApproval(request(), [access({ scopes: ['user:*', 'invoice:*'] })], asUserId('u1')).kind,
    ).toBe('issue')
    expect(
      decideAutoApproval(request({ scopes: ['user:read', 'offline_access'] }), [access()], asUserId('u1'))
        .kind,
    ).toBe('issue')
  })

  it.each([
    ['force', request({ approvalPrompt: 'force' }), [access()]],
    ['no token', request(), []],
    ['one scope more', request({ scopes: ['user:read', 'customer:read'] }), [access()]],
    ['write is not read', request({ scopes: ['invoice:read'] }), [access({ scopes: ['invoice:write'] })]],
    ['another business', request(), [access({ businessId: asBusinessId('b2') })]],
    ['a token for all businesses', request(), [access({ businessId: null })]],
    ['no business named', request({ askedBusiness: { kind: 'none' } }), [access()]],
    ['an unreadable business', request({ askedBusiness: { kind: 'unreadable' } }), [access()]],
    [
      'scopes that only two tokens cover together',
      request(),
      [access({ scopes: ['user:read'] }), access({ scopes: ['invoice:read'] })],
    ],
    ['a restricted token where all are asked for', request(ALL), [access()]],
  ])('asks: %s', (_, asked, tokens) => {
    expect(decideAutoApproval(asked, tokens, asUserId('u1'))).toEqual({ kind: 'ask' })
  })

  it('needs no business if tokens cover all of them', () => {
    expect(decideAutoApproval(request(ALL), [access({ businessId: null })], asUserId('u1'))).toEqual({
      kind: 'issue',
      userId: 'u1',
      businessId: null,
    })
  })

  it('prefers the current account, then the only other one, and asks if several could be meant', () => {
    const tokens = [access({ userId: asUserId('u1') }), access({ userId: asUserId('u2') })]
    expect(decideAutoApproval(request(), tokens, asUserId('u2'))).toMatchObject({ userId: 'u2' })
    expect(decideAutoApproval(request(), [access({ userId: asUserId('u1') })], asUserId('u3'))).toMatchObject(
      {
        userId: 'u1',
      },
    )
    expect(decideAutoApproval(request(), tokens, asUserId('u3'))).toEqual({ kind: 'ask' })
    expect(decideAutoApproval(request(), tokens, undefined)).toEqual({ kind: 'ask' })
  })

  it('does not let a named business narrow a grant for all businesses', () => {
    const named = request({ ...ALL, askedBusiness: { kind: 'business', businessId: 'b1' } })
    expect(decideAutoApproval(named, [access({ businessId: null })], asUserId('u1'))).toEqual({
      kind: 'issue',
      userId: 'u1',
      businessId: null,
    })
    expect(decideAutoApproval(named, [access()], asUserId('u1'))).toEqual({ kind: 'ask' })
  })

  it('asks for a business even if the person allowed all of them', () => {
    const unnamed = request({ askedBusiness: { kind: 'none' } })
    expect(decideAutoApproval(unnamed, [access({ businessId: null })], asUserId('u1'))).toEqual({
      kind: 'ask',
    })
  })

  it('issues for the only account that allowed it, whichever was used last', () => {
    expect(decideAutoApproval(request(), [access()], undefined)).toEqual({
      kind: 'issue',
      userId: 'u1',
      businessId: 'b1',
    })
  })
})
