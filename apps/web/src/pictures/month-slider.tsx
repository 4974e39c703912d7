import { useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useFigures } from './figures-context.tsx'

/** One month of a drawing. */
export interface SliderMonth {
  readonly key: string
  /** Under the drawing: "Oct". */
  readonly label: string
  /** The reading, seen and spoken: "October: in $11,950, out $8,300". */
  readonly text: string
}

/**
 * A drawing by month that is read with keys, a finger or a pointer: one focus stop. The reading stands in a line of its own,
 * so that nothing covers the drawing; for people who hear the page all readings follow as a list.
 */
export function MonthSlider(props: {
  readonly months: readonly SliderMonth[]
  /** On a phone the last six are seen, and the others by scrolling. */
  readonly scrolls?: boolean
  readonly children: (selected: number) => ReactNode
}) {
  const { months } = props
  const { words } = useFigures()
  const last = months.length - 1
  const [picked, setPicked] = useState<number>()
  const selected = Math.min(picked ?? last, last)
  const id = useId()
  const pick = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPicked(clamp({ index: Math.floor(((event.clientX - left) / width) * months.length), last }))
  }
  const turn = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextIndex(event.key, { selected, last })
    if (next === undefined) return
    event.preventDefault()
    setPicked(next)
  }
  const month = months[selected]
  return (
    <div className={props.scrolls === true && months.length > 6 ? 'months months-wide' : 'months'}>
      <p className="months-reading" id={id}>
        {month?.text}
      </p>
      <div className="months-window">
        <div
          className="months-drawing"
          role="slider"
          tabIndex={0}
          aria-label={words.month}
          aria-valuemin={1}
          aria-valuemax={months.length}
          aria-valuenow={selected + 1}
          aria-valuetext={month?.text}
          onKeyDown={turn}
          onPointerDown={pick}
          onPointerMove={pick}
        >
          {props.children(selected)}
          <div className="months-labels" aria-hidden="true">
            {months.map(({ key, label }, index) => (
              <span key={key} className={index === selected ? 'selected' : undefined}>
                {label}
              </span>
            ))}
          </div>
        </div>
      </div>
      <ol className="visually-hidden">
        {months.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ol>
    </div>
  )
}

function nextIndex(
  key: string,
  { selected, last }: { readonly selected: number; readonly last: number },
): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return clamp({ index: selected - 1, last })
    case 'ArrowRight':
    case 'ArrowUp':
      return clamp({ index: selected + 1, last })
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

function clamp({ index, last }: { readonly index: number; readonly last: number }): number {
  return Math.max(0, Math.min(last, index))
}
