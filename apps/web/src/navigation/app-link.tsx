import { type ReactNode, startTransition } from 'react'
import { Link } from 'wouter'
import { useConnectResult } from '#data/connect-result.tsx'
import { useSession } from '#data/session/session.tsx'
import { useWords } from '#words/words.tsx'
import { decideScreen, partOf } from './decide-screen.ts'
import { useParts, wordsOfPart } from './lazy-parts.tsx'

/** Shows a link inside the app. Following it leaves a result screen, even for the same address. */
export function AppLink(props: {
  /** The path within this business; after `~` the path of another business, see {@link linkTo}. */
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
  readonly current?: boolean
  /** The accessible name if the text alone does not describe the target; begins with that text. */
  readonly label?: string
  readonly onFollow?: () => void
}) {
  const { leave } = useConnectResult()
  const { session } = useSession()
  const parts = useParts()
  const { parts: words } = useWords()
  // A link under the pointer is probably followed next.
  const prefetch = () => {
    const part = partOf(
      decideScreen(props.to.replaceAll(/^~|\?.*/g, ''), session, { connectResult: null, left: null }),
    )
    if (part !== undefined) parts.load(part).catch(() => undefined)
    for (const name of wordsOfPart(part)) words.load(name).catch(() => undefined)
  }
  return (
    <Link
      href={props.to}
      {...(props.className === undefined ? {} : { className: props.className })}
      {...(props.current === true ? { 'aria-current': 'page' as const } : {})}
      {...(props.label === undefined ? {} : { 'aria-label': props.label })}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      // Called only for a plain press: if the link opens another tab or window, this page stays as it is.
      onClick={() => {
        prefetch()
        // In the same transition as the next page: the address alone would show another screen meanwhile.
        startTransition(leave)
        props.onFollow?.()
      }}
    >
      {props.children}
    </Link>
  )
}
