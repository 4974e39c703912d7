import { BFF_PATHS } from '@counterfoil/bff-api/paths'

/** While the stream of events is not there, and only while somebody looks. */
const POLL_MS = 30_000

/** The BFF's stream of events about this session, stood in for by polling while it is away. */
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
      // A stream that was answered with a refusal is closed for good: only a new one can be heard.
      if (stream !== undefined && stream.readyState === EventSource.CLOSED) open()
    }, POLL_MS)
  }
  const open = () => {
    stream?.close()
    if (typeof EventSource === 'undefined') return startPolling()
    stream = new EventSource(BFF_PATHS.events)
    stream.addEventListener('open', () => {
      stopPolling()
      // After a gap something may have been missed; the first opening follows a fresh page.
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
