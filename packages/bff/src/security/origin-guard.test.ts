import type { IncomingMessage } from 'node:http'
import { asRequestId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { BffError } from '#http/errors.ts'
import { createOriginGuard, ORIGIN_VARY, type Sender } from './origin-guard.ts'

const OURS = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  origin: 'https://app.example',
  'x-counterfoil-request': '1',
}

/** Applies the guard to one request, and returns its error, if any, and what it reported. */
function meet(
  sender: Sender,
  headers: Record<string, string | string[] | undefined>,
  method: string | undefined = 'POST',
  mayLog = () => true,
) {
  const lines: unknown[] = []
  const counted: string[] = []
  const guard = createOriginGuard({
    publicUrl: 'https://app.example/',
    logger: { warn: (line: unknown) => void lines.push(line) } as never,
    metrics: { refusedRequest: (layer: string) => void counted.push(layer) },
    mayLog,
  })
  let error: unknown
  try {
    guard(sender, {
      req: { method, headers } as unknown as IncomingMessage,
      url: '/api/session',
      requestId: asRequestId('request-1'),
    })
  } catch (thrown) {
    error = thrown
  }
  return { error, lines, counted }
}

describe(createOriginGuard, () => {
  it.each(['script', 'event-stream', 'form'] as const)('accepts a %s of our pages', (sender) => {
    expect(meet(sender, OURS)).toEqual({ error: undefined, lines: [], counted: [] })
  })

  it.each([
    ['script', { 'sec-fetch-site': 'cross-site' }, 'fetch-metadata', 'Sec-Fetch-Site is not same-origin'],
    ['script', { 'sec-fetch-mode': 'navigate' }, 'fetch-metadata', 'Sec-Fetch-Mode is not that of a script'],
    ['script', { 'sec-fetch-dest': 'image' }, 'fetch-metadata', 'Sec-Fetch-Dest is not that of a script'],
    ['script', { origin: 'https://evil.example' }, 'origin', 'Origin is not ours'],
    [
      'script',
      { 'x-counterfoil-request': ['1', '1'] },
      'custom-header',
      'the header of our own calls is missing',
    ],
    [
      'form',
      { 'sec-fetch-dest': 'iframe' },
      'fetch-metadata',
      'a form inside a frame or an embedded element',
    ],
    [
      'event-stream',
      { 'sec-fetch-site': undefined, 'x-counterfoil-request': undefined },
      'fetch-metadata',
      'an event stream without Sec-Fetch-Site',
    ],
  ] as const)('refuses a %s with %j, and logs the layer that refused', (sender, changes, layer, reason) => {
    const { error, lines, counted } = meet(sender, { ...OURS, ...changes } as typeof OURS)
    expect(error).toBeInstanceOf(BffError)
    expect(error).toMatchObject({ code: 'cross-site-request', log: { layer } })
    expect(lines).toEqual([
      {
        event: 'request.refused',
        layer,
        reason,
        method: 'POST',
        url: '/api/session',
        requestId: 'request-1',
      },
    ])
    expect(counted).toEqual([layer])
  })

  it('treats a request without a method as a write', () => {
    const { error } = meet('script', { ...OURS, origin: undefined }, '')
    expect(error).toBeInstanceOf(BffError)
    expect(meet('script', { ...OURS, origin: undefined }, 'GET').error).toBeUndefined()
  })

  it('counts and refuses requests also beyond the limit of log lines', () => {
    const { error, lines, counted } = meet('script', {}, 'POST', () => false)
    expect(error).toBeInstanceOf(BffError)
    expect(lines).toEqual([])
    expect(counted).toEqual(['origin'])
    expect(meet('script', {}, 'POST', () => true).lines).toHaveLength(1)
  })

  it('lists every header that its decision depends on in Vary', () => {
    expect(ORIGIN_VARY.split(', ')).toEqual([
      'Cookie',
      'Origin',
      'Sec-Fetch-Site',
      'Sec-Fetch-Mode',
      'Sec-Fetch-Dest',
      'x-counterfoil-request',
    ])
  })
})
