import { BFF_PATHS } from '@counterfoil/bff-api/paths'

/** The time in milliseconds between two polls while the stream of events is away and the page is visible. */
const POLL_MS = 30_000

/** Opens the BFF's stream of events about this session; polls while the stream is away. */
export function createSessionEvents(onChange: () => void): {
  readonly open: () => void
  readonly close: () => void
} {
  let stream: EventSource | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let wasOpen = false

  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }
  const startPolling = () => {
    poll ??= setInterval(() => {
      if (document.visibilityState !== 'visible') return
      onChange()
      // A refused stream is closed for good: only a new one can receive events.
      if (stream !== undefined && stream.readyState === EventSource.CLOSED) open()
    }, POLL_MS)
  }
  const open = () => {
    stream?.close()
    if (typeof EventSource === 'undefined') return startPolling()
    stream = new EventSource(BFF_PATHS.events)
    stream.addEventListener('open', () => {
      stopPolling()
      // Events may have been missed in the gap; the first opening follows a fresh page.
      if (wasOpen) onChange()
      wasOpen = true
    })
    stream.addEventListener('session', onChange)
    stream.addEventListener('error', startPolling)
  }
  const close = () => {
    stream?.close()
    stream = undefined
    stopPolling()
  }
  return { open, close }
}
