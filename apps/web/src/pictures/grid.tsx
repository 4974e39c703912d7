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

/** The amounts of the steps, over what is drawn. Nothing is scaled, so the text keeps its size. */
export function AxisTexts(props: { readonly scale: Scale }) {
  const { format } = useFigures()
  const { y, ticks } = props.scale
  return ticks
    .filter((tick) => tick !== 0)
    .map((tick) => (
      <text key={tick} className="axis-text" x="0" y={percent(y(tick))} dy="-4">
        {format.compact(tick)}
      </text>
    ))
}
