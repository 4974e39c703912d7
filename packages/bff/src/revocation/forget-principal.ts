import type { PrincipalId } from '@counterfoil/oauth/ids'
import { isLiving } from '#connections/connection.ts'
import type { EndConnection, RevocationPorts } from './revocation-ports.ts'

/** How a person is forgotten, with everything that is connected for them. */
export function createForgetting(ports: Pick<RevocationPorts, 'store' | 'principals'>, end: EndConnection) {
  const { store, principals } = ports

  async function revokeForgotten(principalId: PrincipalId): Promise<void> {
    for (const { id, connectedAtMs } of await principals.forgotten(principalId)) {
      // The same person connecting again right now makes a record of the same id: that one stays. A refresh does not
      // make another one of it.
      const ended = await end(id, { isMeant: (current) => current.connectedAtMs === connectedAtMs })
      if (ended.kind === 'updated') {
        await store.remove(id, (current) => current.connectedAtMs === connectedAtMs && !isLiving(current))
      }
      // What is there instead was made by a sign-in that met the forgetting: it must stay on the list.
      if (ended.kind === 'unchanged') await principals.addConnection(principalId, id)
      await principals.settleForgotten(principalId, id)
    }
  }

  return {
    revokeForgotten,
    async forgetPrincipal(principalId: PrincipalId, whom: 'idle' | 'anyone'): Promise<void> {
      // All of them: one that cannot be read keeps the whole job for later.
      const ids = await principals.connectionIds(principalId)
      const found = await Promise.all(ids.map(async (id) => ({ id, record: await store.find(id) })))
      // An id without a record may be that of a connection that is just being made.
      const named = found
        .filter(({ record }) => whom === 'idle' || record !== undefined)
        .map(({ id, record }) => ({ id, connectedAtMs: record?.connectedAtMs ?? 0 }))
      // Someone is signing in at this moment.
      if (!(await principals.forget(principalId, named, whom))) return
      await revokeForgotten(principalId)
      await principals.leave(principalId)
    },
  }
}
