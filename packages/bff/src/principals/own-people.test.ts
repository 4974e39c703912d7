import { asUserWireId } from '@counterfoil/oauth/testing/ids'
import { expect, it } from 'vitest'
import { ownPrincipalIdOf, principalIdOf } from './principal-id.ts'

const REALM = 'https://harbour.example'
const USER = 'VXNlcjoxMQ=='

it.each([USER, `${REALM}\n${USER}`, `\n${REALM}\n${USER}`, `principal\n${REALM}\n${USER}`])(
  'a user of the host app never has the id of a user of the provider, whatever id the app returns: %j',
  (id) => {
    expect(ownPrincipalIdOf(id)).not.toBe(principalIdOf(REALM, asUserWireId(USER)))
  },
)
