import { describe, expect, it } from 'vitest'
import { createCommandSpans, purposeOf } from './command-spans.ts'
import type { TraceContext } from '@counterfoil/service/telemetry/trace'

const TRACE: TraceContext = { traceId: 't', spanId: 's', isSampled: true }

describe(purposeOf, () => {
  it.each([
    ['sess:wJ0secret', 'session'],
    ['connection:{c1}', 'connection'],
    ['connection:{c1}:lock', 'refresh lock'],
    ['connection:{c1}:revocations', 'pending revocations'],
    ['connection:{c1}:constructor', 'connection'],
    ['principal:{p1}:sessions', 'principal'],
    ['revocations', 'pending revocations'],
    ['attempts:open', 'attempt'],
    ['constructor', 'other'],
    ['__proto__:x', 'other'],
    ['', 'other'],
    [undefined, 'other'],
  ])('returns for %s the purpose "%s"', (key, purpose) => {
    expect(purposeOf(key)).toBe(purpose)
  })
})

describe(createCommandSpans, () => {
  const record = (trace: TraceContext | undefined) => {
    const begun: unknown[] = []
    const ended: unknown[] = []
    const observe = createCommandSpans(
      {
        startCall(parent, name, attributes) {
          begun.push({ parent, name, attributes })
          return { traceparent: '', end: (outcome) => void ended.push(outcome) }
        },
      },
      () => trace,
    )
    return { observe, begun, ended }
  }

  it('names the command, its purpose and its result', () => {
    const { observe, begun, ended } = record(TRACE)
    observe({ name: 'getrange', key: 'connection:{c1}' })?.(true)
    expect(begun).toEqual([
      {
        parent: TRACE,
        name: 'GETRANGE connection',
        attributes: {
          'db.system.name': 'redis',
          'db.operation.name': 'GETRANGE',
          'counterfoil.purpose': 'connection',
        },
      },
    ])
    expect(ended).toEqual([{ isError: true }])
  })

  it('records nothing for background work, nor in a trace that is not sampled', () => {
    for (const trace of [undefined, { ...TRACE, isSampled: false }]) {
      const { observe, begun } = record(trace)
      expect(observe({ name: 'get', key: 'sess:1' })).toBeUndefined()
      expect(begun).toEqual([])
    }
  })
})
