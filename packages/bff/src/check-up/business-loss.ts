import type { BusinessWireId, ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { createSingleFlight } from '@counterfoil/service/values/single-flight'
import type { AccessTokenResult } from '#refresh/token-use.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import type { Bearer } from '#provider/identity-probe-client.ts'
import type { ProbeOutcome } from '#provider/identity-probe.ts'

interface LossReportPorts {
  readonly find: (connectionId: ConnectionId) => Promise<ConnectionRecord | undefined>
  readonly getToken: (connectionId: ConnectionId, principalId: PrincipalId) => Promise<AccessTokenResult>
  readonly askBusiness: (bearer: Bearer, businessId: BusinessWireId) => Promise<ProbeOutcome<unknown>>
  readonly report: (connectionId: ConnectionId, event: ConnectionEvent) => Promise<void>
  readonly onUnconfirmed: (fact: { readonly connectionId: ConnectionId; readonly said: string }) => void
}

/**
 * Wraps `report`. The report of a business that is not found would end the connection, and a single answer may come from a lagging
 * replica of the provider: the provider is asked again, and only a second "not found" is passed on. Never throws, like `report`.
 */
export function createLossReport(
  ports: LossReportPorts,
): (connectionId: ConnectionId, event: ConnectionEvent) => Promise<void> {
  const asking = createSingleFlight<ConnectionId, void>()

  async function askAgain(connectionId: ConnectionId): Promise<void> {
    const record = await ports.find(connectionId)
    if (record === undefined || record.businessId === null) return
    const token = await ports.getToken(connectionId, record.principalId)
    // The record already holds the reason why there is no token.
    if (token.kind !== 'use') return
    const bearer = { accessToken: token.accessToken, scopes: record.scopes }
    const said = (await ports.askBusiness(bearer, record.businessId)).kind
    if (said === 'not_found') return ports.report(connectionId, { kind: 'business_lost' })
    ports.onUnconfirmed({ connectionId, said })
  }

  return async (connectionId, event) => {
    if (event.kind !== 'business_lost') return ports.report(connectionId, event)
    // If this fails, the next answer reports the same again.
    return asking.run(connectionId, () => askAgain(connectionId).catch(() => undefined))
  }
}
