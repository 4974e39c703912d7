import { describe, expect, it } from 'vitest'
import { asConnectionId, asPrincipalId } from '@counterfoil/oauth/testing/ids'
import { exampleConnection } from './testing/connection-examples.ts'
import type { ConnectionRecord } from './connection.ts'
import { createConnections } from './connections.ts'

const NOW = 1000
const DAY_MS = 86_400_000

/** One connection in memory. What happens before it is changed or removed, happens as the store gets to it. */
function createWorld(record: ConnectionRecord | undefined) {
  const world = {
    record,
    isStoreDown: false,
    nowMs: NOW,
    beforeUpdate: async () => undefined as void,
    unnoted: [] as string[],
    beforeRemove: () => undefined as void,
  }
  const connections = createConnections({
    store: {
      find: async () => world.record,
      async update(_id, change) {
        if (world.isStoreDown) throw new Error('the store is away')
        if (world.record === undefined) return { kind: 'missing' }
        await world.beforeUpdate()
        world.record = change(world.record) ?? world.record
        return { kind: 'updated', after: world.record }
      },
      async remove(_id, isMeant) {
        world.beforeRemove()
        if (world.record !== undefined && !isMeant(world.record)) return false
        world.record = undefined
        return true
      },
    },
    principals: { connectionIds: async () => [asConnectionId('connection-1')] },
    clock: () => world.nowMs,
    roughStoreTime: async () => NOW,
    onChange: () => undefined,
    onUnnoted: ({ kind }) => world.unnoted.push(kind),
  })
  return Object.assign(world, { connections })
}

describe('an answer of the provider', () => {
  it('is stored once a day, as read', async () => {
    const world = createWorld(exampleConnection())
    await world.connections.report(asConnectionId('connection-1'), { kind: 'answered' })
    expect(world.record?.activityHistory).toEqual({ day: 0, read: 1, failed: 0, offsetMs: 0 })
    const noted = world.record
    await world.connections.report(asConnectionId('connection-1'), { kind: 'answered' })
    expect(world.record).toBe(noted)
  })

  it('counts for the day on which it was received, even if Redis stores it on the next day', async () => {
    const world = createWorld(exampleConnection())
    world.nowMs = DAY_MS - 1
    world.beforeUpdate = async () => void (world.nowMs = DAY_MS)
    await world.connections.report(asConnectionId('connection-1'), { kind: 'answered' })
    expect(world.record?.activityHistory).toMatchObject({ day: 0, read: 1 })
    expect(world.record?.lastGoodAtMs).toBe(DAY_MS - 1)
  })

  it('is visible to the next reader of the connection, however slow Redis is', async () => {
    const world = createWorld(exampleConnection())
    const { promise: isThere, resolve: letThrough } = Promise.withResolvers<void>()
    world.beforeUpdate = () => isThere
    const id = asConnectionId('connection-1')
    const noted = world.connections.report(id, { kind: 'answered' })
    const reads = [world.connections.find(id), world.connections.list(asPrincipalId('principal-1'))] as const
    letThrough()
    const [found, [listed]] = await Promise.all(reads)
    for (const record of [found, listed]) expect(record?.activityHistory).toMatchObject({ read: 1 })
    await noted
  })

  it('is written before the store is closed', async () => {
    const world = createWorld(exampleConnection())
    const { promise: isThere, resolve: letThrough } = Promise.withResolvers<void>()
    world.beforeUpdate = () => isThere
    const noted = world.connections.report(asConnectionId('connection-1'), { kind: 'answered' })
    const settled = world.connections.settle().then(() => world.record?.activityHistory)
    letThrough()
    expect(await settled).toMatchObject({ read: 1 })
    await noted
  })

  it('is logged if it cannot be stored, and causes no error', async () => {
    const world = createWorld(exampleConnection())
    world.isStoreDown = true
    await world.connections.report(asConnectionId('connection-1'), { kind: 'answered' })
    expect(world.unnoted).toEqual(['answered'])
  })
})

describe('dismissing a connection', () => {
  it('keeps a connection that the person made again at the same moment', async () => {
    const world = createWorld(
      exampleConnection({
        tokens: null,
        health: { state: 'disconnected', reason: 'by_user', sinceMs: 0, canRetryAtMs: null, failures: 0 },
      }),
    )
    const anew = exampleConnection({ connectedAtMs: 5 })
    world.beforeRemove = () => void (world.record = anew)
    expect(await world.connections.dismiss(asConnectionId('connection-1'))).toBe(false)
    expect(world.record).toBe(anew)
  })
})
