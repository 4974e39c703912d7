import { describe, expect, it } from 'vitest'
import { BffError } from '#http/errors.ts'
import { againFor, readConnectForm } from './connect-form.ts'
import { exampleAttempt } from './testing/attempt-example.ts'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'

const KNOWN = ['user:read', 'invoice:read', 'invoice:write']
const read = (fields: Readonly<Record<string, string>>) =>
  readConnectForm((field) => fields[field] ?? '', KNOWN)

describe(readConnectForm, () => {
  it('reads every field under the name that the contract gives it', () => {
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

  it('means to connect, and to go home after that, when it says nothing', () => {
    expect(read({})).toEqual({
      ...{ intent: 'connect', connectionId: undefined, attemptId: undefined, returnTo: '/' },
      ...{ csrf: '', idempotencyKey: '', wanted: [] },
    })
  })

  it('takes an id that cannot be one of ours for none, and no address outside the app', () => {
    expect(read({ connection_id: 'a b', attempt_id: 'short', return_to: '//evil.example' })).toMatchObject({
      ...{ connectionId: undefined, attemptId: undefined, returnTo: '/' },
    })
  })

  it.each([{ intent: 'pay' }, { want: 'everything:read' }, { want: 'invoice:read everything:read' }])(
    'is refused with %j: such a thing is not asked for',
    (fields) => {
      expect(() => read(fields)).toThrow(new BffError('bad-request'))
    },
  )

  it('keeps a hundred and twenty-eight characters of a key', () => {
    const key = 'k'.repeat(128)
    expect(read({ idempotency_key: key }).idempotencyKey).toBe(key)
    expect(read({ idempotency_key: `${key}k` }).idempotencyKey).toBe(key)
  })
})

describe(againFor, () => {
  const pressed = read({ csrf: 'token', idempotency_key: 'key', return_to: '/other', want: 'user:read' })

  it('wants what the attempt wanted, by the form that was pressed', () => {
    const connectionId = asConnectionId('connection-1')
    const attempt = exampleAttempt({
      ...{ intent: 'reconnect', connectionId, returnTo: '/profile', scopes: ['invoice:read'] },
    })
    expect(againFor(attempt, pressed)).toEqual({
      ...{ intent: 'reconnect', connectionId, attemptId: undefined, returnTo: '/profile' },
      ...{ csrf: 'token', idempotencyKey: 'key', wanted: [] },
    })
  })

  it('asks again for what was to be allowed, and names no connection where there was none', () => {
    const attempt = exampleAttempt({ intent: 'allow_more', scopes: ['invoice:read'] })
    expect(againFor(attempt, pressed)).toMatchObject({
      ...{ intent: 'allow_more', connectionId: undefined, wanted: ['invoice:read'] },
    })
  })
})
