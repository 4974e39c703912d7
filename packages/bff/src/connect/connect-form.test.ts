import { describe, expect, it } from 'vitest'
import { BffError } from '#http/errors.ts'
import { againFor, readConnectForm } from './connect-form.ts'
import { exampleAttempt } from './testing/attempt-example.ts'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'

const KNOWN = ['user:read', 'invoice:read', 'invoice:write']
const read = (fields: Readonly<Record<string, string>>) =>
  readConnectForm((field) => fields[field] ?? '', KNOWN)

describe(readConnectForm, () => {
  it('reads every field by its name in the API contract', () => {
    expect(
      read({
        intent: 'allow_more',
        connection_id: 'connection-1',
        attempt_id: 'mb0000001-random-random',
        return_to: '/profile',
        csrf: 'token',
        idempotency_key: 'key',
        want: 'invoice:read invoice:write',
      }),
    ).toEqual({
      intent: 'allow_more',
      connectionId: 'connection-1',
      attemptId: 'mb0000001-random-random',
      returnTo: '/profile',
      csrf: 'token',
      idempotencyKey: 'key',
      wanted: ['invoice:read', 'invoice:write'],
    })
  })

  it('defaults to the intent connect and a return to the start page', () => {
    expect(read({})).toEqual({
      ...{ intent: 'connect', connectionId: undefined, attemptId: undefined, returnTo: '/' },
      ...{ csrf: '', idempotencyKey: '', wanted: [] },
    })
  })

  it('treats an invalid id as none and an address outside the app as none', () => {
    expect(read({ connection_id: 'a b', attempt_id: 'short', return_to: '//evil.example' })).toMatchObject({
      ...{ connectionId: undefined, attemptId: undefined, returnTo: '/' },
    })
  })

  it.each([{ intent: 'pay' }, { want: 'everything:read' }, { want: 'invoice:read everything:read' }])(
    'refuses %j as an unknown intent or permission',
    (fields) => {
      expect(() => read(fields)).toThrow(new BffError('bad-request'))
    },
  )

  it('cuts an idempotency key to 128 characters', () => {
    const key = 'k'.repeat(128)
    expect(read({ idempotency_key: key }).idempotencyKey).toBe(key)
    expect(read({ idempotency_key: `${key}k` }).idempotencyKey).toBe(key)
  })
})

describe(againFor, () => {
  const pressed = read({ csrf: 'token', idempotency_key: 'key', return_to: '/other', want: 'user:read' })

  it('repeats intent, connection and return address of the attempt, with the CSRF token and key of the pressed form', () => {
    const connectionId = asConnectionId('connection-1')
    const attempt = exampleAttempt({
      ...{ intent: 'reconnect', connectionId, returnTo: '/profile', scopes: ['invoice:read'] },
    })
    expect(againFor(attempt, pressed)).toEqual({
      ...{ intent: 'reconnect', connectionId, attemptId: undefined, returnTo: '/profile' },
      ...{ csrf: 'token', idempotencyKey: 'key', wanted: [] },
    })
  })

  it('repeats the permissions requested by allow_more, and names no connection if the attempt had none', () => {
    const attempt = exampleAttempt({ intent: 'allow_more', scopes: ['invoice:read'] })
    expect(againFor(attempt, pressed)).toMatchObject({
      ...{ intent: 'allow_more', connectionId: undefined, wanted: ['invoice:read'] },
    })
  })
})
