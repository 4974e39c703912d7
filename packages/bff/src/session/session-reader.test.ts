import type { SessionId } from '@counterfoil/oauth/ids'
import { asPrincipalId, asSessionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { digestOf, formatSignedCookie } from '#crypto/signature.ts'
import { chooseCookieNames } from './cookie-names.ts'
import { createSessionReader } from './session-reader.ts'
import type { SessionStore } from './session-store.ts'

const cookies = chooseCookieNames('https://app.example')
const [LIVING, ENDED] = [asSessionId('living'), asSessionId('ended')]
const POINTER = { principalId: asPrincipalId('p1'), startedAtMs: 1 }

const requestWith = (cookie: string | undefined) => ({ headers: { cookie } })
const requestOf = (sessionId: SessionId, secret = 'new') =>
  requestWith(`${cookies.session}=${formatSignedCookie(sessionId, secret)}`)

/** Creates a reader, and records what it reads from the store. */
function read() {
  const asked: unknown[] = []
  const store = {
    async find(id: SessionId) {
      asked.push(id)
      return id === LIVING ? POINTER : null
    },
    leftMs: async (id: SessionId) => (id === LIVING ? 500 : undefined),
    touch: async (...call: unknown[]) => void asked.push(call),
  } as unknown as SessionStore
  return { asked, ...createSessionReader({ store, cookies, secrets: ['new', 'old'], clock: () => 1000 }) }
}

const FOUND = { ...POINTER, id: LIVING, sessionDigest: digestOf(LIVING) }

describe(createSessionReader, () => {
  it.each(['new', 'old'])('returns the session of a cookie that the %s secret signed', async (secret) => {
    expect(await read().read(requestOf(LIVING, secret))).toEqual(FOUND)
  })

  it.each([
    ['no cookie', requestWith(undefined)],
    ['another cookie', requestWith(`other=${formatSignedCookie(LIVING, 'new')}`)],
    ['a cookie that somebody else signed', requestOf(LIVING, 'stolen')],
    ['a cookie that nobody signed', requestWith(`${cookies.session}=${LIVING}`)],
  ])('reads nothing from Redis for %s', async (_, request) => {
    const reader = read()
    expect(await reader.read(request)).toBeUndefined()
    expect(reader.sessionDigestOf(request)).toBeUndefined()
    expect(reader.asked).toEqual([])
  })

  it('computes the session digest from the cookie alone, also for an ended session', async () => {
    const reader = read()
    expect(reader.sessionDigestOf(requestOf(ENDED))).toBe(digestOf(ENDED))
    expect(reader.asked).toEqual([])
    expect(await reader.read(requestOf(ENDED))).toBeUndefined()
  })

  it('answers each request by its own cookie, in any order', async () => {
    const reader = read()
    for (const [request, digest] of [
      [requestOf(LIVING), digestOf(LIVING)],
      [requestOf(ENDED), digestOf(ENDED)],
      [requestWith(undefined), undefined],
      [requestOf(LIVING), digestOf(LIVING)],
      [requestOf(LIVING), digestOf(LIVING)],
    ] as const)
      expect(reader.sessionDigestOf(request)).toBe(digest)
    expect(await reader.read(requestOf(LIVING))).toEqual(FOUND)
  })

  it('returns the end of the idle timeout, and extends it in Redis', async () => {
    const reader = read()
    expect(await reader.idleEndsAtMs(FOUND)).toBe(1500)
    expect(await reader.idleEndsAtMs({ ...FOUND, id: ENDED })).toBeUndefined()
    await reader.touch(FOUND)
    expect(reader.asked).toEqual([[LIVING, FOUND]])
  })
})
