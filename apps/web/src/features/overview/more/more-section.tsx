import { Suspense, useCallback, useEffect, useId, useLayoutEffect, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { businessName } from '#connection/state-words.ts'
import { NotLoaded, useLatePart } from '#ui/late-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** The wait in browsers that do not say when they are idle. */
const IDLE_MS = 2_000

/** The further pictures behind one button: fetched while the page is idle, shown when they are asked for. */
export function MoreSection(props: {
  readonly connection: ConnectionView
  /** Pictures of these that stand among the first ones already. */
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

/** The place of the line of cash after today: drawn while the page is idle, in the room that was kept for it. */
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

/** The pictures and their words: without one of both there is nothing to see. */
function useLoad() {
  const { parts: words } = useWords()
  return useCallback(async () => {
    const [part] = await Promise.all([import('./more-pictures.tsx'), words.load('pictures')])
    return part
  }, [words])
}

/** Kept with this step of the browser's history: a reload and Back find the pictures as they were left, a new visit finds the first ones. */
function useShown(): readonly [isShown: boolean, toggle: () => void] {
  const [isShown, setIsShown] = useState(false)
  // After the page of the server was hydrated, before it is painted again.
  useLayoutEffect(() => setIsShown(stateOfStep()?.showsMore === true), [])
  const toggle = () => {
    history.replaceState({ ...stateOfStep(), showsMore: !isShown }, '')
    setIsShown(!isShown)
  }
  return [isShown, toggle]
}

const stateOfStep = () => history.state as { readonly showsMore?: boolean } | null

/** True once the page has had nothing to do. */
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
