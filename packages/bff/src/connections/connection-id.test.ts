import { expect, it } from 'vitest'
import { asBusinessWireId, asPrincipalId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import { connectionIdOf } from './connection-id.ts'

const MARIA = asPrincipalId('maria')
const FERN = asBusinessWireId('fern')

it('a user of the provider has one connection per business, and one for all businesses', () => {
  expect(connectionIdOf(MARIA, FERN)).toBe(connectionIdOf(MARIA, FERN))
  const ids = [
    connectionIdOf(MARIA, FERN),
    connectionIdOf(MARIA, null),
    connectionIdOf(MARIA, asBusinessWireId('oak')),
    connectionIdOf(asPrincipalId('sam'), FERN),
    connectionIdOf(asPrincipalId('sam'), null),
    // Not made of the same letters cut at another place.
    connectionIdOf(asPrincipalId('mariaf'), asBusinessWireId('ern')),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
})

it('a user of the host app has one connection per business, and one per account that covers all businesses', () => {
  const [one, other] = [asUserWireId('one'), asUserWireId('other')]
  expect(connectionIdOf(MARIA, FERN, one)).toBe(connectionIdOf(MARIA, FERN, other))
  const ids = [
    connectionIdOf(MARIA, null, one),
    connectionIdOf(MARIA, null, other),
    connectionIdOf(MARIA, null),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})

it('the connection id of a business stays the same over releases', () => {
  expect(connectionIdOf(MARIA, FERN)).toBe('rwmMd9heL0ZlsMBv1_ptKa')
  expect(connectionIdOf(MARIA, null)).toBe('g5VWYqqaogZ3lGYEMJAvoL')
})
