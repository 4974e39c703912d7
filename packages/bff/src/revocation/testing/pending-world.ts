import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { TokenSet } from '#connections/token-set.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import { type RevocationPorts, createRevocation } from '#revocation/revocation.ts'
import type { PendingRevocation } from '#connections/pending-revocation.ts'

export const NOW = 1000

/** One connection and its list of pending revocations in memory. `between` happens after the named step, as another process would do it. */
export function createWorld(record: ConnectionRecord | undefined, items: readonly PendingRevocation[] = []) {
  const world = {
    record,
    items: [...items],
    revoked: [] as string[],
    isListed: true,
    isOverdue: false,
    dueInMs: undefined as number | undefined,
    hasSessions: false,
    forgotten: [] as { readonly id: ConnectionId; readonly connectedAtMs: number }[],
    isSwept: true,
    isStoreUp: true,
    isProviderUp: true,
    interruptRemove: false,
    between: {} as Partial<Record<'items' | 'find' | 'revoke' | 'forget' | 'remove', () => void>>,
  }
  const step = (name: keyof typeof world.between) => {
    const happen = world.between[name]
    Reflect.deleteProperty(world.between, name)
    happen?.()
  }
  const ports: RevocationPorts = {
    store: {
      async find() {
        const found = world.record
        step('find')
        return found
      },
      async update(_id, change, pendingRevocations) {
        if (!world.isStoreUp) throw new Error('away')
        if (world.record === undefined) return { kind: 'missing' }
        const after = change(world.record)
        if (after === undefined) return { kind: 'unchanged', current: world.record }
        for (const tokens of pendingRevocations?.(world.record) ?? []) doom(tokens)
        world.record = after
        return { kind: 'updated', after }
      },
      async remove(_id, isMeant) {
        if (world.interruptRemove) {
          world.interruptRemove = false
          throw new Error('away')
        }
        step('remove')
        if (world.record !== undefined && !isMeant(world.record)) return false
        world.record = undefined
        return true
      },
    },
    principals: {
      connectionIds: async () => [asConnectionId('connection-1')],
      addConnection: async () => undefined,
      async forget(_id, connections) {
        step('forget')
        if (!world.hasSessions) world.forgotten.push(...connections)
        return !world.hasSessions
      },
      forgotten: async () => [...world.forgotten],
      async settleForgotten(_id, connectionId) {
        world.forgotten = world.forgotten.filter(({ id }) => id !== connectionId)
      },
      async leave() {
        world.isSwept = false
      },
    },
    pendingRevocations: {
      async items() {
        const found = [...world.items]
        step('items')
        return found
      },
      async schedule(_id, dueInMs) {
        world.dueInMs = dueInMs
      },
      async scheduleNext() {
        world.dueInMs = Math.min(...world.items.map(({ dueInMs }) => dueInMs))
      },
      async confirm(_id, itemId) {
        world.items = world.items.filter((item) => item.itemId !== itemId)
      },
      async noteOverdue() {
        world.isOverdue = true
      },
      async finish() {
        world.isListed = world.items.length > 0
      },
    },
    endpoint: {
      async revoke(token) {
        if (!world.isProviderUp) return { kind: 'again', cause: 'timeout', retryAfterMs: undefined }
        world.revoked.push(token)
        step('revoke')
        return { kind: 'confirmed' }
      },
    },
    list: async () => (world.record === undefined ? [] : [world.record]),
    clock: () => NOW,
    storeTime: async () => NOW,
    unusedMs: 1000,
    onChange: () => undefined,
  }
  const doom = (tokens: TokenSet, dueInMs = 0) => {
    world.items.push({ itemId: tokens.id, dueInMs, tokens })
    world.isListed = true
  }
  return Object.assign(world, { doom, revocation: createRevocation(ports) })
}
