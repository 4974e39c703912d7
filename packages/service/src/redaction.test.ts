import { describe, expect, it } from 'vitest'
import { REMOVED, createRedaction } from './redaction.ts'

const redact = createRedaction(['token', 'code'])

describe(createRedaction, () => {
  it('leaves an object without secrets as it is, without a copy', () => {
    const fields = { a: 1, b: { c: [{ d: 'x' }] } }
    expect(redact(fields)).toBe(fields)
  })

  it('removes secrets at the top and two levels down, in lists too, and changes nothing of the caller’s', () => {
    const fields = { token: 'x', a: { token: 'x', b: { token: 'x' } }, list: [{ token: 'x', keep: 1 }] }
    expect(redact(fields)).toEqual({
      token: REMOVED,
      a: { token: REMOVED, b: { token: REMOVED } },
      list: [{ token: REMOVED, keep: 1 }],
    })
    expect(fields.a.b.token).toBe('x')
  })

  it('keeps the code of a failed system call, which helps, and no other code', () => {
    expect(redact({ code: 'ECONNREFUSED' })).toEqual({ code: 'ECONNREFUSED' })
    expect(redact({ code: 'h4rb0ur-code' })).toEqual({ code: REMOVED })
    expect(redact({ code: 12 })).toEqual({ code: REMOVED })
  })
})
