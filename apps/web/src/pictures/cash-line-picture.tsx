import type { CashLineDrawn, DayClose } from '#figures/cash-line.ts'
import { daysInMonthOf, monthOf } from '#figures/day.ts'
import { Rich } from '#ui/rich.tsx'
import { useWords } from '#words/words.tsx'
import { createScale, Drawing, Grid, percent, type Scale } from './drawing.tsx'
import { useFigures } from './figures-context.tsx'
import { chooseAmountFormat, Money } from './money.tsx'
import { MonthSlider } from './month-slider.tsx'
import { Picture } from './picture.tsx'

/** Shows P1 for a year of days: the line, its months, its lowest day and its end. */
export function CashLinePicture({ model }: { readonly model: CashLineDrawn }) {
  const { format } = useFigures()
  const { cash } = useWords().t.overview
  const scale = scaleOfLine(model)
  const rows = model.monthEnds.map(({ day, minor }) => ({
    key: day,
    name: format.dayOfYear(day),
    cells: [<Money key="cash" minor={minor} />],
  }))
  return (
    <Picture
      name="cash"
      title={cash.title}
      sentence={<Rich text={useSentence(model)} />}
      facts={model}
      table={{ caption: cash.title, head: [cash.tableDay, cash.tableAmount], rows }}
    >
      <MonthSlider
        name={cash.title}
        scale={scale}
        months={model.monthEnds.map(({ day, minor }) => ({
          key: day,
          label: format.monthShort(monthOf(day)),
          text: cash.reading({ day: format.day(day), amount: format.whole(minor) }),
        }))}
      >
        {(selected) => <LineDrawing model={model} scale={scale} selected={model.monthEnds[selected]} />}
      </MonthSlider>
      <p className="marks">
        <span>{cash.low({ amount: format.whole(model.low.minor), day: format.day(model.low.day) })}</span>
        <span>{cash.today(format.whole(model.endMinor))}</span>
      </p>
    </Picture>
  )
}

function useSentence({ start, startMinor, endMinor }: CashLineDrawn): string {
  const { format, currency } = useFigures()
  const { cash } = useWords().t.overview
  const difference = endMinor - startMinor
  const say = chooseAmountFormat(format, {
    ...{ parts: [endMinor], total: endMinor },
    ...{ others: [difference], exponent: currency.exponent },
  })
  const amount = say(endMinor)
  const since = format.dayOfYear(start)
  if (difference === 0) return cash.same({ amount, since })
  const said = say(Math.abs(difference))
  return difference > 0 ? cash.up({ amount, more: said, since }) : cash.down({ amount, less: said, since })
}

/** Returns the scale from zero to the highest and lowest balance. */
export const scaleOfLine = ({ points }: CashLineDrawn) => createScale(points.map(({ minor }) => minor))

const WIDTH = 1200
const HEIGHT = 200

/** Returns the horizontal position of a day. Each month has the same width, like its label below. */
function acrossOf(day: string, months: readonly DayClose[]): number {
  const month = months.findIndex((end) => monthOf(end.day) === monthOf(day))
  return (month + Number(day.slice(8)) / daysInMonthOf(day)) / months.length
}

/** Draws the line of cash with its lowest day and its end. */
export function LineDrawing(props: {
  readonly model: CashLineDrawn
  readonly scale: Scale
  readonly selected?: DayClose | undefined
}) {
  const { model, scale, selected } = props
  const { points, monthEnds, low } = model
  const at = ({ day, minor }: DayClose) => ({ x: acrossOf(day, monthEnds), y: scale.y(minor) })
  const path = points
    .map(at)
    .map(({ x, y }) => `${Math.round(x * WIDTH)} ${Math.round(y * HEIGHT)}`)
    .join('L')
  const [first] = points
  const end = at({ day: model.end, minor: model.endMinor })
  const zero = Math.round(scale.y(0) * HEIGHT)
  return (
    <Drawing>
      <Grid scale={scale} />
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" width="100%" height="100%">
        <path
          className="cash-area"
          d={`M${first === undefined ? 0 : Math.round(at(first).x * WIDTH)} ${zero}L${path}L${Math.round(end.x * WIDTH)} ${zero}Z`}
        />
        <path className="cash-path" d={`M${path}`} />
      </svg>
      {selected !== undefined && <Dot className="dot-selected" {...at(selected)} />}
      <Dot className="dot-low" {...at(low)} />
      <line className="hairline" x1={percent(end.x)} x2={percent(end.x)} y1={percent(end.y)} y2="100%" />
      <Dot className="dot-end" {...end} />
    </Drawing>
  )
}

function Dot(props: { readonly className: string; readonly x: number; readonly y: number }) {
  return <circle className={props.className} cx={percent(props.x)} cy={percent(props.y)} r="4" />
}
