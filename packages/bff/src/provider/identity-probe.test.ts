import { describe, expect, it } from 'vitest'
import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import {
  judgeBusinessAnswer as judgeFoundAnswer,
  judgeDetailsAnswer,
  judgePersonAnswer,
  type ProbeAnswer,
} from './identity-probe.ts'

const { refusals } = exampleProfile()
const rules = { from: 'graphql', refusals } as const
const judgeUserAnswer = (said: ProbeAnswer) =>
  judgePersonAnswer(said, { ...rules, userId: 'user.id', email: 'user.defaultEmail', emailVerified: true })
const judgeBusinessAnswer = (said: ProbeAnswer) =>
  judgeDetailsAnswer(said, { ...rules, name: 'business.name' })

const answer = (body: unknown, status = 200, retryAfterMs?: number): ProbeAnswer => ({
  ...{ kind: 'answer', status, body, retryAfterMs },
})
const error = (code: string, reason?: string) => ({
  errors: [{ message: 'x', extensions: { code, reason } }],
})
const USER = { data: { user: { id: 'VXNlcjox', defaultEmail: 'ada@harbour.example' } } }
const BUSINESS = { data: { business: { id: 'QnVzaW5lc3M6MQ==', name: 'Fern Ltd' } } }

describe.each([
  ['the person', judgeUserAnswer, USER],
  ['the business', judgeBusinessAnswer, BUSINESS],
] as const)('an answer to the query of %s', (_, judge, good) => {
  it.each<[string, ProbeAnswer, object]>([
    ['none came', { kind: 'no_answer' }, { kind: 'provider_down' }],
    ['429', answer({}, 429, 5_000), { kind: 'rate_limited', retryAfterMs: 5_000 }],
    ['429 without a wait', answer({}, 429), { kind: 'rate_limited', retryAfterMs: undefined }],
    ['429 although it has everything', answer(good, 429), { kind: 'rate_limited' }],
    ['401', answer({}, 401), { kind: 'unauthenticated' }],
    ['401 although it has everything', answer(good, 401), { kind: 'unauthenticated' }],
    ['500', answer(good, 500), { kind: 'provider_down' }],
    ['503', answer(error('UNAUTHENTICATED'), 503), { kind: 'provider_down' }],
    ['UNAUTHENTICATED with 200', answer(error('UNAUTHENTICATED')), { kind: 'unauthenticated' }],
    ['a plan that ended', answer(error('FORBIDDEN', 'subscription_inactive')), { kind: 'plan_inactive' }],
    ['FORBIDDEN for another reason', answer(error('FORBIDDEN', 'scope')), { kind: 'permission_missing' }],
    ['FORBIDDEN without a reason', answer(error('FORBIDDEN')), { kind: 'permission_missing' }],
    ['NOT_FOUND', answer(error('NOT_FOUND')), { kind: 'not_found' }],
    ['RATE_LIMITED', answer(error('RATE_LIMITED'), 200, 7), { kind: 'rate_limited', retryAfterMs: 7 }],
    ['an error of another kind', answer(error('INTERNAL_SERVER_ERROR')), { kind: 'provider_down' }],
    ['an error without a code', answer({ errors: [{ message: 'x' }] }), { kind: 'provider_down' }],
    ['errors that are no list', answer({ ...good, errors: 'x' }), { kind: 'provider_down' }],
    ['text', answer('<html>'), { kind: 'provider_down' }],
    ['nothing', answer(undefined), { kind: 'provider_down' }],
    ['no data', answer({}), { kind: 'provider_down' }],
    ['other data', answer({ data: {} }), { kind: 'provider_down' }],
    ['data without an id', answer({ data: { user: {}, business: {} } }), { kind: 'provider_down' }],
  ])('is classified: %s', (__, said, outcome) => {
    expect(judge(said)).toMatchObject(outcome)
  })

  it('gives a value also with an empty list of errors, an error of an unknown kind, or a status below 500', () => {
    expect(judge(answer({ ...good, errors: [] })).kind).toBe('value')
    expect(judge(answer({ ...good, errors: [{ extensions: { code: 'OTHER' } }] })).kind).toBe('value')
    expect(judge(answer(good, 499)).kind).toBe('value')
  })

  it('is classified by the first error of a known kind', () => {
    const errors = [{}, ...error('OTHER').errors, ...error('NOT_FOUND').errors, ...error('FORBIDDEN').errors]
    expect(judge(answer({ errors }))).toEqual({ kind: 'not_found' })
  })
})

describe('the value of an identity answer', () => {
  it('is the person, with or without an e-mail address', () => {
    expect(judgeUserAnswer(answer(USER))).toEqual({
      kind: 'value',
      value: { userId: 'VXNlcjox', email: 'ada@harbour.example', isEmailVerified: true },
    })
    for (const defaultEmail of [null, undefined])
      expect(judgeUserAnswer(answer({ data: { user: { id: 'u', defaultEmail } } }))).toEqual({
        kind: 'value',
        value: { userId: 'u', email: null, isEmailVerified: true },
      })
    expect(judgeUserAnswer(answer({ data: { user: null } })).kind).toBe('provider_down')
  })

  it.each([
    [true, true],
    ['true', false],
    [false, false],
    [undefined, false],
  ])(
    'is an e-mail address that is verified only if the provider confirms it: %s',
    (email_verified, isEmailVerified) => {
      const claims = { from: 'userinfo', refusals, userId: 'sub', email: 'email' } as const
      const said = answer({ sub: 'u', email: 'ada@harbour.example', email_verified })
      expect(judgePersonAnswer(said, { ...claims, emailVerified: 'email_verified' })).toMatchObject({
        value: { isEmailVerified },
      })
      expect(judgePersonAnswer(said, claims)).toMatchObject({ value: { isEmailVerified: false } })
    },
  )

  it('is the name of the business; a business that is null is not found', () => {
    expect(judgeBusinessAnswer(answer(BUSINESS))).toEqual({ kind: 'value', value: { name: 'Fern Ltd' } })
    expect(judgeBusinessAnswer(answer({ data: { business: { id: 'b', name: null } } }))).toEqual({
      kind: 'value',
      value: { name: null },
    })
    expect(judgeBusinessAnswer(answer({ data: { business: null } }))).toEqual({ kind: 'not_found' })
  })

  it('is a business of another provider by the paths of its profile, even with a numeric id', () => {
    const found = { from: 'userinfo', refusals, id: 'company.id', name: 'company.title' } as const
    expect(judgeFoundAnswer(answer({ company: { id: 7, title: 'Fern Ltd' } }), found)).toEqual({
      kind: 'value',
      value: { businessId: '7', name: 'Fern Ltd' },
    })
    expect(judgeFoundAnswer(answer({ company: null }), found)).toEqual({ kind: 'not_found' })
    expect(judgeFoundAnswer(answer({ company: {} }), found)).toEqual({ kind: 'provider_down' })
  })

  it.each([
    [402, {}, 'plan_inactive'],
    [403, { error: 'quota' }, 'rate_limited'],
    [403, {}, 'permission_missing'],
    [404, {}, 'not_found'],
    [400, {}, 'provider_down'],
  ])('of a REST service with status %d and %j is classified by its profile', (status, body, kind) => {
    const said = { planEnded: [{ status: 402 }], rateLimited: [{ code: 'quota' }], gone: [] }
    const person = { from: 'userinfo', refusals: said, userId: 'sub' } as const
    expect(judgePersonAnswer(answer(body, status), person).kind).toBe(kind)
  })
})
