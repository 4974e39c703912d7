import { describe, expect, it } from 'vitest'
import type { BrowserId, DigestOf } from '@counterfoil/oauth/ids'
import { asAttemptId, asConnectionId, asPrincipalId } from '@counterfoil/oauth/testing/ids'
import { CONNECT_RESULT_LIFE_MS, buildConnectResult, mayReadConnectResult } from './connect-result.ts'

const BROWSER = 'browser-1' as DigestOf<BrowserId>
const FRAME = {
  id: asAttemptId('attempt-1'),
  intent: 'reconnect',
  returnTo: '/profile',
  reference: '7F2K-91',
  browser: BROWSER,
  principalId: asPrincipalId('principal-1'),
} as const

it('a connect result can be read for ten minutes', () => {
  expect(CONNECT_RESULT_LIFE_MS).toBe(600_000)
})

describe(buildConnectResult, () => {
  it('contains only the outcome if no connection was made', () => {
    expect(buildConnectResult(FRAME, 'declined', 0)).toEqual({
      result: {
        ...{ id: 'attempt-1', intent: 'reconnect', outcome: 'declined', returnTo: '/profile' },
        ...{ reference: '7F2K-91', finishedAt: '1970-01-01T00:00:00.000Z' },
        ...{ connectionId: null, businessName: null, expected: null, received: null },
        ...{ decisionOpen: false, stayConnected: null, replaced: null },
        ...{ missing: [], granted: [], retryAt: null },
      },
      browser: BROWSER,
      principalId: 'principal-1',
      pending: null,
    })
  })

  it('contains the details of a made connection, which cannot overwrite its owner or outcome', () => {
    const ending = { connectionId: asConnectionId('connection-1'), granted: ['user:read'] }
    expect(
      buildConnectResult(FRAME, 'connected', 0, { ...ending, outcome: 'declined' } as object).result,
    ).toMatchObject({
      ...ending,
      outcome: 'connected',
    })
  })
})

describe(mayReadConnectResult, () => {
  const result = buildConnectResult(FRAME, 'connected', 0)
  const nobodys = { ...result, principalId: null }
  const other = 'browser-2' as DigestOf<BrowserId>

  it('allows the browser that began the attempt, signed in or not', () => {
    for (const principalId of [undefined, asPrincipalId('principal-2')])
      expect(mayReadConnectResult(result, { browser: BROWSER, principalId })).toBe(true)
  })

  it('allows the person of the result in any browser, and nobody else', () => {
    const { principalId } = FRAME
    expect(mayReadConnectResult(result, { browser: other, principalId })).toBe(true)
    expect(mayReadConnectResult(result, { browser: undefined, principalId })).toBe(true)
    expect(mayReadConnectResult(result, { browser: other, principalId: asPrincipalId('principal-2') })).toBe(
      false,
    )
  })

  it('refuses a result without a person to other browsers, also if both sides have no browser id or no person', () => {
    for (const browser of [other, undefined])
      expect(mayReadConnectResult(nobodys, { browser, principalId: undefined })).toBe(false)
    const withoutBrowser = { ...nobodys, browser: undefined as unknown as DigestOf<BrowserId> }
    expect(mayReadConnectResult(withoutBrowser, { browser: undefined, principalId: undefined })).toBe(false)
    const withoutPerson = { browser: other, principalId: null as unknown as undefined }
    expect(mayReadConnectResult(nobodys, withoutPerson)).toBe(false)
  })
})
