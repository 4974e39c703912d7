import { Suspense, useCallback, useEffect, useId, useLayoutEffect, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { businessName } from '#connection/state-words.ts'
import { NotLoaded, useLatePart } from '#ui/late-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** The delay in milliseconds in browsers without `requestIdleCallback`. */
const IDLE_MS = 2_000

/** Shows the further charts behind a button. They are fetched while the page is idle and shown on request. */
export function MoreSection(props: {
  readonly connection: ConnectionView
  /** The further charts that are already shown among the first ones. */
  readonly shownAbove: readonly ('coming' | 'ladder')[]
}) {
  const { connection } = props
  const { t } = useWords()
  const id = useId()
  const [isShown, toggle] = useShown()
  const isNear = useIdle(isReadable(connection.state))
  const { part, hasFailed, again } = useLatePart(useLoad(), isShown ? 'shown' : isNear ? 'near' : undefined)
  const name = businessName(connection, t)
  const waiting = <Skeleton lines={3} label={t.home.getting(name)} still={t.home.stillGetting(name)} />
  return (
    <section aria-label={t.home.morePictures}>
      <button
        type="button"
        className="button-quiet"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={toggle}
      >
        {isShown ? t.home.fewerPictures : t.home.morePictures}
      </button>
      <div id={id} hidden={!isShown}>
        {part !== undefined ? (
          <Suspense fallback={waiting}>
            <part.MorePictures {...props} isShown={isShown} />
          </Suspense>
        ) : hasFailed === true ? (
          isShown && <NotLoaded onRetry={again} />
        ) : (
          isShown && waiting
        )}
      </div>
    </section>
  )
}

/** Shows the cash forecast in the space reserved for it. It is loaded while the page is idle. */
export function AheadPlace({ connection }: { readonly connection: ConnectionView }) {
  const { part, hasFailed, again } = useLatePart(useLoad(), useIdle(true) ? 'near' : undefined)
  return (
    <div className="ahead" id="ahead">
      {part !== undefined ? (
        <part.CashAhead connection={connection} />
      ) : (
        hasFailed === true && <NotLoaded isCard onRetry={again} />
      )}
    </div>
  )
}

/** Returns a function that loads the charts and their messages; both are needed. */
function useLoad() {
  const { parts: words } = useWords()
  return useCallback(async () => {
    const [part] = await Promise.all([import('./more-pictures.tsx'), words.load('pictures')])
    return part
  }, [words])
}

/** Stores in the history entry whether the further charts are shown: reload and Back restore them, a new visit does not. */
function useShown(): readonly [isShown: boolean, toggle: () => void] {
  const [isShown, setIsShown] = useState(false)
  // After hydration and before the next paint.
  useLayoutEffect(() => setIsShown(stateOfStep()?.showsMore === true), [])
  const toggle = () => {
    history.replaceState({ ...stateOfStep(), showsMore: !isShown }, '')
    setIsShown(!isShown)
  }
  return [isShown, toggle]
}

const stateOfStep = () => history.state as { readonly showsMore?: boolean } | null

/** Returns true once the page has been idle. */
function useIdle(isWanted: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!isWanted || isIdle) return
    const begin = () => setIsIdle(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, IDLE_MS)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(begin, { timeout: 2 * IDLE_MS })
    return () => cancelIdleCallback(request)
  }, [isWanted, isIdle])
  return isIdle
}
