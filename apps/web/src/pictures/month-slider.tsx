import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useWords } from '#words/words.tsx'
import { Axis, type Scale } from './drawing.tsx'
import { useFigures } from './figures-context.tsx'

interface SliderMonth {
  readonly key: string
  /** The label under the drawing: "Oct". */
  readonly label: string
  /** The reading, visible and spoken: "October: in $11,950, out $8,300". */
  readonly text: string
}

/** The number of months that a phone shows at once: all their labels fit. */
const FEW_COLUMNS = 6

/**
 * Shows a drawing by month whose values are read with keys, touch or a pointer: one focus stop. The selected reading is in a line
 * of its own, so that nothing covers the drawing; for screen readers a list of all readings follows.
 */
export function MonthSlider(props: {
  /** The name of the drawn quantity: a page has several sliders. */
  readonly name: string
  readonly months: readonly SliderMonth[]
  /** The scale of the drawing; its amounts are shown beside it. */
  readonly scale: Scale
  /** The number of columns: by default that of the months; more leave space after the last month. */
  readonly columns?: number
  /** True if a phone shows only the last six months, and the others after scrolling or a press on the button below. */
  readonly scrolls?: boolean
  readonly children: (selected: number) => ReactNode
}) {
  const { months, columns = months.length, scrolls = false } = props
  const label = useWords().t.app.before(props.name) + useFigures().words.month
  const last = months.length - 1
  const [picked, setPicked] = useState<number>()
  const selected = Math.min(picked ?? last, last)
  const id = useId()
  const window = useRef<HTMLDivElement>(null)
  const pick = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPicked(clamp({ index: Math.floor(((event.clientX - left) / width) * columns), last }))
  }
  const turn = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextIndex(event.key, { selected, last })
    if (next === undefined) return
    event.preventDefault()
    setPicked(next)
    scrollToMonth(window.current, (next + 0.5) / columns)
  }
  const month = months[selected]
  const isFew = columns <= FEW_COLUMNS
  const isWide = scrolls && !isFew
  return (
    <>
      <div className={`months ${isWide ? 'months-wide' : isFew ? '' : 'months-many'}`}>
        <p className="months-reading" id={id}>
          {month?.text}
        </p>
        <Axis scale={props.scale} />
        <div className="months-window" ref={window}>
          <div
            className="months-drawing"
            role="slider"
            tabIndex={0}
            aria-label={label}
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
        <Readings months={months} />
      </div>
      {isWide && <TurnButton window={window} />}
    </>
  )
}

/** Lists all readings for screen readers. */
function Readings({ months }: { readonly months: readonly SliderMonth[] }) {
  return (
    <ol className="visually-hidden">
      {months.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ol>
  )
}

/** Shows a button that scrolls to the hidden months; wide pages have none. */
function TurnButton({ window }: { readonly window: RefObject<HTMLDivElement | null> }) {
  const { words } = useFigures()
  const [isEarlier, setIsEarlier] = useState(false)
  useEffect(() => {
    const scrolled = window.current
    const see = () => {
      if (scrolled !== null)
        setIsEarlier(-scrolled.scrollLeft > (scrolled.scrollWidth - scrolled.clientWidth) / 2)
    }
    scrolled?.addEventListener('scroll', see, { passive: true })
    return () => scrolled?.removeEventListener('scroll', see)
  }, [window])
  return (
    <div className="months-turn">
      <button
        type="button"
        className="button-quiet"
        onClick={() => scrollToMonth(window.current, isEarlier ? 1 : 0)}
      >
        {isEarlier ? words.laterMonths : words.earlierMonths}
      </button>
    </div>
  )
}

/** @param place From 0, the oldest month, to 1, the newest, at which scroll offsets start: content is laid out from the right. */
function scrollToMonth(scrolled: HTMLElement | null, place: number): void {
  if (scrolled === null) return
  const { scrollWidth, clientWidth } = scrolled
  const hidden = scrollWidth - clientWidth
  const left = Math.max(0, Math.min(hidden, place * scrollWidth - clientWidth / 2))
  scrolled.scrollLeft = left - hidden
}

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
