import { EventEmitter } from 'node:events'

/** A thing that closes once, for example the connection of a browser. */
interface Closing {
  readonly closed: boolean
  once(event: 'close', listener: () => void): unknown
}

/** Returns an object that closes when `res` closes, after `ms` milliseconds, or when `end` is called, whichever comes first. */
export function waitAtMost(
  res: Closing,
  ms: number,
): Closing & { readonly over: Promise<void>; end(): void } {
  const events = new EventEmitter()
  const { promise: over, resolve } = Promise.withResolvers<void>()
  let closed = false
  const timer = setTimeout(end, ms)
  if (res.closed) end()
  else res.once('close', end)
  function end(): void {
    if (closed) return
    closed = true
    clearTimeout(timer)
    resolve()
    events.emit('close')
  }
  return {
    get closed() {
      return closed
    },
    once: (event, listener) => events.once(event, listener),
    over,
    end,
  }
}
