import type { Redis } from 'ioredis'
import type { PrincipalId } from '@counterfoil/oauth/ids'

export type SessionEvents = ReturnType<typeof createSessionEvents>

const CHANNEL = 'counterfoil:session-changes'
/** The pause in milliseconds between attempts to subscribe while the store refuses. */
const TRY_AGAIN_MS = 200
/** The time in milliseconds between renewals of the subscription: a client that moved to another cluster node may lose it. */
const MAKE_SURE_MS = 5000

/**
 * Creates the events that notify every process, and through it every open tab, that the session view of a principal changed. They
 * are on one channel: a message is one short id, and a process ignores ids without listeners. Messages lost during
 * an outage of the store are made up for by notifying all listeners afterwards, and by the polling of the pages.
 */
export function createSessionEvents(deps: { readonly redis: Redis; readonly openSubscriber: () => Redis }) {
  const listeners = new Map<string, Set<() => void>>()
  let subscriber: Redis | undefined
  let stopListening = () => {}

  const tellAll = () => {
    for (const set of listeners.values()) for (const listener of set) listener()
  }

  function open(): void {
    if (subscriber !== undefined) return
    subscriber = deps.openSubscriber()
    subscriber.on('message', (_channel: string, principalId: PrincipalId) => {
      for (const listener of listeners.get(principalId) ?? []) listener()
    })
    // The connection was made again: messages may have been lost.
    subscriber.on('ready', tellAll)
    stopListening = keepListening(subscriber, tellAll)
  }

  return {
    publish(principalId: PrincipalId): void {
      deps.redis.publish(CHANNEL, principalId).catch(() => undefined)
    },
    /** Calls `listener` at every change until the returned function is called. */
    subscribe(principalId: PrincipalId, listener: () => void): () => void {
      open()
      const set = listeners.get(principalId) ?? new Set()
      listeners.set(principalId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(principalId) === set) listeners.delete(principalId)
      }
    },
    async close(): Promise<void> {
      stopListening()
      listeners.clear()
      subscriber?.disconnect()
    },
  }
}

/** Subscribes repeatedly, which has no further effect while the subscription exists, until the returned function is called. */
function keepListening(subscriber: Redis, onMissed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  function listen(wasRefused: boolean): void {
    subscriber.subscribe(CHANNEL).then(
      () => {
        // Messages may have been missed meanwhile.
        if (wasRefused) onMissed()
        again(MAKE_SURE_MS, false)
      },
      () => again(TRY_AGAIN_MS, true),
    )
  }
  function again(waitMs: number, isRefused: boolean): void {
    if (!isOver) timer = setTimeout(() => listen(isRefused), waitMs).unref()
  }

  listen(false)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
