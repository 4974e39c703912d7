import { monthOf } from '#figures/day.ts'
import type { InAndOut, InAndOutDrawn, MonthFlow } from '#figures/in-and-out.ts'
import { Rich } from '#ui/rich.tsx'
import { useWords } from '#words/words.tsx'
import { Block, createScale, Drawing, Grid, Hatching, Level, type Scale } from './drawing.tsx'
import { useFigures } from './figures-context.tsx'
import { chooseAmountFormat, Money } from './money.tsx'
import { MonthSlider } from './month-slider.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'
import { useSumText } from './use-sum-text.ts'

/** Shows P2: money in and out, by month. */
export function FlowPicture({ model }: { readonly model: InAndOut }) {
  const { flow } = useWords().t.overview
  const isIn = model.source === 'payments'
  const title = isIn ? flow.titleIn : flow.title
  if (model.form === 'unavailable') {
    const needs = isIn ? flow.needsIn : flow.needs
    return <UnavailablePicture name="flow" title={title} why={model.why} needs={needs} />
  }
  if (model.form === 'empty')
    return <Picture name="flow" title={title} sentence={isIn ? flow.emptyIn : flow.empty} facts={model} />
  return <Bars model={model} title={title} />
}

function Bars({ model, title }: { readonly model: InAndOutDrawn; readonly title: string }) {
  const { format, words } = useFigures()
  const { flow } = useWords().t.overview
  const reading = useFlowReading(model)
  const isCash = model.source === 'cash'
  const scale = scaleOfBars(model)
  const rows = model.months.map(({ month, inMinor, outMinor }) => ({
    key: month,
    name: format.monthOfYear(month),
    cells: [
      <Money key="in" minor={inMinor} />,
      ...(isCash
        ? [
            <Money key="out" minor={outMinor} />,
            <Money key="net" minor={inMinor === null || outMinor === null ? null : inMinor - outMinor} />,
          ]
        : []),
    ],
  }))
  return (
    <Picture
      name="flow"
      title={title}
      sentence={<Rich text={useFlowSentence(model)} />}
      facts={model}
      {...(model.movedMinor === 0 ? {} : { caption: flow.moved(format.whole(model.movedMinor)) })}
      table={{
        caption: title,
        head: [words.month, flow.moneyIn, ...(isCash ? [flow.moneyOut, flow.left] : [])],
        rows,
      }}
    >
      <MonthSlider
        name={title}
        scale={scale}
        months={model.months.map((month) => ({
          key: month.month,
          label: format.monthShort(month.month),
          text: reading(month),
        }))}
      >
        {(selected) => <BarsDrawing model={model} scale={scale} selected={selected} />}
      </MonthSlider>
      {isCash && (
        <p className="marks marks-key" aria-hidden="true">
          <span className="key key-in">{flow.moneyIn}</span>
          <span className="key key-out">{flow.moneyOut}</span>
          <span className="key key-net">{flow.left}</span>
        </p>
      )}
    </Picture>
  )
}

const HATCH = 'hatch-flow'
/** The free space at both sides of a bar, as a share of its column. */
const GAP = 0.14

export const scaleOfBars = ({ months }: InAndOutDrawn) =>
  createScale(months.flatMap(({ inMinor, outMinor }) => [inMinor ?? 0, -(outMinor ?? 0)]))

/** Draws money in above the line and money out below it, by month. */
export function BarsDrawing(props: {
  readonly model: InAndOutDrawn
  readonly scale: Scale
  readonly selected?: number
}) {
  const { scale } = props
  const { months, partial } = props.model
  // While rows are missing, the bar of every month is marked as "at least".
  const isPencilled = (index: number) => partial || index === months.length - 1
  const width = 1 / months.length
  return (
    <Drawing>
      <Hatching id={HATCH} />
      <Grid scale={scale} />
      {months.map((month, index) => (
        <MonthBars
          key={month.month}
          month={month}
          left={(index + GAP) * width}
          right={(index + 1 - GAP) * width}
          y={scale.y}
          look={`${isPencilled(index) ? 'so-far' : ''}${index === props.selected ? ' selected' : ''}`}
        />
      ))}
      <Level className="zero-line" at={scale.y(0)} />
    </Drawing>
  )
}

function MonthBars(props: {
  readonly month: MonthFlow
  readonly left: number
  readonly right: number
  readonly y: (minor: number) => number
  readonly look: string
}) {
  const { month, left, right, y } = props
  const { inMinor, outMinor } = month
  const zero = y(0)
  if (inMinor === null)
    return <Block className="unknown" left={left} right={right} top={zero - 0.12} bottom={zero} />
  return (
    <g className={props.look}>
      <Block className="fill-in" left={left} right={right} top={y(inMinor)} bottom={zero} />
      {outMinor !== null && (
        <>
          <Block
            className="bar-out"
            fill={`url(#${HATCH})`}
            left={left}
            right={right}
            top={zero}
            bottom={y(-outMinor)}
          />
          <Level className="net-tick" left={left - 0.005} right={right + 0.005} at={y(inMinor - outMinor)} />
        </>
      )}
    </g>
  )
}

/** Returns the sentence about the months: money in and out in the current month so far, and in the same days of the last. */
function useFlowSentence(model: InAndOutDrawn): string {
  const { format, provider, currency } = useFigures()
  const { flow } = useWords().t.overview
  const present = model.months.at(-1)
  const month = format.month(present?.month ?? '')
  const inMinor = present?.inMinor ?? 0
  const outMinor = present?.outMinor ?? 0
  const soFar = { minor: inMinor, atLeast: model.partial, isAbout: model.isAbout === true }
  const sayIn = useSumText([soFar])
  if (model.source === 'payments') {
    return flow.inOnly({ month, moneyIn: sayIn(soFar).text, provider })
  }
  const net = inMinor - outMinor
  const { sameDaysBefore: before } = model
  const say = chooseAmountFormat(format, {
    parts: [inMinor, -outMinor],
    total: net,
    others: before === undefined ? [] : [before.inMinor, before.outMinor],
    exponent: currency.exponent,
  })
  const texts = { month, moneyIn: say(inMinor), moneyOut: say(outMinor), net: say(Math.abs(net)) }
  const now =
    inMinor === 0 && outMinor === 0
      ? flow.none(month)
      : net === 0
        ? flow.even(texts)
        : net > 0
          ? flow.more(texts)
          : flow.less(texts)
  const last = model.months.at(-2)
  if (before === undefined || last === undefined) return now
  return `${now} ${flow.before({
    month: format.month(last.month),
    moneyIn: say(before.inMinor),
    moneyOut: say(before.outMinor),
  })}`
}

/** Returns a function that describes a month: the current one as "so far", one before the books as unknown. */
function useFlowReading(model: InAndOutDrawn): (month: MonthFlow) => string {
  const { format } = useFigures()
  const { flow } = useWords().t.overview
  const present = model.months.at(-1)?.month ?? ''
  return ({ month, inMinor, outMinor }) => {
    const name = monthOf(month) === present ? flow.soFar(format.month(month)) : format.monthOfYear(month)
    if (inMinor === null) return flow.unknown(name)
    const moneyIn = format.whole(inMinor)
    return outMinor === null
      ? flow.readingIn({ month: name, moneyIn })
      : flow.reading({ month: name, moneyIn, moneyOut: format.whole(outMinor) })
  }
}
