import { describe, expect, it } from 'vitest'
import { judgeRecord, type IdempotencyRecord } from './idempotency-record.ts'

const ABOUT = { bodyDigest: 'one', sending: 'first', ageMs: 99, leaseMs: 100 } as const
const SENT: IdempotencyRecord = { kind: 'sent', bodyDigest: 'one' }
const ANSWER = { status: 200, headers: {}, body: '{}' }
const DONE: IdempotencyRecord = { kind: 'done', bodyDigest: 'one', answer: ANSWER }
const UNKNOWN: IdempotencyRecord = { kind: 'unknown', bodyDigest: 'one' }

describe('a mutation whose idempotency key has a record', () => {
  it.each([
    ['is waited for while its process renews the record', SENT, {}, 'wait'],
    [
      'has an unknown outcome once the record was not renewed for the length of its lease',
      SENT,
      { ageMs: 100 },
      'unknown',
    ],
    [
      'is not sent again while it is being sent, even if the person asks for it',
      SENT,
      { sending: 'again' },
      'wait',
    ],
    [
      'is sent again after its process has ended if the person asks for it',
      SENT,
      { sending: 'again', ageMs: 100 },
      'send-again',
    ],
    [
      'is answered from the record, even if the person asks for it to be sent again',
      DONE,
      { sending: 'again' },
      'answer',
    ],
    ['keeps its unknown outcome', UNKNOWN, {}, 'unknown'],
    [
      'is sent again after an unknown outcome if the person asks for it',
      UNKNOWN,
      { sending: 'again' },
      'send-again',
    ],
    [
      'has an unknown outcome and is not sent again if the record cannot be opened',
      undefined,
      { sending: 'again' },
      'unknown',
    ],
  ] as const)('%s', (_name, record, about, kind) => {
    expect(judgeRecord(record, { ...ABOUT, ...about }).kind).toBe(kind)
  })

  it.each([SENT, DONE, UNKNOWN])(
    'refuses another body, whatever the state of the first mutation ($kind)',
    (record) => {
      expect(judgeRecord(record, { ...ABOUT, bodyDigest: 'other', sending: 'again' })).toEqual({
        kind: 'other-body',
      })
    },
  )
})
