import { useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useFigures } from './figures-context.tsx'
import { Axis } from './grid.tsx'
import type { Scale } from './scale.ts'

/** One month of a drawing. */
export interface SliderMonth {
  readonly key: string
  /** Under the drawing: "Oct". */
  readonly label: string
  /** The reading, seen and spoken: "October: in $11,950, out $8,300". */
  readonly text: string
}

/** All their names have room on a phone. */
const FEW_COLUMNS = 6

/**
 * A drawing by month that is read with keys, a finger or a pointer: one focus stop. The reading stands in a line of its own,
 * so that nothing covers the drawing; for people who hear the page all readings follow as a list.
 */
export function MonthSlider(props: {
  readonly months: readonly SliderMonth[]
  /** Of the drawing: its amounts stand beside it. */
  readonly scale: Scale
  /** As many as there are months, unless some stay free after the last one. */
  readonly columns?: number
  /** On a phone the last six are seen, and the others by scrolling. */
  readonly scrolls?: boolean
  readonly children: (selected: number) => ReactNode
}) {
  const { months, columns = months.length, scrolls = false } = props
  const { words } = useFigures()
  const last = months.length - 1
  const [picked, setPicked] = useState<number>()
  const selected = Math.min(picked ?? last, last)
  const id = useId()
  const pick = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPicked(clamp({ index: Math.floor(((event.clientX - left) / width) * columns), last }))
  }
  const turn = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextIndex(event.key, { selected, last })
    if (next === undefined) return
    event.preventDefault()
    setPicked(next)
  }
  const month = months[selected]
  const isFew = columns <= FEW_COLUMNS
  return (
    <div className={`months ${isFew ? '' : 'months-many'} ${scrolls && !isFew ? 'months-wide' : ''}`}>
      <p className="months-reading" id={id}>
        {month?.text}
      </p>
      <Axis scale={props.scale} />
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
          <Labels {...{ months, columns, selected }} />
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

/** The names of the months, each under its column. */
function Labels(props: {
  readonly months: readonly SliderMonth[]
  readonly columns: number
  readonly selected: number
}) {
  return (
    <div className="months-labels" aria-hidden="true">
      {Array.from({ length: props.columns }, (_, index) => (
        <span key={index} className={index === props.selected ? 'selected' : undefined}>
          {props.months[index]?.label}
        </span>
      ))}
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
