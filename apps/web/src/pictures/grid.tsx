import { Level, percent } from './drawing.tsx'
import { useFigures } from './figures-context.tsx'
import type { Scale } from './scale.ts'

/** Round steps as hairlines, and the line of nothing: behind what is drawn. */
export function Grid(props: { readonly scale: Scale }) {
  const { y, ticks } = props.scale
  return ticks.map((tick) => (
    <Level key={tick} className={tick === 0 ? 'zero-line' : 'grid-line'} at={y(tick)} />
  ))
}

/** Of its own text; no digit or letter of an amount is wider on average. */
const EMS_A_LETTER = 0.62

/** The amounts of the steps, in a column of their own beside what is drawn, as wide as the longest of them. */
export function Axis(props: { readonly scale: Scale }) {
  const { format } = useFigures()
  const { y, ticks } = props.scale
  const texts = ticks.map((tick) => ({ tick, text: format.compact(tick) }))
  const letters = Math.max(...texts.map(({ text }) => text.length))
  return (
    <svg className="axis" aria-hidden="true" focusable="false" width={`${letters * EMS_A_LETTER}em`}>
      {texts.map(({ tick, text }) => (
        <text key={tick} x="100%" y={percent(y(tick))} dy=".35em">
          {text}
        </text>
      ))}
    </svg>
  )
}
