import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { reloadWherePartIsThere } from '#loading/missing-part-client.ts'
import { useWords } from '#words/words.tsx'
import { ActionButton } from './action-button.tsx'
import { useAnnouncer, useSaid } from './live-regions.tsx'

/** A part of a page that comes as a file of its own: there, not there yet, or not to be had. */
interface LatePart<Part> {
  readonly part?: Part
  readonly hasFailed?: boolean
  /** Fetches it again. Rejects with what was in the way. */
  readonly again: () => Promise<void>
}

/**
 * Fetches a part of a page. One that cannot be had costs its own place, never the page.
 *
 * @param load The same function each time.
 * @param wanted Why it is wanted; undefined: not yet. What failed is fetched again when the reason is another.
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
 * In the place of a part that did not load: says so, and fetches it when it is asked to, by loading the page again where the browser
 * would not. The focus that was here then goes to what
 * it stood in, or, among cards, to the card that comes in its place.
 */
export function NotLoaded(props: {
  /** Rejects with what was in the way. */
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
      // By then the page has changed.
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
