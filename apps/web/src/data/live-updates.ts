import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { QueryClient } from '@tanstack/react-query'
import { figuresKey } from './figure-names.ts'
import { createSessionEvents } from './session-events-client.ts'

/** The time in milliseconds after which a hidden page reads again when it is shown. */
const STALE_AFTER_MS = 30_000
const CHANNEL = 'conn'

type TabMessage =
  | { readonly kind: 'changed' }
  | { readonly kind: 'signed-out' }
  /** The books of this connection were changed in another tab. */
  | { readonly kind: 'books-changed'; readonly connectionId: ConnectionId }
/** A message with its sender's start time, by which a page ignores its own messages; precise to fractions of a millisecond. */
type SentMessage = TabMessage & { readonly from: number }

interface LiveUpdates {
  readonly onChange: () => void
  readonly onSignedOutElsewhere: () => void
  /** Called when another tab has changed the books of a connection. */
  readonly onBooksChanged: (connectionId: ConnectionId) => void
  /** Called when the page returns from the back/forward cache: pending buttons are reset. */
  readonly onReturn: () => void
  /** True if a stream of events is needed. Otherwise only other tabs and returns are observed. */
  readonly listens: boolean
}

/**
 * Keeps a page up to date by a stream of events, polling while the stream is away, the other tabs, and the back/forward cache.
 * Everything is closed on `pagehide`, since an open stream keeps a page out of that cache.
 *
 * @returns A function that stops it.
 */
export function startLiveUpdates(handlers: LiveUpdates): () => void {
  const stream = createSessionEvents(handlers.onChange)
  let channel: BroadcastChannel | undefined
  let hiddenAtMs: number | undefined

  const close = () => {
    stream.close()
    channel?.close()
    channel = undefined
  }
  const open = () => {
    close()
    channel = openChannel(handlers)
    if (handlers.listens) stream.open()
  }
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    open()
    handlers.onReturn()
    handlers.onChange()
  }
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAtMs = Date.now()
      return
    }
    if (hiddenAtMs !== undefined && Date.now() - hiddenAtMs > STALE_AFTER_MS) handlers.onChange()
    hiddenAtMs = undefined
  }

  open()
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', onPageShow)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    close()
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', onPageShow)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Opens the channel to the other tabs, if the browser has `BroadcastChannel`. */
function openChannel(handlers: LiveUpdates): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', (event: MessageEvent<SentMessage>) => {
    if (event.data.from === performance.timeOrigin) return
    switch (event.data.kind) {
      case 'signed-out':
        return handlers.onSignedOutElsewhere()
      case 'books-changed':
        return handlers.onBooksChanged(event.data.connectionId)
      case 'changed':
        return handlers.onChange()
    }
  })
  return channel
}

/** Notifies the other tabs. Without `BroadcastChannel` they are notified by the stream of events. */
export function tellOtherTabs(message: TabMessage): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ ...message, from: performance.timeOrigin } satisfies SentMessage)
  channel.close()
}

/** Invalidates the figures of a connection: shown ones are read again at once, the others when they are shown. */
export function forgetFigures(queryClient: QueryClient, connectionId: ConnectionId): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: figuresKey(connectionId) })
}

/** Reads figures again in this and the other tabs after the books of a connection were changed from this tab. */
export function noteBooksChanged(queryClient: QueryClient, connectionId: ConnectionId): void {
  void forgetFigures(queryClient, connectionId)
  tellOtherTabs({ kind: 'books-changed', connectionId })
}
