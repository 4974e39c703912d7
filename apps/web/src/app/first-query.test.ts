import type { ConnectionState } from '@counterfoil/bff-api/connection'
import { describe, expect, it } from 'vitest'
import { decideScreen } from '#navigation/decide-screen.ts'
import { detailPath } from '#navigation/paths.ts'
import {
  BusinessDetailsDocument,
  InvoiceDocument,
  InvoicesDocument,
  ProfileDocument,
} from '#generated/operations.ts'
import { sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { firstQueryOf } from './first-query.ts'

const queryAt = (path: string, state: ConnectionState = 'connected') => {
  const session = signedInSession([sampleConnection({ state })])
  const [pathname = '', search = ''] = path.split('?')
  return firstQueryOf({ screen: decideScreen(pathname, session, sampleBoot(session)), session, search })
}
const nameOf = (document: { readonly definitions: readonly unknown[] }) =>
  (document.definitions[0] as { name: { value: string } }).name.value

describe(firstQueryOf, () => {
  it('returns the operation or figures that the screen requests for the shown connection', () => {
    const { id: connectionId, version, businessId } = sampleConnection()
    expect(queryAt('/')).toEqual({
      ...{ connectionId, version, variables: {} },
      kind: 'figures',
      operationName: 'overview',
    })
    expect(queryAt('/settings/connection')).toEqual({
      ...{ connectionId, version, variables: { id: businessId } },
      operationName: nameOf(BusinessDetailsDocument),
    })
    expect(queryAt('/profile')).toEqual({
      ...{ connectionId, version, variables: {} },
      operationName: nameOf(ProfileDocument),
    })
  })

  it('returns the list page of the address, and a single record by its id', () => {
    expect(queryAt('/invoices?state=late&q=10&sort=due')).toMatchObject({
      operationName: nameOf(InvoicesDocument),
      variables: { status: 'OVERDUE', number: '10', page: 1, pageSize: 50 },
    })
    expect(queryAt(detailPath('invoice', 'QQ=='))).toMatchObject({
      operationName: nameOf(InvoiceDocument),
      variables: { invoiceId: 'QQ==' },
    })
  })

  it.each(['/businesses', '/nowhere'])('returns nothing for %s', (path) => {
    expect(queryAt(path)).toBeUndefined()
  })

  it.each([
    ['connected', true],
    ['limited', true],
    ['trouble', false],
    ['plan_ended', false],
    ['reconnect', false],
    ['disconnected', false],
  ] as const)('returns a query in the state %s: %s', (state, isRead) => {
    expect(queryAt('/', state) !== undefined).toBe(isRead)
  })
})
