import { describe, expect, it } from 'vitest'
import {
  asAccessToken,
  asConnectionId,
  asPrincipalId,
  asRefreshToken,
  asTokenSetId,
} from '@counterfoil/oauth/testing/ids'
import type { TokenSet } from '#connections/token-set.ts'
import { exampleConnection, exampleTokens } from '#connections/testing/connection-examples.ts'
import type { PendingRevocation } from '#connections/pending-revocation.ts'
import { createWorld } from './testing/pending-world.ts'

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
  it('keeps a connection that was made again between killing the old one and removing it', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.remove = () => {
      world.record = exampleConnection({ tokens: TWO, connectedAtMs: 5 })
    }
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
    expect(world.record?.tokens).toBe(TWO)
  })

  it('queues the tokens for revocation and removes the connection', async () => {
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

  it('leaves a connection alone that the same person made again at the same moment', async () => {
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
