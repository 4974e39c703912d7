import { describe, expect, it } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import {
  CLOSED,
  createCircuitBreaker,
  enterCircuit,
  FAILING_TO_OPEN,
  noteFailure,
  type Circuit,
} from './circuit-breaker.ts'

/** Applies failures of `times` connections, one after the other. */
const fail = (times: number, from: Circuit = CLOSED) =>
  Array.from({ length: times }).reduce<Circuit>(
    (circuit, _, index) =>
      noteFailure(circuit, { connectionId: asConnectionId(`c${index}`), nowMs: 0, random: 0.5 }),
    from,
  )
const failOnce = (from: Circuit, random: number) =>
  noteFailure(from, { connectionId: asConnectionId('another'), nowMs: 0, random })

describe('the circuit breaker of a provider', () => {
  it('lets all calls through for one failing connection before it opens', () => {
    expect(enterCircuit(fail(FAILING_TO_OPEN - 1), 0).kind).toBe('go')
  })

  it('does not open for one failing connection, however often it fails', () => {
    const sick = Array.from({ length: 100 }).reduce<Circuit>(
      (circuit) => noteFailure(circuit, { connectionId: asConnectionId('sick'), nowMs: 0, random: 0.5 }),
      CLOSED,
    )
    expect(enterCircuit(sick, 0).kind).toBe('go')
    expect(enterCircuit(fail(FAILING_TO_OPEN - 1, sick), 0).kind).toBe('wait')
  })

  it('sends nothing while it is open, and lets one trial call through when the time has come', () => {
    const open = fail(FAILING_TO_OPEN)
    const retryAtMs = open.retryAtMs ?? 0
    expect(enterCircuit(open, retryAtMs - 1)).toEqual({ kind: 'wait', retryAtMs })
    const entry = enterCircuit(open, retryAtMs)
    expect(entry.kind).toBe('go')
    if (entry.kind === 'go') expect(enterCircuit(entry.circuit, retryAtMs + 1).kind).toBe('wait')
  })

  it('lets any number of simultaneous calls through while it is closed', () => {
    const entry = enterCircuit(CLOSED, 5)
    expect(entry).toEqual({ kind: 'go', circuit: CLOSED })
    if (entry.kind === 'go') expect(enterCircuit(entry.circuit, 6)).toEqual({ kind: 'go', circuit: CLOSED })
  })

  it('tells callers during a trial call to retry in a second', () => {
    const tried: Circuit = { ...fail(FAILING_TO_OPEN), retryAtMs: 1_000, triedAtMs: 1_000 }
    expect(enterCircuit(tried, 30_999)).toEqual({ kind: 'wait', retryAtMs: 31_999 })
    expect(enterCircuit(tried, 31_000)).toEqual({ kind: 'go', circuit: { ...tried, triedAtMs: 31_000 } })
  })

  it('remembers at most as many connections as it takes to open', () => {
    expect(fail(FAILING_TO_OPEN + 20).failing).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'])
  })

  it('does not stay open forever if a trial call was lost', () => {
    const open = fail(FAILING_TO_OPEN)
    const entry = enterCircuit(open, open.retryAtMs ?? 0)
    if (entry.kind === 'go')
      expect(enterCircuit(entry.circuit, (open.retryAtMs ?? 0) + 30_000).kind).toBe('go')
  })

  it('doubles the wait each time, up to about half a minute', () => {
    const pauses = [0, 1, 2, 20].map((more) => fail(FAILING_TO_OPEN + more).retryAtMs)
    expect(pauses).toEqual([1000, 2000, 4000, 30_000])
  })

  it('spreads the trial calls of several processes with jitter', () => {
    const open = fail(FAILING_TO_OPEN - 1)
    expect(failOnce(open, 0).retryAtMs).toBe(500)
    expect(failOnce(open, 1).retryAtMs).toBe(1500)
  })

  it('never lets trial calls of twenty processes coincide, however long the outage lasts', () => {
    const processes = 20
    // All saw the provider fail at the same moment; each has thrown another number.
    for (let failures = FAILING_TO_OPEN; failures < FAILING_TO_OPEN + 8; failures += 1) {
      const before = fail(failures - 1)
      const triesAtMs = Array.from(
        { length: processes },
        (_, index) => failOnce(before, index / processes).retryAtMs ?? 0,
      )
      const pauseMs = fail(failures).retryAtMs ?? 0
      const together = triesAtMs.map(
        (startMs) => triesAtMs.filter((atMs) => atMs >= startMs && atMs < startMs + pauseMs / 10).length,
      )
      // An even spread over the whole pause has as many trials in a tenth of it.
      expect(Math.max(...together)).toBeLessThanOrEqual(processes / 10)
    }
  })

  it('reports once that it opened and once that it closed', () => {
    const told: boolean[] = []
    const ports = {
      clock: () => 0,
      random: () => 0.5,
      onCircuit: (isOpen: boolean) => void told.push(isOpen),
    }
    const breaker = createCircuitBreaker(ports)
    breaker.noteSuccess()
    for (let index = 0; index < FAILING_TO_OPEN + 2; index += 1)
      breaker.noteFailure(asConnectionId(`c${index}`))
    expect(told).toEqual([true])
    breaker.noteSuccess()
    breaker.noteSuccess()
    expect(told).toEqual([true, false])
  })

  it('lets through, refuses, and lets one trial call through by the clock of its process', () => {
    let nowMs = 0
    const breaker = createCircuitBreaker({ clock: () => nowMs, random: () => 0.5 })
    expect(breaker.enter()).toBeUndefined()
    for (let index = 0; index < FAILING_TO_OPEN; index += 1) breaker.noteFailure(asConnectionId(`c${index}`))
    nowMs = 999
    expect(breaker.enter()).toBe(1_000)
    nowMs = 1_000
    expect(breaker.enter()).toBeUndefined()
    expect(breaker.enter()).toBe(2_000)
    breaker.noteSuccess()
    expect([breaker.enter(), breaker.enter()]).toEqual([undefined, undefined])
  })
})
