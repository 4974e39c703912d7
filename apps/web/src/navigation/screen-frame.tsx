import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#data/hydrated.ts'
import { useWords } from '#words/words.tsx'

/** Shows the frame of every screen: one `h1`. After navigation the page starts at the top and its `h1` has focus. */
export function Screen(props: {
  readonly title: string
  readonly lede?: ReactNode
  /** The id of the heading's description, which is further below: the age of the figures. */
  readonly describedBy?: string | undefined
  /** True for result screens, which take focus on a full load too: otherwise a screen reader would not report the result. */
  readonly takesFocus?: boolean
  /** True if the address does not determine the screen's content: its heading sets the window's title too. */
  readonly namesWindow?: boolean
  /** True if Back may restore the scroll position: then it neither starts at the top nor takes focus. */
  readonly keepsPlace?: boolean
  readonly children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrival = useContext(ArrivalContext)
  const [cameAsHtml] = useState(!useHydrated())
  const isHtml = cameAsHtml && arrival === 0
  const { keepsPlace = false, takesFocus = false } = props

  useEffect(() => {
    if ((arrival === 0 && !takesFocus) || (keepsPlace && isBackAtPlace())) return
    // During hydration the person may have scrolled or focused a link already.
    if (isHtml && document.activeElement !== document.body) return
    if (!isHtml && (arrival > 0 || scrollY > 0)) scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [arrival, isHtml, keepsPlace, takesFocus])

  const { t } = useWords()
  const windowTitle = props.namesWindow === true ? `${props.title} – ${t.app.name}` : undefined
  useEffect(() => {
    if (windowTitle === undefined) return
    const before = document.title
    document.title = windowTitle
    return () => {
      // Restores the title for another screen at the same address, unless that screen has set its own already.
      if (document.title === windowTitle) document.title = before
    }
  }, [windowTitle])
  return (
    <div className="screen">
      <h1
        ref={heading}
        tabIndex={-1}
        {...(props.describedBy === undefined ? {} : { 'aria-describedby': props.describedBy })}
      >
        {props.title}
      </h1>
      {props.lede !== undefined && <p className="lede">{props.lede}</p>}
      {props.children}
    </div>
  )
}

/** Returns true if this history entry has a scroll position stored by `usePlace` of `lists/list.tsx`. */
function isBackAtPlace(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'place' in state
}

const ArrivalContext = createContext(0)

/** Counts the screens reached by navigation; 0 on the screen that came as HTML. `screen` names the current one. */
export function ArrivalProvider(props: { readonly screen: string; readonly children: ReactNode }) {
  const [last, setLast] = useState({ screen: props.screen, count: 0 })
  const shown = last.screen === props.screen ? last : { screen: props.screen, count: last.count + 1 }
  // A state: a page that is rendered in slices may be rendered again, and counts once.
  if (shown !== last) setLast(shown)
  return <ArrivalContext value={shown.count}>{props.children}</ArrivalContext>
}
