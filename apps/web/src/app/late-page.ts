import type { LatePage, PageSink } from '@counterfoil/bff-api/session'

/** React's mark in front of a part that it sends later. One that is complete begins with another. */
const WAITING_PART = '<!--$?-->'

/**
 * Takes from React what can be shown, and keeps it until it is known where it goes.
 *
 * @param start Writes what can be shown at once, and what follows when it is there.
 */
export function holdPage(start: (sink: PageSink) => void): LatePage {
  const decoder = new TextDecoder()
  let held = ''
  let hasEnded = false
  let target: PageSink | undefined
  start({
    write(chunk) {
      if (target !== undefined) return target.write(chunk)
      held += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
      return true
    },
    flush: () => target?.flush(),
    end() {
      hasEnded = true
      target?.end()
    },
    on: () => undefined,
  })
  const beginning = held.slice(0, Math.max(0, held.indexOf(WAITING_PART)))
  return {
    beginning,
    pipe(sink) {
      target = sink
      sink.write(held.slice(beginning.length))
      sink.flush()
      if (hasEnded) sink.end()
    },
  }
}
