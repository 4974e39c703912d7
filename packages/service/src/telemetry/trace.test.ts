import { describe, expect, it } from 'vitest'
import { formatTraceparent, parseTraceparent, passTraceContext } from './trace.ts'

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe(parseTraceparent, () => {
  it('returns the caller’s span and its sampling decision', () => {
    const trace = parseTraceparent(PARENT)
    expect(trace).toEqual({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      isSampled: true,
    })
    expect(trace && formatTraceparent(trace)).toBe(PARENT)
    expect(parseTraceparent(PARENT.replace(/01$/, '00'))?.isSampled).toBe(false)
    expect(parseTraceparent(PARENT.replace(/01$/, 'ff'))?.isSampled).toBe(true)
  })

  it.each([
    undefined,
    [PARENT],
    '',
    'x',
    `${PARENT}-x`,
    PARENT.toUpperCase(),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
    `01${PARENT.slice(2)}`,
  ])('ignores %j', (header) => {
    expect(parseTraceparent(header)).toBeUndefined()
  })
})

describe(passTraceContext, () => {
  it('passes the caller’s trace on, with our own span as the parent', () => {
    expect(passTraceContext({ traceparent: PARENT, tracestate: 'a=1' })).toEqual({
      traceparent: PARENT,
      tracestate: 'a=1',
    })
    expect(passTraceContext({ traceparent: PARENT }, 'own')).toEqual({ traceparent: 'own' })
    expect(passTraceContext({ traceparent: 'x', tracestate: 'a=1' })).toEqual({})
  })

  it('passes the trace state on only with the trace, and only valid characters', () => {
    const passed = (tracestate: string | readonly string[] | undefined) =>
      passTraceContext({ traceparent: PARENT, tracestate })
    for (const tracestate of [' ', '~', 'a'.repeat(512)])
      expect(passed(tracestate)).toEqual({ traceparent: PARENT, tracestate })
    for (const tracestate of [undefined, '', ['a=1'], 'a'.repeat(513), 'a=ä', 'a=1\n', '\na=1'])
      expect(passed(tracestate)).toEqual({ traceparent: PARENT })
    expect(passTraceContext({ traceparent: [PARENT], tracestate: 'a=1' })).toEqual({})
    expect(passTraceContext({ traceparent: PARENT, tracestate: 'a=1' }, 'own')).toEqual({
      ...{ traceparent: 'own', tracestate: 'a=1' },
    })
  })

  it('clears the flag of the header if nothing is recorded', () => {
    expect(formatTraceparent({ traceId: 'a', spanId: 'b', isSampled: false })).toBe('00-a-b-00')
    expect(parseTraceparent(`x${PARENT}`)).toBeUndefined()
    // Zeros at the beginning are no place of zeros alone.
    const early = '00-00651916cd43dd8448eb211c80319c0a-007ad6b716920333-01'
    expect(parseTraceparent(early)).toMatchObject({ spanId: '007ad6b716920333' })
  })
})
