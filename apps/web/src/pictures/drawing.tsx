import type { ReactNode } from 'react'

/** A part of the width or height of a drawing. Nothing is scaled, so that patterns and dots keep their form at any size. */
export function percent(share: number): string {
  return `${Math.round(share * 1_000_000) / 10_000}%`
}

/** A drawing that fills its column; what it says is in the text around it. */
export function Drawing(props: { readonly children: ReactNode }) {
  return (
    <svg className="drawing" aria-hidden="true" focusable="false" width="100%" height="100%">
      {props.children}
    </svg>
  )
}

/** Money that went out is hatched: no colour tells it apart alone. */
export function Hatching(props: { readonly id: string }) {
  return (
    <defs>
      <pattern id={props.id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className="fill-out" />
        <path d="M0 0v6" className="hatch" />
      </pattern>
    </defs>
  )
}

/** A rectangle given by its edges, as shares of the drawing. */
export function Block(props: {
  readonly className?: string
  readonly fill?: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}) {
  const { left, right, top, bottom } = props
  return (
    <rect
      className={props.className}
      {...(props.fill === undefined ? {} : { fill: props.fill })}
      x={percent(left)}
      width={percent(right - left)}
      y={percent(Math.min(top, bottom))}
      height={percent(Math.abs(bottom - top))}
    />
  )
}

/** A line from left to right at one height. */
export function Level(props: {
  readonly className: string
  readonly at: number
  readonly left?: number
  readonly right?: number
}) {
  const { left = 0, right = 1, at } = props
  return (
    <line
      className={props.className}
      x1={percent(left)}
      x2={percent(right)}
      y1={percent(at)}
      y2={percent(at)}
    />
  )
}
