/** The longest wait in milliseconds: a browser that supports the paint entry but never writes it must not block the start. */
const LONGEST_WAIT_MS = 3_000

const hasPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0

/**
 * Resolves once the text of the first HTML is painted, so that further requests do not delay it. Resolves at once where nothing
 * will be painted, as in a background tab.
 */
export async function firstPaint(root: HTMLElement): Promise<void> {
  if (!root.hasChildNodes() || document.hidden || hasPainted()) return
  const over = new AbortController()
  await new Promise<void>((painted) => {
    document.addEventListener('visibilitychange', () => painted(), { signal: over.signal })
    const longest = setTimeout(painted, LONGEST_WAIT_MS)
    over.signal.addEventListener('abort', () => clearTimeout(longest))
    if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
      const observer = new PerformanceObserver(() => {
        if (hasPainted()) painted()
      })
      observer.observe({ type: 'paint', buffered: true })
      over.signal.addEventListener('abort', () => observer.disconnect())
    } else {
      // A task queued in a frame's callback runs once that frame was painted.
      requestAnimationFrame(() => setTimeout(painted))
    }
  })
  over.abort()
}
