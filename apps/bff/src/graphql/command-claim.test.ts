import { describe, expect, it } from 'vitest'
import { judgeClaim, type CommandClaim } from './command-claim.ts'

const ABOUT = { bodyDigest: 'one', sending: 'first', ageMs: 99, leaseMs: 100 } as const
const SENT: CommandClaim = { kind: 'sent', bodyDigest: 'one' }
const ANSWER = { status: 200, headers: {}, body: '{}' }
const DONE: CommandClaim = { kind: 'done', bodyDigest: 'one', answer: ANSWER }
const UNKNOWN: CommandClaim = { kind: 'unknown', bodyDigest: 'one' }

describe('a key that is taken', () => {
  it.each([
    ['on its way is waited for as long as its process renews it', SENT, {}, 'wait'],
    ['not renewed for exactly as long as it holds is lost', SENT, { ageMs: 100 }, 'unknown'],
    ['on its way is not sent again, whoever says so', SENT, { sending: 'again' }, 'wait'],
    ['lost is sent again when its person says so', SENT, { sending: 'again', ageMs: 100 }, 'send-again'],
    ['done is answered, also when it shall be sent again', DONE, { sending: 'again' }, 'answer'],
    ['unknown stays unknown', UNKNOWN, {}, 'unknown'],
    ['unknown is sent again when its person says so', UNKNOWN, { sending: 'again' }, 'send-again'],
    ['that cannot be opened is unknown, and not sent again', undefined, { sending: 'again' }, 'unknown'],
  ] as const)('%s', (_name, claim, about, kind) => {
    expect(judgeClaim(claim, { ...ABOUT, ...about }).kind).toBe(kind)
  })

  it.each([SENT, DONE, UNKNOWN])('refuses another body, whatever came of the first ($kind)', (claim) => {
    expect(judgeClaim(claim, { ...ABOUT, bodyDigest: 'other', sending: 'again' })).toEqual({
      kind: 'other-body',
    })
  })
})
