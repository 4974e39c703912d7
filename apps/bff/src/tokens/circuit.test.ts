import { describe, expect, it } from 'vitest'
import { CLOSED, enterCircuit, FAILURES_TO_OPEN, noteFailure, type Circuit } from './circuit.ts'

const fail = (times: number, from: Circuit = CLOSED, nowMs = 0) =>
  Array.from({ length: times }).reduce<Circuit>((circuit) => noteFailure(circuit, nowMs, 0.5), from)

describe('the circuit of a provider', () => {
  it('lets everything through one failure before it opens', () => {
    expect(enterCircuit(fail(FAILURES_TO_OPEN - 1), 0).kind).toBe('go')
  })

  it('asks nothing while it is open, and lets one try through at its time', () => {
    const open = fail(FAILURES_TO_OPEN)
    const retryAtMs = open.retryAtMs ?? 0
    expect(enterCircuit(open, retryAtMs - 1)).toEqual({ kind: 'wait', retryAtMs })
    const entry = enterCircuit(open, retryAtMs)
    expect(entry.kind).toBe('go')
    if (entry.kind === 'go') expect(enterCircuit(entry.circuit, retryAtMs + 1).kind).toBe('wait')
  })

  it('does not stay open for ever because a try was lost', () => {
    const open = fail(FAILURES_TO_OPEN)
    const entry = enterCircuit(open, open.retryAtMs ?? 0)
    if (entry.kind === 'go')
      expect(enterCircuit(entry.circuit, (open.retryAtMs ?? 0) + 30_000).kind).toBe('go')
  })

  it('waits twice as long each time, at most about half a minute', () => {
    const pauses = [0, 1, 2, 20].map((more) => fail(FAILURES_TO_OPEN + more).retryAtMs)
    expect(pauses).toEqual([1000, 2000, 4000, 30_000])
  })

  it('spreads the return of several processes', () => {
    const open = fail(FAILURES_TO_OPEN - 1)
    expect(noteFailure(open, 0, 0).retryAtMs).toBe(500)
    expect(noteFailure(open, 0, 1).retryAtMs).toBe(1500)
  })

  it('never lets the tries of twenty processes come together, however long the provider is away', () => {
    const processes = 20
    // All saw the provider fail at the same moment; each has thrown another number.
    for (let failures = FAILURES_TO_OPEN; failures < FAILURES_TO_OPEN + 8; failures += 1) {
      const before = fail(failures - 1)
      const triesAtMs = Array.from(
        { length: processes },
        (_, index) => noteFailure(before, 0, index / processes).retryAtMs ?? 0,
      )
      const pauseMs = fail(failures).retryAtMs ?? 0
      const together = triesAtMs.map(
        (startMs) => triesAtMs.filter((atMs) => atMs >= startMs && atMs < startMs + pauseMs / 10).length,
      )
      // As many as an even spread over the whole pause has in a tenth of it.
      expect(Math.max(...together)).toBeLessThanOrEqual(processes / 10)
    }
  })
})
