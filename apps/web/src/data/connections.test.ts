import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { sampleConnection, signedInSession } from '#testing/samples.ts'
import { liveConnections, selectedConnection } from './session/session.tsx'

describe(selectedConnection, () => {
  it('is the chosen one, wherever it is in the list', () => {
    const other = sampleConnection({ id: asConnectionId('other') })
    const session = signedInSession([sampleConnection(), other], { selectedConnectionId: other.id })
    expect(selectedConnection(session)).toBe(other)
  })
  it('is none when the chosen one is not in the list', () => {
    expect(
      selectedConnection(
        signedInSession([sampleConnection()], { selectedConnectionId: asConnectionId('x') }),
      ),
    ).toBeUndefined()
  })
})

describe(liveConnections, () => {
  it('leaves out what was disconnected', () => {
    const gone = sampleConnection({ id: asConnectionId('gone'), state: 'disconnected' })
    expect(liveConnections(signedInSession([sampleConnection(), gone])).map(({ id }) => id)).toEqual([
      'connection-northwind',
    ])
  })
})
