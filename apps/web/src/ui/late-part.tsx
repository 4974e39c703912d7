import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { reloadWherePartIsThere } from '#loading/missing-part-client.ts'
import { useWords } from '#words/words.tsx'
import { ActionButton } from './action-button.tsx'
import { useAnnouncer, useSaid } from './live-regions.tsx'

/** A part of a page that is a file of its own: loaded, loading, or failed. */
interface LatePart<Part> {
  readonly part?: Part
  readonly hasFailed?: boolean
  /** Loads it again. Rejects with the error. */
  readonly again: () => Promise<void>
}

/**
 * Loads a part of a page. If that fails only the part is missing, not the page.
 *
 * @param load Must be the same function each time.
 * @param wanted The reason for loading; undefined: not yet. A failed part is loaded again for another reason.
 */
export function useLatePart<Part>(load: () => Promise<Part>, wanted: string | undefined): LatePart<Part> {
  const [state, setState] = useState<Omit<LatePart<Part>, 'again'>>({})
  const again = useCallback(
    () =>
      load().then(
        (part) => setState({ part }),
        (thrown: unknown) => {
          setState((before) => (before.part === undefined ? { hasFailed: true } : before))
          throw thrown
        },
      ),
    [load],
  )
  useEffect(() => {
    if (wanted !== undefined) again().catch(() => undefined)
  }, [wanted, again])
  return { ...state, again }
}

/**
 * Shows that a part did not load, with a button that loads it, by reloading the page if the browser would not load it again. The
 * focus then moves to the parent or, among cards, to the replacing card.
 */
export function NotLoaded(props: {
  /** Rejects with the error. */
  readonly onRetry: () => Promise<unknown>
  readonly isCard?: boolean
}) {
  const { isCard = false } = props
  const { t } = useWords()
  const { announce } = useAnnouncer()
  const [isTrying, setIsTrying] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useSaid(announce, isTrying ? undefined : t.failure.part)
  useLayoutEffect(() => {
    const mine = place.current
    return () => {
      const parent = mine?.parentElement
      if (!parent || !mine.contains(document.activeElement)) return
      const index = [...parent.children].indexOf(mine)
      // The page has changed by then.
      queueMicrotask(() => takeFocus(isCard ? parent.children[index] : parent))
    }
  }, [isCard])
  const retry = async () => {
    setIsTrying(true)
    await props.onRetry().catch(reloadWherePartIsThere)
    setIsTrying(false)
  }
  return (
    <div ref={place} className={isCard ? 'card picture' : 'stack'}>
      <p>{t.failure.part}</p>
      <p>
        <ActionButton pending={isTrying} pendingLabel={t.failure.retry} onPress={() => void retry()}>
          {t.failure.retry}
        </ActionButton>
      </p>
    </div>
  )
}

function takeFocus(element: Element | undefined): void {
  if (!(element instanceof HTMLElement)) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
