import { useEffect, useLayoutEffect, useRef } from 'react'

/** The scroll position, row count and focus in a list, stored in its history entry. */
interface Place {
  readonly y: number
  readonly rows: number
  readonly focus: string | undefined
}

/** The time in milliseconds after the last scroll event at which the position is stored. */
const NOTE_AFTER_MS = 150

/**
 * Restores a list on Back: the same rows, scroll position, and focus on the row that was opened.
 *
 * @param list.key The key of the list's view.
 * @param list.loaded The number of loaded rows; undefined while there are none.
 */
export function usePlace(list: {
  readonly key: string
  readonly loaded: number | undefined
  readonly loadUpTo: (count: number) => Promise<unknown>
}): void {
  const { key, loaded } = list
  const latest = useRef(list)
  latest.current = list
  const settledKey = useRef<string>(undefined)

  useEffect(() => {
    // Turns off the browser's scroll restoration, which would run before the rows are loaded.
    history.scrollRestoration = 'manual'
  }, [])
  useLayoutEffect(() => {
    if (loaded === undefined || settledKey.current === key) return
    settledKey.current = key
    const place = readPlace()
    if (place === undefined) return
    if (place.rows <= loaded) return goTo(place)
    void latest.current.loadUpTo(place.rows).then(() => {
      if (settledKey.current === key) requestAnimationFrame(() => goTo(place))
    })
  }, [key, loaded])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const path = location.pathname
    const note = (focus?: string) => {
      clearTimeout(timer)
      // Another page is shown by now: this position is not its own.
      if (location.pathname !== path || latest.current.loaded === undefined) return
      writePlace({ y: scrollY, rows: latest.current.loaded, focus: focus ?? readPlace()?.focus })
    }
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(note, NOTE_AFTER_MS)
    }
    // Stores the position before the press leads away.
    const onPress = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
      note(row?.dataset['row'])
    }
    addEventListener('scroll', onScroll, { passive: true })
    document.addEventListener('click', onPress, { capture: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', onScroll)
      document.removeEventListener('click', onPress, { capture: true })
    }
  }, [])
}

function readPlace(): Place | undefined {
  if (typeof history === 'undefined') return undefined
  const state = history.state as { readonly place?: Place } | null
  return state?.place
}

function writePlace(place: Place): void {
  history.replaceState({ ...(history.state as object | null), place }, '')
}

function goTo({ y, focus }: Place): void {
  scrollTo({ top: y, behavior: 'instant' })
  // The browser's own event comes in the next frame: windowed rows would be a frame late.
  dispatchEvent(new Event('scroll'))
  if (focus !== undefined) focusWhenDrawn(focus, FRAMES_TO_DRAW)
}

/** The frames to wait for the row: windowed rows are measured, then rendered again a frame or two later. */
const FRAMES_TO_DRAW = 20

function focusWhenDrawn(id: string, framesLeft: number): void {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"] a`)
  if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  if (document.activeElement !== row && framesLeft > 0)
    requestAnimationFrame(() => focusWhenDrawn(id, framesLeft - 1))
}
