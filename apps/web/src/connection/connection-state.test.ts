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
  it('is "none" for a stranger and "connecting" for one who has begun', () => {
    expect(badgeState(sampleSession()).state).toBe('none')
    expect(badgeState(sampleSession({ openAttempt: attempt })).state).toBe('connecting')
  })
  it('never lets a second attempt hide the state of a connection that is there', () => {
    const session = signedInSession([sampleConnection({ state: 'reconnect' })], { openAttempt: attempt })
    expect(badgeState(session).state).toBe('reconnect')
  })
  it('shows a new attempt rather than the memory of what was disconnected', () => {
    const gone = sampleConnection({ state: 'disconnected' })
    expect(badgeState(signedInSession([gone])).state).toBe('disconnected')
    expect(badgeState(signedInSession([gone], { openAttempt: attempt })).state).toBe('connecting')
  })
})

describe(isSignedOut, () => {
  it('does not say "not connected" where that is not known', () => {
    const returning = { businessName: 'Northwind Trading' }
    expect(isSignedOut(sampleSession({ returning }))).toBe(true)
    expect(isSignedOut(sampleSession())).toBe(false)
    expect(isSignedOut(sampleSession({ returning, openAttempt: attempt }))).toBe(false)
    expect(isSignedOut(signedInSession([], { returning }))).toBe(false)
  })
})

describe(actionsFor, () => {
  it('offers a way on in every state that needs the person, and nothing where nothing is wrong', () => {
    for (const state of CONNECTION_STATES)
      for (const reason of [null, ...ConnectionReasonSchema.options])
        if (needsPerson(state)) expect(actionsFor(state, reason).length).toBeGreaterThan(0)
    expect(actionsFor('connected', null)).toEqual([])
  })
  it('never offers to reconnect when the plan ended or the provider is silent', () => {
    for (const reason of [null, ...ConnectionReasonSchema.options]) {
      expect(actionsFor('plan_ended', reason)).not.toContain('reconnect')
      expect(actionsFor('trouble', reason)).not.toContain('reconnect')
    }
  })
  it('does not offer to reconnect to a business the person lost', () => {
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
  ] as const)('offers in the state %s (%s) what helps there: %j', (state, reason, actions) => {
    expect(actionsFor(state, reason)).toEqual(actions)
  })
  it('leaves a provider alone that said "slow down"', () => {
    expect(actionsFor('trouble', 'rate_limited')).toEqual([])
    expect(actionsFor('trouble', 'provider_down')).toEqual(['try_now'])
  })
})

describe(isReadable, () => {
  it('asks for nothing where nothing can come', () => {
    expect(CONNECTION_STATES.filter(isReadable)).toEqual(['connected', 'limited', 'trouble'])
  })
})

describe(isReadWell, () => {
  it('leaves out a provider that is silent: it is asked, and figures stay as old as they are', () => {
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
  ] as const)('tells of %s (%s) above the figures: %s', (state, reason, isShown) => {
    expect(isShownAbove(state, reason)).toBe(isShown)
  })
})
