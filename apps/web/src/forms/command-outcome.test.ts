import { asRequestId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { outcomeOfAnswer, outcomeOfTransport } from './command-outcome.ts'

const problem = (
  code:
    'outcome-unknown' | 'internal-error' | 'permission-missing' | 'session-ended' | 'provider-rate-limited',
) => ({ kind: 'problem', problem: { code, requestId: asRequestId('r') } }) as const

describe('what came of a change', () => {
  it.each([
    ['no answer at all', { kind: 'no-answer' }, 'unsure'],
    ['an answer too late', { kind: 'timeout' }, 'unsure'],
    ['an answer that is none', { kind: 'not-understood' }, 'unsure'],
    ['an unknown outcome', problem('outcome-unknown'), 'unsure'],
    ['a fault of ours', problem('internal-error'), 'unsure'],
    ['a missing permission', problem('permission-missing'), 'failed'],
    ['a sign-in that ended', problem('session-ended'), 'failed'],
    ['a provider that asks to wait', problem('provider-rate-limited'), 'failed'],
  ] as const)('%s', (_name, error, kind) => expect(outcomeOfTransport(error, 0).kind).toBe(kind))

  const error = (code: string) => ({ message: 'x', extensions: { code } })
  it.each([
    ['success', { data: { x: { didSucceed: true } } }, 'done'],
    [
      'success of which a part is missing',
      { data: { x: { didSucceed: true } }, errors: [error('INTERNAL_SERVER_ERROR')] },
      'done',
    ],
    ['a refusal', { data: { x: { didSucceed: false, inputErrors: [] } } }, 'refused'],
    ['a missing scope', { data: { x: null }, errors: [error('FORBIDDEN')] }, 'failed'],
    [
      'a fault inside the provider',
      { data: { x: null }, errors: [error('INTERNAL_SERVER_ERROR')] },
      'unsure',
    ],
    ['an input that the provider cannot read', { errors: [error('BAD_USER_INPUT')] }, 'refused'],
    ['a refusal beside a fault', { data: null, errors: [error('FORBIDDEN'), error('OTHER')] }, 'unsure'],
    ['nothing', { data: null }, 'unsure'],
    ['no object', 'text', 'unsure'],
  ])('%s', (_name, answer, kind) => expect(outcomeOfAnswer(answer).kind).toBe(kind))

  it.each([
    ['input.address.countryCode', ['input', 'address', 'countryCode']],
    ['input.items[1].quantity', ['input', 'items', '1', 'quantity']],
  ])('of an input that the provider cannot read names the place %s', (place, path) => {
    const message = `Variable "$input" got invalid value "x" at "${place}"; it is none.`
    expect(outcomeOfAnswer({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })).toEqual({
      kind: 'refused',
      errors: [{ path }],
    })
  })
})
