import { describe, expect, it } from 'vitest'
import type { TokenSet } from '#tokens/token-set.ts'
import { exampleConnection, exampleTokens } from './connection-examples.ts'
import type { ConnectionRecord } from './connection.ts'
import { createConnections, type ConnectionsPorts } from './connections.ts'
import type { DoomedItem } from './doomed-tokens.ts'

const NOW = 1000

/** One connection and its outbox in memory. `between` happens after the named step, as another process would do it. */
function createWorld(record: ConnectionRecord | undefined, items: readonly DoomedItem[] = []) {
  const world = {
    record,
    items: [...items],
    revoked: [] as string[],
    isListed: true,
    dueInMs: undefined as number | undefined,
    hasSessions: false,
    forgotten: [] as { readonly id: string; readonly connectedAtMs: number }[],
    isSwept: true,
    isStoreUp: true,
    interruptRemove: false,
    isStoreDown: false,
    unnoted: [] as string[],
    between: {} as Partial<Record<'items' | 'find' | 'revoke' | 'forget', () => void>>,
  }
  const step = (name: keyof typeof world.between) => {
    const happen = world.between[name]
    Reflect.deleteProperty(world.between, name)
    happen?.()
  }
  const ports: ConnectionsPorts = {
    store: {
      async find() {
        const found = world.record
        step('find')
        return found
      },
      async update(_id, change, doomed) {
        if (!world.isStoreUp) throw new Error('away')
        if (world.isStoreDown) throw new Error('the store is away')
        if (world.record === undefined) return { kind: 'missing' }
        const after = change(world.record)
        if (after === undefined) return { kind: 'unchanged', current: world.record }
        for (const tokens of doomed?.(world.record) ?? []) doom(tokens)
        world.record = after
        return { kind: 'updated', after }
      },
      async remove() {
        if (world.interruptRemove) {
          world.interruptRemove = false
          throw new Error('away')
        }
        world.record = undefined
      },
    },
    principals: {
      connectionIds: async () => ['connection-1'],
      removeConnection: async () => undefined,
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
    doomed: {
      async items() {
        const found = [...world.items]
        step('items')
        return found
      },
      async schedule(_id, dueInMs) {
        world.dueInMs = dueInMs
      },
      async confirm(_id, itemId) {
        world.items = world.items.filter((item) => item.itemId !== itemId)
      },
      async finish() {
        world.isListed = world.items.length > 0
      },
    },
    endpoint: {
      async revoke(token) {
        world.revoked.push(token)
        step('revoke')
        return { kind: 'confirmed' }
      },
    },
    clock: () => NOW,
    onChange: () => undefined,
    onUnnoted: ({ kind }) => world.unnoted.push(kind),
  }
  const doom = (tokens: TokenSet, dueInMs = 0) => {
    world.items.push({ itemId: tokens.id, dueInMs, tokens })
    world.isListed = true
  }
  return Object.assign(world, { doom, connections: createConnections(ports) })
}

const itemOf = (tokens: TokenSet, dueInMs = 0): DoomedItem => ({ itemId: tokens.id, dueInMs, tokens })
const [ONE, TWO] = [
  exampleTokens(),
  exampleTokens({ id: 'tokens-2', accessToken: 'access-2', refreshToken: 'refresh-2' }),
]

describe('what the provider answered', () => {
  it('is noted once a day, as read', async () => {
    const world = createWorld(exampleConnection())
    await world.connections.report('connection-1', { kind: 'answered' })
    expect(world.record?.diary).toEqual({ day: 0, read: 1, failed: 0 })
    const noted = world.record
    await world.connections.report('connection-1', { kind: 'answered' })
    expect(world.record).toBe(noted)
  })

  it('does no harm when it cannot be noted, and says so', async () => {
    const world = createWorld(exampleConnection())
    world.isStoreDown = true
    await world.connections.report('connection-1', { kind: 'answered' })
    expect(world.unnoted).toEqual(['answered'])
  })
})

describe('the outbox', () => {
  it('revokes the refresh token first, then the access token, and is empty then', async () => {
    const world = createWorld(undefined, [itemOf(ONE)])
    expect(await world.connections.revokeDoomed('connection-1')).toEqual({ kind: 'confirmed' })
    expect(world.revoked).toEqual(['refresh-1', 'access-1'])
    expect(world).toMatchObject({ items: [], isListed: false })
  })

  it('leaves alone what is not due yet, and comes back for it', async () => {
    const world = createWorld(undefined, [itemOf(ONE, 1), itemOf(TWO)])
    await world.connections.revokeDoomed('connection-1')
    expect(world.revoked).toEqual(['refresh-2', 'access-2'])
    expect(world).toMatchObject({ items: [{ itemId: ONE.id }], dueInMs: 1 })
  })

  it('does not revoke what was stored while it looked', async () => {
    const world = createWorld(undefined, [itemOf(ONE)])
    world.between.items = () => {
      world.record = exampleConnection({ tokens: ONE })
      world.items = []
    }
    await world.connections.revokeDoomed('connection-1')
    expect(world.revoked).toEqual([])
  })

  it('does not forget what is doomed while it looks', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.find = () => {
      world.record = exampleConnection({ tokens: null })
      world.doom(ONE)
    }
    await world.connections.revokeDoomed('connection-1')
    await world.connections.revokeDoomed('connection-1')
    expect(world.revoked).toEqual(['refresh-1', 'access-1'])
  })

  it('does not say "confirmed" while more has come in', async () => {
    const world = createWorld(
      exampleConnection({
        tokens: null,
        revocation: 'confirming',
        health: { state: 'disconnected', reason: 'by_user', sinceMs: 0, canRetryAtMs: null, failures: 0 },
      }),
      [itemOf(ONE)],
    )
    world.between.revoke = () => world.doom(TWO)
    expect(await world.connections.revokeDoomed('connection-1')).toEqual({ kind: 'later' })
    expect(world.record?.revocation).toBe('confirming')
    await world.connections.revokeDoomed('connection-1')
    expect(world.record?.revocation).toBe('confirmed')
  })
})

