import { useEffect, useRef, type ReactNode } from 'react'
import { useArrival } from './arrival.tsx'

/** The frame of every screen: one `h1`, which gets focus when the screen was reached inside the app. */
export function Screen(props: {
  readonly title: string
  readonly lede?: ReactNode
  /** Small print under the heading, for example how old the figures are; part of the heading's description. */
  readonly note?: string | undefined
  /** Result screens take focus on arrival too: nothing else tells a listener what happened. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrival = useArrival()
  const focuses = arrival > 0 || props.takesFocus === true

  useEffect(() => {
    if (focuses) heading.current?.focus({ preventScroll: arrival === 0 })
  }, [arrival, focuses])

  return (
    <div className="screen">
      <h1
        ref={heading}
        tabIndex={-1}
        {...(props.note === undefined ? {} : { 'aria-describedby': 'screen-note' })}
      >
        {props.title}
      </h1>
      {props.lede !== undefined && <p className="lede">{props.lede}</p>}
      {props.note !== undefined && (
        <p id="screen-note" className="note">
          {props.note}
        </p>
      )}
      {props.children}
    </div>
  )
}
