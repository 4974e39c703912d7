/** A browser that has the entry but never writes it must not keep the page from starting. */
const LONGEST_WAIT_MS = 3_000

const hasPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0

/**
 * Resolves once the text of the first HTML is on the screen: what asks the network for more waits for that. At
 * once where nothing is going to be painted, as in a tab opened behind another.
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
      // The task after a frame's callbacks runs when that frame was handed to the screen.
      requestAnimationFrame(() => setTimeout(painted))
    }
  })
  over.abort()
}
