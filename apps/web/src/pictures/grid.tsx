import { Level, percent } from './drawing.tsx'
import { useFigures } from './figures-context.tsx'
import type { Scale } from './scale.ts'

/** Round steps as hairlines with their amounts, and the line of nothing. Nothing is scaled, so the text keeps its size. */
export function Grid(props: { readonly scale: Scale }) {
  const { format } = useFigures()
  const { y, ticks } = props.scale
  return ticks.map((tick) =>
    tick === 0 ? (
      <Level key={tick} className="zero-line" at={y(tick)} />
    ) : (
      <g key={tick}>
        <Level className="grid-line" at={y(tick)} />
        <text className="axis-text" x="0" y={percent(y(tick))} dy="-4">
          {format.compact(tick)}
        </text>
      </g>
    ),
  )
}
