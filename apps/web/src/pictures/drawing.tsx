import type { ReactNode } from 'react'
import { useFigures } from './figures-context.tsx'

/** Formats a share of a drawing's width or height. Nothing is scaled, so that patterns and dots keep their form at any size. */
export function percent(share: number): string {
  return `${Math.round(share * 1_000_000) / 10_000}%`
}

/** Shows a drawing that fills its column and is hidden from screen readers: the text around it has the same content. */
export function Drawing(props: { readonly children: ReactNode }) {
  return (
    <svg className="drawing" aria-hidden="true" focusable="false" width="100%" height="100%">
      {props.children}
    </svg>
  )
}

/** Defines the hatching of money out, so that it is not marked by colour alone. */
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

/** Draws a rectangle given by its edges, as shares of the drawing. */
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

/** Draws a horizontal line at one height. */
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

/** Draws the scale's steps as hairlines, and the line of zero, behind the data. */
export function Grid(props: { readonly scale: Scale }) {
  const { y, ticks } = props.scale
  return ticks.map((tick) => (
    <Level key={tick} className={tick === 0 ? 'zero-line' : 'grid-line'} at={y(tick)} />
  ))
}

/** The average width of a digit or letter of an amount in ems; no text is wider. */
const EMS_A_LETTER = 0.62

/** Shows the amounts of the scale's steps in a column beside the drawing, as wide as the longest of them. */
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

/** A linear scale from amounts to positions in a drawing, with round steps. */
export interface Scale {
  /** Returns the distance from the top of the drawing, as a share of its height. */
  readonly y: (minor: number) => number
  /** The round amounts of the steps, including zero: the first and last are the limits of the drawing. */
  readonly ticks: readonly number[]
}

const MAX_STEPS = 6

/** @param amounts The drawn amounts; zero is always on the scale. */
export function createScale(amounts: readonly number[]): Scale {
  const highest = Math.max(0, ...amounts)
  const lowest = Math.min(0, ...amounts)
  const countOf = (each: number) => Math.ceil(highest / each) - Math.floor(lowest / each)
  let step = roundStep((highest - lowest) / MAX_STEPS)
  // Both ends are whole steps, which may make one step too many of this size.
  if (countOf(step) > MAX_STEPS) step = roundStep(step + 1)
  const last = Math.ceil(highest / step)
  const count = countOf(step)
  const first = last - count
  return {
    y: (minor) => (last * step - minor) / (count * step || 1),
    // Turns -0 into 0.
    ticks: Array.from({ length: count + 1 }, (_, index) => (first + index) * step + 0),
  }
}

/** Returns the smallest of 1, 2, 5, 10, 20, … that is at least `least`. */
export function roundStep(least: number): number {
  if (least <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10
  return factor * power
}
