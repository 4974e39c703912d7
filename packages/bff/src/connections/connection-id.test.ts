import { expect, it } from 'vitest'
import { asBusinessWireId, asPrincipalId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import { connectionIdOf } from './connection-id.ts'

const MARIA = asPrincipalId('maria')
const FERN = asBusinessWireId('fern')

it('a person has one connection for each business, and one for all of them', () => {
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

it('a person of an app has one connection for each business, and for each account that covers all of them', () => {
  const [one, other] = [asUserWireId('one'), asUserWireId('other')]
  expect(connectionIdOf(MARIA, FERN, one)).toBe(connectionIdOf(MARIA, FERN, other))
  const ids = [
    connectionIdOf(MARIA, null, one),
    connectionIdOf(MARIA, null, other),
    connectionIdOf(MARIA, null),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})

it('the connection of a business stays the same over releases', () => {
  expect(connectionIdOf(MARIA, FERN)).toBe('rwmMd9heL0ZlsMBv1_ptKa')
  expect(connectionIdOf(MARIA, null)).toBe('g5VWYqqaogZ3lGYEMJAvoL')
})
