import type { LatePage, PageSink } from '@counterfoil/bff-api/session'

/** React's marker of a Suspense boundary whose content is sent later. A complete boundary has another marker. */
const WAITING_PART = '<!--$?-->'

/**
 * Buffers React's output until its destination is known.
 *
 * @param start Writes the shell at once, and the late content when it is ready.
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
