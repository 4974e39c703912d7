import { BFF_PATHS } from '@counterfoil/bff-api/paths'

/** While the stream of events is not there, and only while somebody looks. */
const POLL_MS = 30_000
/** A page that was hidden for longer reads again when it is looked at. */
const STALE_AFTER_MS = 30_000
const CHANNEL = 'conn'

type TabMessage = { readonly kind: 'changed' } | { readonly kind: 'signed-out' }
/** A page hears its own channel too: what it says carries when the page began, to the fraction of a millisecond. */
type SentMessage = TabMessage & { readonly from: number }

/**
 * Keeps a page up to date: one stream of events, polling while the stream is away, the other tabs, and the
 * back/forward cache. Everything is closed on `pagehide`, since an open stream keeps a page out of that cache.
 *
 * @returns Stops it.
 */
export function startLiveUpdates(handlers: {
  readonly onChange: () => void
  readonly onSignedOutElsewhere: () => void
  /** The page came back from the back/forward cache: every pending button is pending no more. */
  readonly onReturn: () => void
  /** Is there anything to hear about? Without it there is no stream, only tabs and returns. */
  readonly listens: boolean
}): () => void {
  let stream: EventSource | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let channel: BroadcastChannel | undefined
  let hiddenAtMs: number | undefined

  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }
  const startPolling = () => {
    poll ??= setInterval(() => {
      if (document.visibilityState !== 'visible') return
      handlers.onChange()
      // A stream that was answered with a refusal is closed for good: only a new one can be heard.
      if (stream !== undefined && stream.readyState === EventSource.CLOSED) openStream()
    }, POLL_MS)
  }
  let wasOpen = false
  const openStream = () => {
    stream?.close()
    if (!handlers.listens) return
    if (typeof EventSource === 'undefined') return startPolling()
    stream = new EventSource(BFF_PATHS.events)
    stream.addEventListener('open', () => {
      stopPolling()
      // After a gap something may have been missed; the first opening follows a fresh page.
      if (wasOpen) handlers.onChange()
      wasOpen = true
    })
    stream.addEventListener('session', handlers.onChange)
    stream.addEventListener('error', startPolling)
  }
  const close = () => {
    stream?.close()
    stream = undefined
    channel?.close()
    channel = undefined
    stopPolling()
  }
  const open = () => {
    close()
    if (typeof BroadcastChannel !== 'undefined') {
      channel = new BroadcastChannel(CHANNEL)
      channel.addEventListener('message', (event: MessageEvent<SentMessage>) => {
        if (event.data.from === performance.timeOrigin) return
        if (event.data.kind === 'signed-out') handlers.onSignedOutElsewhere()
        else handlers.onChange()
      })
    }
    openStream()
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

/** Tells the other tabs. A browser without channels tells nobody; its tabs hear it from the stream. */
export function tellOtherTabs(message: TabMessage): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ ...message, from: performance.timeOrigin } satisfies SentMessage)
  channel.close()
}
