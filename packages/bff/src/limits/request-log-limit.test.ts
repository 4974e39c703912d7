import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createRequestLogLimit } from './request-log-limit.ts'

const from = (remoteAddress: string, forwarded?: string | string[]) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe(createRequestLogLimit, () => {
  it('counts the log lines of each client address separately, as the trusted proxies report it', () => {
    const options = { clock: () => 0, linesPerMinute: 1, logger: { warn: () => undefined } }
    const mayLog = createRequestLogLimit({ ...options, trustedProxies: 2 })
    expect(mayLog(from('10.0.0.1', '198.51.100.1, 10.0.0.2'))).toBe(true)
    expect(mayLog(from('10.0.0.9', '198.51.100.1, 10.0.0.2'))).toBe(false)
    expect(mayLog(from('10.0.0.1', ['198.51.100.2', '10.0.0.2']))).toBe(true)
    expect(mayLog(from('10.0.0.1', '198.51.100.2, 10.0.0.2'))).toBe(false)
  })
})
