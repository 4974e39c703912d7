import { describe, expect, it } from 'vitest'
import { REMOVED, createRedaction, markOf } from './redaction.ts'

const redact = createRedaction(['token', 'code'])

describe(createRedaction, () => {
  it('returns an object without secrets itself, without a copy', () => {
    const fields = { a: 1, b: { c: [{ d: 'x' }] } }
    expect(redact(fields)).toBe(fields)
  })

  it('removes secrets at the top and two levels down, in lists too, without changing the caller’s object', () => {
    const fields = { token: 'x', a: { token: 'x', b: { token: 'x' } }, list: [{ token: 'x', keep: 1 }] }
    expect(redact(fields)).toEqual({
      token: REMOVED,
      a: { token: REMOVED, b: { token: REMOVED } },
      list: [{ token: REMOVED, keep: 1 }],
    })
    expect(fields.a.b.token).toBe('x')
  })

  it('keeps the code of a failed system call, and no other code', () => {
    expect(redact({ code: 'ECONNREFUSED' })).toEqual({ code: 'ECONNREFUSED' })
    expect(redact({ code: 'h4rb0ur-code' })).toEqual({ code: REMOVED })
    expect(redact({ code: 12 })).toEqual({ code: REMOVED })
  })

  it('searches two levels deep; a list is no level of its own', () => {
    const deep = { a: { b: { c: { token: 'x' } } } }
    expect(redact(deep)).toBe(deep)
    expect(redact({ a: { b: [{ token: 'x' }] } })).toEqual({ a: { b: [{ token: REMOVED }] } })
    const list = { a: { b: [{ c: { token: 'x' } }] } }
    expect(redact(list)).toBe(list)
  })

  it('leaves undefined and errors unchanged: an error becomes fields only when it is written', () => {
    const err = Object.assign(new Error('away'), { token: 'x' })
    const fields = { a: null, b: undefined, err, token: undefined }
    expect(redact(fields)).toBe(fields)
  })

  it('copies only the members that contain a secret', () => {
    const kept = { a: [1, { b: 2 }] }
    const cleaned = redact({ kept, list: [kept, { token: 'x' }] })
    expect(cleaned).toEqual({ kept, list: [kept, { token: REMOVED }] })
    expect(cleaned['kept']).toBe(kept)
    expect((cleaned['list'] as unknown[])[0]).toBe(kept)
  })

  it('keeps a code only if it has the form of a failed system call', () => {
    const codeOf = (code: string) => redact({ code })['code']
    for (const code of ['EIO', 'ERR_HTTP2_PING', `E${'A'.repeat(40)}`]) expect(codeOf(code)).toBe(code)
    for (const code of ['EI', `E${'A'.repeat(41)}`, 'eIO', 'EIOx', 'x EIO', '1EIO'])
      expect(codeOf(code), code).toBe(REMOVED)
    expect(redact({ code: ['EIO'] })).toEqual({ code: REMOVED })
    expect(redact({ token: 'ECONNREFUSED' })).toEqual({ token: REMOVED })
  })
})

describe(markOf, () => {
  it('distinguishes secrets without revealing them', () => {
    const secret = 's'.repeat(32)
    expect(markOf(secret)).toMatch(/^[A-Za-z0-9_-]{8}$/)
    expect(markOf(secret)).toBe(markOf('s'.repeat(32)))
    expect(markOf(secret)).not.toBe(markOf('t'.repeat(32)))
    expect(secret).not.toContain(markOf(secret))
  })

  it('stays the same over releases, so that the logs of two can be compared', () => {
    expect(markOf('s'.repeat(32))).toBe('tbkDSy2I')
  })
})
