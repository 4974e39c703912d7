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
  it('has its refresh tokens revoked first, then its access tokens, and is empty then', async () => {
    const world = createWorld(undefined, [itemOf(ONE)])
    expect(await world.revocation.revokePending(asConnectionId('connection-1'))).toEqual({
      kind: 'confirmed',
    })
    expect(world.revoked).toEqual(['refresh-1', 'access-1'])
    expect(world).toMatchObject({ items: [], isListed: false })
  })

  it('alerts the operator after the provider has refused for a quarter of an hour, not before', async () => {
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

  it('leaves items that are not due until they are', async () => {
    const world = createWorld(undefined, [itemOf(ONE, 1), itemOf(TWO)])
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world.revoked).toEqual(['refresh-2', 'access-2'])
    expect(world).toMatchObject({ items: [{ itemId: ONE.id }], dueInMs: 1 })
  })

  it('does not revoke tokens that were stored while it was read', async () => {
    const world = createWorld(undefined, [itemOf(ONE)])
    world.between.items = () => {
      world.record = exampleConnection({ tokens: ONE })
      world.items = []
    }
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world.revoked).toEqual([])
  })

  it('keeps items that were added while it was read', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.find = () => {
      world.record = exampleConnection({ tokens: null })
      world.doom(ONE)
    }
    await world.revocation.revokePending(asConnectionId('connection-1'))
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world.revoked).toEqual(['refresh-1', 'access-1'])
  })

  it('is not reported as confirmed while items were added', async () => {
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

describe('tokens with a key that this process does not have', () => {
  const unread = {
    itemId: asTokenSetId('unread-1'),
    dueInMs: 0,
    tokens: undefined,
    fault: 'unknown_key',
  } as const

  it('are never reported as revoked, and stay in the list of pending revocations', async () => {
    const world = createWorld(GONE, [unread])
    expect(await world.revocation.revokePending(asConnectionId('connection-1'))).toMatchObject({
      kind: 'again',
    })
    expect(world).toMatchObject({ revoked: [], items: [unread], record: { revocation: 'confirming' } })
  })

  it('do not delay tokens that can be read', async () => {
    const world = createWorld(GONE, [unread, itemOf(TWO)])
    expect(await world.revocation.revokePending(asConnectionId('connection-1'))).toMatchObject({
      kind: 'again',
    })
    expect(world).toMatchObject({ revoked: ['refresh-2', 'access-2'], items: [unread] })
  })

  it('may equal older ones in the list of pending revocations: nothing is revoked beside an unreadable record', async () => {
    const unreadable = { sealed: 'k9.AAAA', fault: 'unknown_key' } as const
    const world = createWorld(exampleConnection({ tokens: null, unreadable }), [itemOf(ONE)])
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world).toMatchObject({ revoked: [], items: [{ itemId: ONE.id }] })
  })

  it('are not revoked after they can be read if the record uses them again', async () => {
    const world = createWorld(
      exampleConnection({ tokens: { ...TWO, refreshToken: asRefreshToken('refresh-1') } }),
      [itemOf(ONE)],
    )
    await world.revocation.revokePending(asConnectionId('connection-1'))
    expect(world.revoked).toEqual(['access-1'])
  })
})

describe('a disconnected connection', () => {
  it('is not reported as confirmed while older tokens of the same connection are still to be revoked', async () => {
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

  it('is confirmed even if the process died between the provider’s last answer and storing it', async () => {
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
  it('keeps a connection that was made again between the revocation and the removal of the old one', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.remove = () => {
      world.record = exampleConnection({ tokens: TWO, connectedAtMs: 5 })
    }
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
    expect(world.record?.tokens).toBe(TWO)
  })

  it('adds the tokens to the list of pending revocations and removes the connection', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
    expect(world).toMatchObject({ record: undefined, items: [{ itemId: ONE.id }] })
  })

  it('revokes the newer tokens if a refresh stores them at the same moment', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.forget = () => {
      world.record = exampleConnection({ tokens: TWO })
    }
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
    expect(world).toMatchObject({ record: undefined, items: [{ itemId: TWO.id }] })
  })

  it('keeps a connection that the same person made again at the same moment', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.between.forget = () => {
      world.record = exampleConnection({ tokens: TWO, connectedAtMs: 5 })
    }
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
    expect(world).toMatchObject({ record: { tokens: TWO }, items: [] })
  })

  it.each(['before it is killed', 'before it is removed'])(
    'is continued after an interruption %s: every valid token is on some list',
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
      // Meanwhile the person has returned with another connection: the sweeper still completes what it began.
      world.hasSessions = true
      await world.revocation.revokeForgotten(asPrincipalId('principal-1'))
      expect(world).toMatchObject({ record: undefined, items: [{ itemId: ONE.id }], forgotten: [] })
    },
  )

  it('does nothing if the principal has a new session', async () => {
    const world = createWorld(exampleConnection({ tokens: ONE }))
    world.hasSessions = true
    await world.revocation.forgetPrincipal(asPrincipalId('principal-1'), 'idle')
    expect(world.record?.tokens).toBe(ONE)
  })
})
