import { describe, expect, it, vi } from 'vitest'
import { PROBLEM_STATUS, type ProblemCode } from '@counterfoil/bff-api/problem'
import { asAttemptId, asSessionDigest } from '@counterfoil/oauth/testing/ids'
import { noContent, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleSession } from '#testing/samples.ts'
import { bff } from './bff-client.ts'
import { failureFrom, type Failure } from './failure.ts'

const fake = startFakeBff()
const SESSION = 'GET /api/session'
const failureOfCall = async (call: Promise<unknown>): Promise<Failure> => {
  try {
    await call
  } catch (thrown) {
    return failureFrom(thrown)
  }
  throw new Error('the call did not fail')
}
const withStatus = (status: number, body: string, type: string) =>
  new Response(body, { status, headers: { 'content-type': type, 'x-request-id': 'request-9' } })

describe('a BFF call', () => {
  it('sends a header that forms of other sites cannot send, and stays on this origin', async () => {
    fake.answers(SESSION, sampleSession())
    const fetched = vi.spyOn(globalThis, 'fetch')
    await bff.session()
    expect(fake.asked[0]?.headers.get('x-counterfoil-request')).toBe('1')
    expect(fetched.mock.lastCall?.[0]).toBe('/api/session')
    expect(fetched.mock.lastCall?.[1]).toMatchObject({ credentials: 'same-origin' })
  })

  it('escapes an id in the path', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(noContent())
    await bff.endSession(asSessionDigest('../../connect/forget-me?x=1#y'))
    expect(fetched.mock.lastCall?.[0]).toBe('/api/sessions/..%2F..%2Fconnect%2Fforget-me%3Fx%3D1%23y/end')
  })

  it('has a body only if one is given', async () => {
    fake.answers('POST /api/connect-results/:id/decision', {})
    fake.answers('POST /api/session/extend', noContent())
    await bff.decideConnectResult(asAttemptId('result-1'), { choice: 'keep' })
    await bff.extendSession()
    const [decision, extension] = fake.asked
    expect(decision?.body).toEqual({ choice: 'keep' })
    expect(decision?.headers.get('content-type')).toBe('application/json')
    expect(extension?.body).toBeUndefined()
    expect(extension?.headers.has('content-type')).toBe(false)
  })

  it('accepts an answer without a body', async () => {
    fake.answers('POST /api/session/extend', noContent())
    expect(await bff.extendSession()).toBeUndefined()
  })
})

describe('a failed BFF call', () => {
  it.each(Object.keys(PROBLEM_STATUS) as ProblemCode[])(
    'is identified by its problem code, %s, not by its status',
    async (code) => {
      fake.answers(SESSION, problemAnswer(code))
      const failure = await failureOfCall(bff.session())
      expect([
        'session_ended',
        'rate_limited',
        'provider_down',
        'not_allowed',
        'connection_changed',
        'unknown',
      ]).toContain(failure.kind)
      // Only failures with somebody at fault have a reference.
      if (failure.kind === 'unknown') expect(failure.requestId).toBe('request-1')
    },
  )

  it('with the HTML of a gateway is unknown, and keeps the request id of the answer', async () => {
    fake.answers(SESSION, () => withStatus(502, '<html>Bad gateway</html>', 'text/html'))
    expect(await failureOfCall(bff.session())).toEqual({ kind: 'unknown', requestId: 'request-9' })
  })

  it.each(['', 'null', '{}', '{"code":7}', 'half a prob'])(
    'with an invalid problem document is unknown: %j',
    async (body) => {
      fake.answers(SESSION, () => withStatus(500, body, 'application/problem+json'))
      expect(await failureOfCall(bff.session())).toEqual({ kind: 'unknown', requestId: 'request-9' })
    },
  )

  it('with a truncated answer is unknown', async () => {
    fake.answers(SESSION, () => withStatus(200, '{"person":', 'application/json'))
    expect(await failureOfCall(bff.session())).toEqual({ kind: 'unknown', requestId: 'request-9' })
  })

  it('without any answer is a network failure', async () => {
    fake.answers(SESSION, () => Response.error())
    expect(await failureOfCall(bff.session())).toEqual({ kind: 'offline' })
  })

  it('after its deadline is no network failure', async () => {
    const deadline = AbortSignal.abort(new DOMException('late', 'TimeoutError'))
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline)
    expect(await failureOfCall(bff.session())).toEqual({ kind: 'provider_down' })
    expect(vi.mocked(AbortSignal.timeout)).toHaveBeenCalledWith(35_000)
  })

  it.each([
    ['30', true],
    ['0', true],
    ['Fri, 20 Nov 2026 12:10:00 GMT', false],
    ['soon', false],
  ])('with "Retry-After: %s" has a time only if the value is in seconds', async (value, isKnown) => {
    fake.answers(SESSION, () => {
      const answer = problemAnswer('rate-limited')
      answer.headers.set('retry-after', value)
      return answer
    })
    const failure = await failureOfCall(bff.session())
    expect(failure.kind === 'rate_limited' && failure.retryAtMs !== undefined).toBe(isKnown)
  })
})
