import { expect, it } from 'vitest'
import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { oneAccountVariables } from './account-address.ts'

it.each([
  [['account:read', 'transaction:read'], ['transactions'], true],
  [['account:read'], ['transactions'], false],
  [['account:read', 'transaction:read'], ['reports'], false],
  [['account:*'], ['transactions'], false],
])(
  'asks for what moved on an account where %j may be read and %j is offered: %s',
  (scopes, offers, withLines) => {
    const about = { businessId: asBusinessWireId('B'), scopes }
    expect(oneAccountVariables(about, { accountId: 'A', offers })).toEqual({
      id: 'B',
      accountId: 'A',
      withLines,
    })
  },
)
