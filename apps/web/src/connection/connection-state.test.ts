import { CONNECTION_STATES, ConnectionReasonSchema } from '@counterfoil/bff-api/connection'
import { describe, expect, it } from 'vitest'
import { asAttemptId } from '@counterfoil/oauth/testing/ids'
import { sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'
import {
  actionsFor,
  isReadable,
  isReadWell,
  isSignedOut,
  badgeState,
  isShownAbove,
  needsPerson,
} from './connection-state.ts'

const attempt = { id: asAttemptId('a'), startedAt: '2026-11-20T12:00:00.000Z', businessName: null }

describe(badgeState, () => {
  it('is "none" for a signed-out visitor and "connecting" for an unfinished attempt', () => {
    expect(badgeState(sampleSession()).state).toBe('none')
    expect(badgeState(sampleSession({ openAttempt: attempt })).state).toBe('connecting')
  })
  it('shows the state of an existing connection rather than a second attempt', () => {
    const session = signedInSession([sampleConnection({ state: 'reconnect' })], { openAttempt: attempt })
    expect(badgeState(session).state).toBe('reconnect')
  })
  it('shows a new attempt rather than a disconnected business', () => {
    const gone = sampleConnection({ state: 'disconnected' })
    expect(badgeState(signedInSession([gone])).state).toBe('disconnected')
    expect(badgeState(signedInSession([gone], { openAttempt: attempt })).state).toBe('connecting')
  })
})

describe(isSignedOut, () => {
  it('does not show "not connected" if that is unknown', () => {
    const returning = { businessName: 'Northwind Trading' }
    expect(isSignedOut(sampleSession({ returning }))).toBe(true)
    expect(isSignedOut(sampleSession())).toBe(false)
    expect(isSignedOut(sampleSession({ returning, openAttempt: attempt }))).toBe(false)
    expect(isSignedOut(signedInSession([], { returning }))).toBe(false)
  })
})

describe(actionsFor, () => {
  it('offers an action in every state that needs the person, and none if all is well', () => {
    for (const state of CONNECTION_STATES)
      for (const reason of [null, ...ConnectionReasonSchema.options])
        if (needsPerson(state)) expect(actionsFor(state, reason).length).toBeGreaterThan(0)
    expect(actionsFor('connected', null)).toEqual([])
  })
  it('never offers to reconnect if the plan ended or the provider is unreachable', () => {
    for (const reason of [null, ...ConnectionReasonSchema.options]) {
      expect(actionsFor('plan_ended', reason)).not.toContain('reconnect')
      expect(actionsFor('trouble', reason)).not.toContain('reconnect')
    }
  })
  it('does not offer to reconnect to a business that the person lost access to', () => {
    expect(actionsFor('reconnect', 'business_access_lost')).toEqual(['switch', 'remove'])
  })
  it.each([
    ['none', null, ['connect']],
    ['connecting', null, ['continue']],
    ['limited', null, ['allow_more']],
    ['reconnect', 'ended', ['reconnect']],
    ['reconnect', 'removed_at_provider', ['reconnect', 'remove']],
    ['plan_ended', 'subscription_inactive', ['see_plan', 'connect_another']],
    ['trouble', 'misconfigured', ['contact']],
    ['trouble', 'partial', ['try_now']],
    ['disconnected', 'unused', ['connect_again']],
  ] as const)('returns the actions of the state %s (%s): %j', (state, reason, actions) => {
    expect(actionsFor(state, reason)).toEqual(actions)
  })
  it('offers no action while the provider limits the rate', () => {
    expect(actionsFor('trouble', 'rate_limited')).toEqual([])
    expect(actionsFor('trouble', 'provider_down')).toEqual(['try_now'])
  })
})

describe(isReadable, () => {
  it('returns false for states in which nothing can be read', () => {
    expect(CONNECTION_STATES.filter(isReadable)).toEqual(['connected', 'limited', 'trouble'])
  })
})

describe(isReadWell, () => {
  it('returns false while the provider is unreachable: requests are sent, but figures keep their age', () => {
    expect(CONNECTION_STATES.filter(isReadWell)).toEqual(['connected', 'limited'])
  })
})

describe(isShownAbove, () => {
  it.each([
    ['reconnect', 'ended', true],
    ['plan_ended', 'subscription_inactive', true],
    ['trouble', 'provider_down', true],
    ['trouble', 'misconfigured', true],
    ['trouble', 'partial', false],
    ['trouble', 'rate_limited', false],
    ['limited', null, false],
    ['connected', null, false],
    ['disconnected', 'unused', false],
  ] as const)('returns for %s (%s) whether the notice is above the figures: %s', (state, reason, isShown) => {
    expect(isShownAbove(state, reason)).toBe(isShown)
  })
})
