import { describe, expect, it } from 'vitest'
import { asConnectionId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import { sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'
import { cacheKeyOf, nextSessionState, type SessionState } from './session-state.ts'

const signedIn: SessionState = { shown: signedInSession([sampleConnection()]), ended: null }
const nobody = sampleSession({ csrfToken: 'fresh' })

describe(nextSessionState, () => {
  it('keeps the page of an expired sign-in, with a form to sign in again', () => {
    const next = nextSessionState(signedIn, { kind: 'read', session: nobody })
    expect(next.ended).toBe('expired')
    expect(next.shown.connections).toEqual(signedIn.shown.connections)
    expect(next.shown.csrfToken).toBe('fresh')
  })
  it('shows nothing of a person who signed out in another tab', () => {
    const next = nextSessionState(signedIn, { kind: 'signed_out_elsewhere' })
    expect(next).toEqual({
      shown: {
        ...signedIn.shown,
        person: null,
        connections: [],
        selectedConnectionId: null,
        idleEndsAt: null,
      },
      ended: 'signed_out_elsewhere',
    })
    expect(nextSessionState(next, { kind: 'read', session: nobody }).ended).toBe('signed_out_elsewhere')
  })
  it('continues when somebody is signed in again, no matter who it is', () => {
    const ended = nextSessionState(signedIn, { kind: 'read', session: nobody })
    const other = signedInSession([], { person: { userId: asUserWireId('other'), email: null } })
    expect(nextSessionState(ended, { kind: 'read', session: other })).toEqual({ shown: other, ended: null })
  })
  it('reports no end if nobody was signed in', () => {
    const start: SessionState = { shown: sampleSession(), ended: null }
    expect(nextSessionState(start, { kind: 'read', session: nobody })).toEqual({ shown: nobody, ended: null })
    expect(nextSessionState(start, { kind: 'signed_out_elsewhere' })).toBe(start)
  })
})

describe(cacheKeyOf, () => {
  it('differs by person, business, connection and version, and nothing else', () => {
    const one = sampleConnection()
    const others = [
      sampleConnection({ userId: asUserWireId('other') }),
      sampleConnection({ businessId: null }),
      sampleConnection({ id: asConnectionId('other') }),
      sampleConnection({ version: 2 }),
    ]
    expect(new Set([one, ...others].map(cacheKeyOf)).size).toBe(5)
    expect(cacheKeyOf(sampleConnection({ state: 'trouble', lastGoodAt: null }))).toBe(cacheKeyOf(one))
  })
})
