import type { Redis } from 'ioredis'
import type { PrincipalId } from '@counterfoil/oauth/ids'

/** Tells every process, and through it every open tab, that a principal's session view changed. */
export interface SessionEvents {
  publish(principalId: PrincipalId): void
  /** Calls `listener` at every change until the returned function is called. */
  subscribe(principalId: PrincipalId, listener: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'counterfoil:session-changes'
/** Between tries to listen while the store does not let us. */
const TRY_AGAIN_MS = 200
/** How often it is made sure that we still listen: a client that moved to another node of a cluster may not. */
const MAKE_SURE_MS = 5000

/**
 * One channel for all: a message is one short id, and a process ignores those nobody here listens for.
 * A message lost while the store is away is made up for by looking again, and by the polling of the pages.
 */
export function createSessionEvents(deps: {
  readonly redis: Redis
  readonly openSubscriber: () => Redis
}): SessionEvents {
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
    // The connection was made again.
    subscriber.on('ready', tellAll)
    stopListening = keepListening(subscriber, tellAll)
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
      stopListening()
      listeners.clear()
      subscriber?.disconnect()
    },
  }
}

/** Subscribing twice is subscribing once, so it is done again and again, until the answered function is called. */
function keepListening(subscriber: Redis, onMissed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  function listen(wasRefused: boolean): void {
    subscriber.subscribe(CHANNEL).then(
      () => {
        // Whatever was missed while nobody could listen: look again.
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
