import { describe, expect, it } from 'vitest'
import {
  asAccessToken,
  asConnectionId,
  asPrincipalId,
  asRefreshToken,
  asTokenSetId,
} from '@counterfoil/oauth/testing/ids'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { TokenSet } from '#connections/token-set.ts'
import { exampleConnection, exampleTokens } from '#connections/testing/connection-examples.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import { createRevocation } from './revocation.ts'
import type { RevocationPorts } from './revocation-ports.ts'
import type { PendingRevocation } from '#connections/pending-revocation.ts'

const NOW = 1000

/** One connection and its list of pending revocations in memory. `between` happens after the named step, as another process would do it. */
function createWorld(record: ConnectionRecord | undefined, items: readonly PendingRevocation[] = []) {
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

const itemOf = (tokens: TokenSet, dueInMs = 0): PendingRevocation => ({ itemId: tokens.id, dueInMs, tokens })
const [ONE, TWO] = [
  exampleTokens(),
  exampleTokens({
    id: asTokenSetId('tokens-2'),
    accessToken: asAccessToken('access-2'),
    refreshToken: asRefreshToken('refresh-2'),
  }),
]

describe('the list of pending revocations', () => {
  it('revokes the refresh token first, then the access token, and is empty then', async () => {
    const world = createWorld(undefined, [itemOf(ONE)])
    expect(await world.revocation.revokePending(asConnectionId('connection-1'))).toEqual({
      kind: 'confirmed',
    })
    expect(world.revoked).toEqual(['refresh-1', 'access-1'])
    expect(world).toMatchObject({ items: [], isListed: false })
  })

  it('is for a person to look at once the provider has refused for a quarter of an hour, not before', async () => {
    for (const [overdueMs, isOverdue] of [
      [899_999, false],
      [900_000, true],
    ] as const) {
      const world = createWorld(undefined, [itemOf(ONE, -overdueMs)])
      world.isProviderUp = false
      await world.revocation.revokePending(asConnectionId('connection-1'))
      expect(world.isOverdue).toBe(isOverdue)
    }
  })

  it('leaves alone what is not due yet, and comes back for it', async () => {
    const world = createWorld(undefined, [itemOf(ONE, 1), itemOf(TWO)])
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world.revoked).toEqual(['refresh-2', 'access-2'])
    expect(world).toMatchObject({ items: [{ itemId: ONE.id }], dueInMs: 1 })
  })

  it('does not revoke what was stored while it looked', async () => {
    const world = createWorld(undefined, [itemOf(ONE)])
    world.between.items = () => {
      world.record = exampleConnection({ tokens: ONE })
      world.items = []
    }
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world.revoked).toEqual([])
  })

  it('does not forget what waits for revocation while it looks', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.find = () => {
      world.record = exampleConnection({ tokens: null })
      world.doom(ONE)
    }
    await world.revocation.revokePending(asConnectionId('connection-1'))
    await world.revocation.revokePending(asConnectionId('connection-1'))
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
    expect(await world.revocation.revokePending(asConnectionId('connection-1'))).toEqual({ kind: 'later' })
    expect(world.record?.revocation).toBe('confirming')
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world.record?.revocation).toBe('confirmed')
  })
})

const GONE = exampleConnection({
  tokens: null,
  revocation: 'confirming',
  health: { state: 'disconnected', reason: 'by_user', sinceMs: 0, canRetryAtMs: null, failures: 0 },
})

describe('tokens whose key this process does not have', () => {
  const unread = {
    itemId: asTokenSetId('unread-1'),
    dueInMs: 0,
    tokens: undefined,
    fault: 'unknown_key',
  } as const

  it('are never said to be revoked, and stay in the list of pending revocations', async () => {
    const world = createWorld(GONE, [unread])
    expect(await world.revocation.revokePending(asConnectionId('connection-1'))).toMatchObject({
      kind: 'again',
    })
    expect(world).toMatchObject({ revoked: [], items: [unread], record: { revocation: 'confirming' } })
  })

  it('do not hold up those that can be read', async () => {
    const world = createWorld(GONE, [unread, itemOf(TWO)])
    expect(await world.revocation.revokePending(asConnectionId('connection-1'))).toMatchObject({
      kind: 'again',
    })
    expect(world).toMatchObject({ revoked: ['refresh-2', 'access-2'], items: [unread] })
  })

  it('may be the same as older ones in the list of pending revocations: nothing is revoked beside a record that cannot be read', async () => {
    const unreadable = { sealed: 'k9.AAAA', fault: 'unknown_key' } as const
    const world = createWorld(exampleConnection({ tokens: null, unreadable }), [itemOf(ONE)])
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world).toMatchObject({ revoked: [], items: [{ itemId: ONE.id }] })
  })

  it('are not revoked once they can be read where the record uses them again', async () => {
    const world = createWorld(
      exampleConnection({ tokens: { ...TWO, refreshToken: asRefreshToken('refresh-1') } }),
      [itemOf(ONE)],
    )
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world.revoked).toEqual(['access-1'])
  })
})

describe('a disconnect', () => {
  it('is not said to be confirmed while older tokens of the same connection wait to be revoked', async () => {
    const ended = exampleConnection({
      tokens: null,
      health: { state: 'reconnect', reason: 'ended', sinceMs: 0, canRetryAtMs: null, failures: 0 },
    })
    const world = createWorld(ended, [itemOf(ONE)])
    world.isProviderUp = false
    expect(await world.revocation.disconnect(asConnectionId('connection-1'))).toMatchObject({
      revocation: 'confirming',
    })
    world.isProviderUp = true
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world.record).toMatchObject({ revocation: 'confirmed' })
  })

  it('is confirmed although the process died between the last answer of the provider and noting it', async () => {
    const world = createWorld(GONE, [itemOf(ONE)])
    world.isStoreUp = false
    await expect(world.revocation.revokePending(asConnectionId('connection-1'))).rejects.toThrow('away')
    // The provider has confirmed and the list of pending revocations is empty: the job must still be on the list.
    expect(world).toMatchObject({ items: [], isListed: true })
    world.isStoreUp = true
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world).toMatchObject({ isListed: false, record: { revocation: 'confirmed' } })
  })
})

describe('forgetting a principal', () => {
  it('keeps a connection that was made anew between killing the old one and removing it', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.remove = () => {
      world.record = exampleConnection({ tokens: TWO, connectedAtMs: 5 })
    }
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
    expect(world.record?.tokens).toBe(TWO)
  })

  it('dooms the tokens and removes the connection', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
    expect(world).toMatchObject({ record: undefined, items: [{ itemId: ONE.id }] })
  })

  it('dooms the newer tokens when a refresh stores them at the same moment', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.forget = () => {
      world.record = exampleConnection({ tokens: TWO })
    }
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
    expect(world).toMatchObject({ record: undefined, items: [{ itemId: TWO.id }] })
  })

  it('leaves a connection alone that the same person made anew at the same moment', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.forget = () => {
      world.record = exampleConnection({ tokens: TWO, connectedAtMs: 5 })
    }
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
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
      await expect(world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')).rejects.toThrow(
        'away',
      )
      expect(world.isSwept).toBe(true)
      world.isStoreUp = true
      // Meanwhile the person is back, with another connection: the sweeper ends what it began all the same.
      world.hasSessions = true
      await world.revocation.revokeForgotten(asPrincipalId('principal-1'))
      expect(world).toMatchObject({ record: undefined, items: [{ itemId: ONE.id }], forgotten: [] })
    },
  )

  it('does nothing when a session has come', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.hasSessions = true
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
    expect(world.record?.tokens).toBe(ONE)
  })
})
