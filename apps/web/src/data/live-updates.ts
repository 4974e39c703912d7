import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { QueryClient } from '@tanstack/react-query'
import { figuresKey } from './figure-names.ts'
import { createSessionEvents } from './session-events-client.ts'

/** A page that was hidden for longer reads again when it is looked at. */
const STALE_AFTER_MS = 30_000
const CHANNEL = 'conn'

type TabMessage =
  | { readonly kind: 'changed' }
  | { readonly kind: 'signed-out' }
  /** The books of this connection were changed from here. */
  | { readonly kind: 'books-changed'; readonly connectionId: ConnectionId }
/** A page hears its own channel too: what it says carries when the page began, to the fraction of a millisecond. */
type SentMessage = TabMessage & { readonly from: number }

interface LiveUpdates {
  readonly onChange: () => void
  readonly onSignedOutElsewhere: () => void
  /** Another tab has changed the books of a connection. */
  readonly onBooksChanged: (connectionId: ConnectionId) => void
  /** The page came back from the back/forward cache: every pending button is pending no more. */
  readonly onReturn: () => void
  /** Is there anything to hear about? Without it there is no stream, only tabs and returns. */
  readonly listens: boolean
}

/**
 * Keeps a page up to date: one stream of events, polling while the stream is away, the other tabs, and the
 * back/forward cache. Everything is closed on `pagehide`, since an open stream keeps a page out of that cache.
 *
 * @returns Stops it.
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

/** Hears the other tabs, where a browser has channels. */
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

/** Tells the other tabs. A browser without channels tells nobody; its tabs hear it from the stream. */
export function tellOtherTabs(message: TabMessage): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ ...message, from: performance.timeOrigin } satisfies SentMessage)
  channel.close()
}

/** Figures of these books are not what they were: what is on the page is read again, and the rest when it is shown. */
export function forgetFigures(queryClient: QueryClient, connectionId: ConnectionId): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: figuresKey(connectionId) })
}

/** The books of a connection were changed from this tab: its figures, and those of the other tabs, are read again. */
export function noteBooksChanged(queryClient: QueryClient, connectionId: ConnectionId): void {
  void forgetFigures(queryClient, connectionId)
  tellOtherTabs({ kind: 'books-changed', connectionId })
}
