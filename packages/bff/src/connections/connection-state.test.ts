import { describe, expect, it } from 'vitest'
import {
  EFFECTS,
  nextHealth,
  PLAN_RETRY_AFTER_MS,
  RETRY_AFTER_MS,
  type ConnectionEvent,
  type ConnectionEventKind,
  type Health,
  type HealthState,
} from './connection-state.ts'

const NOW = 1_000_000
const healthy: Health = { state: 'connected', reason: null, sinceMs: 0, canRetryAtMs: null, failures: 0 }
const after = (health: Health, ...events: readonly ConnectionEvent[]) =>
  events.reduce((current, event) => nextHealth(current, event, NOW), health)
const KINDS = Object.keys(EFFECTS) as ConnectionEventKind[]
const eventOf = (kind: ConnectionEventKind) => ({ kind }) as ConnectionEvent

describe(nextHealth, () => {
  it.each<[ConnectionEventKind, HealthState, string | null]>([
    ['grant_refused', 'reconnect', 'removed_at_provider'],
    ['grant_lost', 'reconnect', 'ended'],
    ['unreadable', 'reconnect', 'ended'],
    ['business_lost', 'reconnect', 'business_access_lost'],
    ['plan_inactive', 'plan_ended', 'subscription_inactive'],
    ['provider_down', 'trouble', 'provider_down'],
    ['rate_limited', 'trouble', 'rate_limited'],
    ['misconfigured', 'trouble', 'misconfigured'],
    ['partial', 'trouble', 'partial'],
    ['answered', 'connected', null],
    ['renewed', 'connected', null],
    ['disconnected', 'disconnected', 'by_user'],
    ['unused', 'disconnected', 'unused'],
    ['allowed', 'connected', null],
  ])('changes a connected connection after %s to %s, reason %s', (kind, state, reason) => {
    expect(after(healthy, eventOf(kind))).toMatchObject({ state, reason })
  })

  it('never ends a connection after a temporary fault: time-outs, 5xx, HTML, invalid_client, 429', () => {
    for (const kind of ['provider_down', 'misconfigured', 'rate_limited', 'partial'] as const) {
      const beaten = after(healthy, ...Array.from({ length: 1000 }, () => eventOf(kind)))
      expect(beaten.state).toBe('trouble')
      expect(after(beaten, { kind: 'answered' }).state).toBe('connected')
    }
  })

  it('keeps a connection disconnected, whatever the provider answers, until the person allows it again', () => {
    const gone = after(healthy, { kind: 'disconnected' })
    for (const kind of KINDS) {
      if (kind !== 'allowed') expect(nextHealth(gone, eventOf(kind), NOW + 1)).toBe(gone)
    }
    expect(after(gone, { kind: 'allowed' }).state).toBe('connected')
  })

  it('keeps asking for a reconnection until the person reconnects or disconnects', () => {
    const ended = after(healthy, { kind: 'grant_refused' })
    for (const kind of KINDS) {
      if (kind !== 'allowed' && kind !== 'disconnected' && kind !== 'unused')
        expect(nextHealth(ended, eventOf(kind), NOW)).toBe(ended)
    }
    expect(after(ended, { kind: 'disconnected' }).state).toBe('disconnected')
  })

  it('keeps the state of an ended plan if the provider does not answer', () => {
    const ended = after(healthy, { kind: 'plan_inactive' })
    expect(nextHealth(ended, { kind: 'provider_down' }, NOW + 1_000_000)).toBe(ended)
    expect(after(ended, { kind: 'renewed' }).state).toBe('connected')
  })

  it('waits longer after each failure, and counts several failures within one wait once', () => {
    let health = after(healthy, { kind: 'provider_down' })
    expect(health.canRetryAtMs).toBe(NOW + RETRY_AFTER_MS[0])
    expect(nextHealth(health, { kind: 'provider_down' }, NOW + RETRY_AFTER_MS[0] - 1)).toBe(health)
    let nowMs = NOW
    for (const waitMs of [...RETRY_AFTER_MS.slice(1), RETRY_AFTER_MS.at(-1)]) {
      nowMs = health.canRetryAtMs ?? 0
      health = nextHealth(health, { kind: 'provider_down' }, nowMs)
      expect(health.canRetryAtMs).toBe(nowMs + (waitMs ?? 0))
    }
    expect(health.sinceMs).toBe(NOW)
  })

  it('waits as long as the provider’s Retry-After, between one second and ten minutes', () => {
    const wait = (retryAfterMs: number) =>
      (after(healthy, { kind: 'rate_limited', retryAfterMs }).canRetryAtMs ?? 0) - NOW
    expect(wait(30_000)).toBe(30_000)
    expect(wait(0)).toBe(1000)
    expect(wait(86_400_000)).toBe(600_000)
  })

  it('retries soon after a plan ended, because it can be paid at any moment', () => {
    expect(after(healthy, { kind: 'plan_inactive' }).canRetryAtMs).toBe(NOW + PLAN_RETRY_AFTER_MS[0])
  })

  it('classifies every event as a day with an answer, a failed day, or neither', () => {
    const days = Map.groupBy(KINDS, (kind) => EFFECTS[kind].day)
    expect(days.get('read')).toEqual(['partial', 'answered'])
    expect(days.get(null)).toEqual(['allowed', 'disconnected', 'unused', 'renewed'])
    expect(days.get('failed')).toEqual([
      ...['grant_refused', 'grant_lost', 'unreadable', 'business_lost', 'plan_inactive'],
      ...['provider_down', 'rate_limited', 'misconfigured'],
    ])
  })

  it('resets reason, wait and failures when the connection is healthy again', () => {
    for (const kind of ['answered', 'renewed'] as const)
      for (const ill of ['provider_down', 'plan_inactive'] as const)
        expect(nextHealth(after(healthy, { kind: ill }), { kind }, NOW + 1)).toEqual({
          ...{ state: 'connected', reason: null, sinceMs: NOW + 1, canRetryAtMs: null, failures: 0 },
        })
  })

  it('retries an ended plan less and less often, and counts each wait once', () => {
    let health = after(healthy, { kind: 'plan_inactive' })
    expect(nextHealth(health, { kind: 'plan_inactive' }, NOW + PLAN_RETRY_AFTER_MS[0] - 1)).toBe(health)
    for (const waitMs of [...PLAN_RETRY_AFTER_MS.slice(1), PLAN_RETRY_AFTER_MS.at(-1)]) {
      const nowMs = health.canRetryAtMs ?? 0
      health = nextHealth(health, { kind: 'plan_inactive' }, nowMs)
      expect(health.canRetryAtMs).toBe(nowMs + (waitMs ?? 0))
    }
    expect(health).toMatchObject({ state: 'plan_ended', sinceMs: NOW })
  })

  it('reports another kind of trouble at once, as a further failure', () => {
    const down = after(healthy, { kind: 'provider_down' })
    expect(nextHealth(down, { kind: 'misconfigured' }, NOW + 1)).toEqual({
      ...{ state: 'trouble', reason: 'misconfigured', sinceMs: NOW, failures: 2 },
      canRetryAtMs: NOW + 1 + RETRY_AFTER_MS[1],
    })
  })

  it('reports an ended plan at once during an outage of the provider, and restarts the count of failures', () => {
    const down = after(healthy, { kind: 'provider_down' }, { kind: 'misconfigured' })
    expect(nextHealth(down, { kind: 'plan_inactive' }, NOW + 1)).toEqual({
      ...{ state: 'plan_ended', reason: 'subscription_inactive', sinceMs: NOW + 1, failures: 1 },
      canRetryAtMs: NOW + 1 + PLAN_RETRY_AFTER_MS[0],
    })
  })
})
