import { describe, expect, it } from 'vitest'
import { beginTrace, childTrace, formatTraceparent, toOtlpTraces } from './trace.ts'

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const hex = (bytes: number) => 'ab'.repeat(bytes)

describe(beginTrace, () => {
  it('goes on with the caller’s trace and keeps its decision', () => {
    const trace = beginTrace(PARENT, hex, () => false)
    expect(trace).toEqual({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'abababababababab',
      parentSpanId: 'b7ad6b7169203331',
      isSampled: true,
    })
    expect(beginTrace(PARENT.replace(/01$/, '00'), hex, () => true).isSampled).toBe(false)
    expect(beginTrace(PARENT.replace(/01$/, 'ff'), hex, () => false).isSampled).toBe(true)
  })

  it.each([
    undefined,
    '',
    'x',
    `${PARENT}-x`,
    PARENT.toUpperCase(),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `01${PARENT.slice(2)}`,
  ])('begins its own for %j', (header) => {
    expect(beginTrace(header, hex, () => true)).toEqual({
      traceId: 'ab'.repeat(16),
      spanId: 'ab'.repeat(8),
      parentSpanId: undefined,
      isSampled: true,
    })
  })
})

describe(childTrace, () => {
  it('hangs below its parent, in the form the next service reads', () => {
    const parent = beginTrace(
      PARENT,
      () => '11'.repeat(8),
      () => true,
    )
    const child = childTrace(parent, () => '22'.repeat(8))
    expect(child.parentSpanId).toBe(parent.spanId)
    expect(formatTraceparent(child)).toBe(`00-0af7651916cd43dd8448eb211c80319c-${'22'.repeat(8)}-01`)
  })
})

describe(toOtlpTraces, () => {
  it('writes 64-bit numbers as text and leaves nothing out', () => {
    const trace = beginTrace(PARENT, hex, () => true)
    const span = {
      ...trace,
      name: 'POST /graphql',
      kind: 'server' as const,
      startedAtMs: 1_763_600_000_000.25,
      endedAtMs: 1_763_600_000_001,
      isError: true,
      attributes: { 'http.response.status_code': 503, ratio: 0.5, ok: false, text: 'x' },
    }
    expect(toOtlpTraces([span], 'bff')).toEqual({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'bff' } }] },
          scopeSpans: [
            {
              scope: { name: 'counterfoil' },
              spans: [
                {
                  traceId: trace.traceId,
                  spanId: trace.spanId,
                  parentSpanId: trace.parentSpanId,
                  name: 'POST /graphql',
                  kind: 2,
                  startTimeUnixNano: '1763600000000250000',
                  endTimeUnixNano: '1763600000001000000',
                  attributes: [
                    { key: 'http.response.status_code', value: { intValue: '503' } },
                    { key: 'ratio', value: { doubleValue: 0.5 } },
                    { key: 'ok', value: { boolValue: false } },
                    { key: 'text', value: { stringValue: 'x' } },
                  ],
                  status: { code: 2 },
                },
              ],
            },
          ],
        },
      ],
    })
  })
})
