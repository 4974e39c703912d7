import type { ConnectionState } from '@counterfoil/bff-api/connection'
import { describe, expect, it } from 'vitest'
import { decideScreen } from '#navigation/decide-screen.ts'
import { BusinessDetailsDocument, ProfileDocument } from '#gql/operations.ts'
import { sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { firstQueryOf } from './first-query.ts'

const queryAt = (path: string, state: ConnectionState = 'connected') => {
  const session = signedInSession([sampleConnection({ state })])
  return firstQueryOf(decideScreen(path, session, sampleBoot(session)), session)
}
const nameOf = (document: { readonly definitions: readonly unknown[] }) =>
  (document.definitions[0] as { name: { value: string } }).name.value

describe(firstQueryOf, () => {
  it('names the operation that the screen itself asks, about the connection that is shown', () => {
    const { id: connectionId, version, businessId } = sampleConnection()
    expect(queryAt('/')).toEqual({
      ...{ connectionId, version, variables: { id: businessId } },
      operationName: nameOf(BusinessDetailsDocument),
    })
    expect(queryAt('/profile')).toEqual({
      ...{ connectionId, version, variables: {} },
      operationName: nameOf(ProfileDocument),
    })
  })

  it.each(['/businesses', '/settings/connection', '/nowhere'])('reads nothing for %s', (path) => {
    expect(queryAt(path)).toBeUndefined()
  })

  it.each([
    ['connected', true],
    ['limited', true],
    ['trouble', false],
    ['plan_ended', false],
    ['reconnect', false],
    ['disconnected', false],
  ] as const)('in the state %s: %s', (state, isRead) => {
    expect(queryAt('/', state) !== undefined).toBe(isRead)
  })
})
