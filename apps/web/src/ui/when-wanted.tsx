import { type ReactNode, Suspense } from 'react'
import { NotLoaded, useLatePart } from './late-part.tsx'

/**
 * Draws a part that is fetched once it is wanted: nothing before, and in its place {@link NotLoaded} if it could not be fetched.
 *
 * @param props.load The same function each time.
 * @param props.wanted Why it is wanted; undefined: not now.
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
