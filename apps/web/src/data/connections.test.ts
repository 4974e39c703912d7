import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { sampleConnection, signedInSession } from '#testing/samples.ts'
import { liveConnections, selectedConnection } from './session/session.tsx'

describe(selectedConnection, () => {
  it('returns the selected connection at any position of the list', () => {
    const other = sampleConnection({ id: asConnectionId('other') })
    const session = signedInSession([sampleConnection(), other], { selectedConnectionId: other.id })
    expect(selectedConnection(session)).toBe(other)
  })
  it('returns undefined if the selected connection is not in the list', () => {
    expect(
      selectedConnection(
        signedInSession([sampleConnection()], { selectedConnectionId: asConnectionId('x') }),
      ),
    ).toBeUndefined()
  })
})

describe(liveConnections, () => {
  it('omits disconnected businesses', () => {
    const gone = sampleConnection({ id: asConnectionId('gone'), state: 'disconnected' })
    expect(liveConnections(signedInSession([sampleConnection(), gone])).map(({ id }) => id)).toEqual([
      'connection-northwind',
    ])
  })
})
