import { type ReactNode, Suspense } from 'react'
import { NotLoaded, useLatePart } from './late-part.tsx'

/**
 * Shows a part that is loaded once it is wanted: nothing before, and {@link NotLoaded} in its place if loading failed.
 *
 * @param props.load Must be the same function each time.
 * @param props.wanted The reason for loading; undefined: not now.
 */
export function WhenWanted<Part>(props: {
  readonly load: () => Promise<Part>
  readonly wanted: string | undefined
  readonly children: (part: Part) => ReactNode
}) {
  const { part, hasFailed, again } = useLatePart(props.load, props.wanted)
  if (props.wanted === undefined) return null
  if (part !== undefined) return <Suspense fallback={null}>{props.children(part)}</Suspense>
  return hasFailed === true && <NotLoaded onRetry={again} />
}
