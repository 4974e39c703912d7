import type { Redis } from 'ioredis'

/** Tells every process, and through it every open tab, that a principal's session view changed. */
export interface SessionEvents {
  publish(principalId: string): void
  /** Calls `listener` at every change until the returned function is called. */
  subscribe(principalId: string, listener: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'counterfoil:session-changes'

/**
 * One channel for all: a message is one short id, and a process ignores those nobody here listens for.
 * A message lost while the store is away is made up for by the polling of the pages.
 */
export function createSessionEvents(deps: {
  readonly redis: Redis
  readonly openSubscriber: () => Redis
}): SessionEvents {
  const listeners = new Map<string, Set<() => void>>()
  let subscriber: Redis | undefined

  const open = () => {
    if (subscriber !== undefined) return
    subscriber = deps.openSubscriber()
    subscriber.on('message', (_channel: string, principalId: string) => {
      for (const listener of listeners.get(principalId) ?? []) listener()
    })
    // Whatever was missed while away: look again.
    subscriber.on('ready', () => {
      for (const set of listeners.values()) for (const listener of set) listener()
    })
    subscriber.subscribe(CHANNEL).catch(() => undefined)
  }

  return {
    publish(principalId) {
      deps.redis.publish(CHANNEL, principalId).catch(() => undefined)
    },
    subscribe(principalId, listener) {
      open()
      const set = listeners.get(principalId) ?? new Set()
      listeners.set(principalId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(principalId) === set) listeners.delete(principalId)
      }
    },
    async close() {
      listeners.clear()
      subscriber?.disconnect()
    },
  }
}
