import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#data/hydrated.ts'
import { useWords } from '#words/words.tsx'

/** The frame of every screen: one `h1`. Reached inside the app, it begins at the top and its `h1` has focus. */
export function Screen(props: {
  readonly title: string
  readonly lede?: ReactNode
  /** The id of the heading's description, which is further below: how old the figures are. */
  readonly describedBy?: string | undefined
  /** Result screens take focus on arrival too: nothing else tells a listener what happened. */
  readonly takesFocus?: boolean
  /** The address alone does not say what this screen tells: its heading names the window too. */
  readonly namesWindow?: boolean
  /** Reached by Back it may stand where it was left: then it neither begins at the top nor takes focus. */
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
    // When HTML is hydrated, the person may read further below already, or press a link.
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
      // Another screen at the same address: its own title comes back, unless it has named the window already.
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

/** Does this step of the history know where somebody was on its page? `lists/use-place.ts` notes it. */
function isBackAtPlace(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'place' in state
}

const ArrivalContext = createContext(0)

/** Counts the screens reached inside the app; 0 on the screen that came as HTML. `screen` names the current one. */
export function ArrivalProvider(props: { readonly screen: string; readonly children: ReactNode }) {
  const last = useRef({ screen: props.screen, count: 0 })
  if (last.current.screen !== props.screen)
    last.current = { screen: props.screen, count: last.current.count + 1 }
  return <ArrivalContext value={last.current.count}>{props.children}</ArrivalContext>
}