describe('forgetting a principal', () => {
  it('dooms the tokens and removes the connection', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    await world.connections.forgetPrincipal('principal-1')
    expect(world).toMatchObject({ record: undefined, items: [{ itemId: ONE.id }] })
  })

  it('dooms the newer tokens when a refresh stores them at the same moment', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.forget = () => {
      world.record = exampleConnection({ tokens: TWO })
    }
    await world.connections.forgetPrincipal('principal-1')
    expect(world).toMatchObject({ record: undefined, items: [{ itemId: TWO.id }] })
  })

  it('leaves a connection alone that the same person made anew at the same moment', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.forget = () => {
      world.record = exampleConnection({ tokens: TWO, connectedAtMs: 5 })
    }
    await world.connections.forgetPrincipal('principal-1')
    expect(world).toMatchObject({ record: { tokens: TWO }, items: [] })
  })

  it.each(['before it is killed', 'before it is removed'])(
    'is gone on with when it was interrupted %s: no token stays alive that no list names',
    async (moment) => {
      const world = createWorld(exampleConnection({ tokens: ONE }))
      if (moment === 'before it is killed') {
        world.between.forget = () => void (world.isStoreUp = false)
      } else {
        world.interruptRemove = true
      }
      await expect(world.connections.forgetPrincipal('principal-1')).rejects.toThrow('away')
      expect(world.isSwept).toBe(true)
      world.isStoreUp = true
      // Meanwhile the person is back, with another connection: the sweeper ends what it began all the same.
      world.hasSessions = true
      await world.connections.killForgotten('principal-1')
      expect(world).toMatchObject({ record: undefined, items: [{ itemId: ONE.id }], forgotten: [] })
    },
  )

  it('does nothing when a session has come', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.hasSessions = true
    await world.connections.forgetPrincipal('principal-1')
    expect(world.record?.tokens).toBe(ONE)
  })
})
