import { CONNECTION_STATES } from '@counterfoil/bff-api/connection'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { bootLastRead, isBroken, lastReadKey } from './last-read.ts'

describe(isBroken, () => {
  it('is true for states in which a connection was read before but cannot be read now', () => {
    expect(CONNECTION_STATES.filter(isBroken)).toEqual(['reconnect', 'plan_ended', 'trouble'])
  })
})

describe(lastReadKey, () => {
  it('differs by connection and version, and from the key of figures', () => {
    const one = sampleConnection()
    const keys = [one, sampleConnection({ version: 2 }), sampleConnection({ id: asConnectionId('other') })]
    expect(new Set(keys.map((connection) => JSON.stringify(lastReadKey(connection)))).size).toBe(3)
    expect(lastReadKey(one)[0]).toBe('last-read')
  })
})

describe(bootLastRead, () => {
  const one = sampleConnection()
  const other = sampleConnection({ id: asConnectionId('other') })
  const lastRead = { connectionId: other.id, version: 1, answers: [] }

  it('returns the reading under the key of its connection', () => {
    expect(bootLastRead(sampleBoot(signedInSession([one, other]), { lastRead }))).toEqual({
      key: lastReadKey(other),
      lastRead,
    })
  })

  it('returns undefined if the page has no reading or its connection belongs to somebody else', () => {
    expect(bootLastRead(sampleBoot(signedInSession([one, other])))).toBeUndefined()
    expect(bootLastRead(sampleBoot(signedInSession([one]), { lastRead }))).toBeUndefined()
  })
})
