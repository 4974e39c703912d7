import type { MonthProfit, Profit, ProfitDrawn } from '#figures/profit.ts'
import { Rich } from '#ui/rich.tsx'
import { useWords } from '#words/words.tsx'
import { Block, createScale, Drawing, Grid, Hatching, percent, type Scale } from './drawing.tsx'
import { useFigures } from './figures-context.tsx'
import type { LedgerRows } from './ledger-table.tsx'
import { chooseAmountFormat, Money } from './money.tsx'
import { MonthSlider } from './month-slider.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'

/** Shows P4: income and costs in each month of this calendar year. */
export function ProfitPicture({ model }: { readonly model: Profit }) {
  const { provider } = useFigures()
  const { profit } = useWords().t.overview
  switch (model.form) {
    case 'unavailable': {
      const needs = model.why === 'not_offered' ? profit.notOffered(provider) : profit.needs
      return <UnavailablePicture name="profit" title={profit.title} why={model.why} needs={needs} />
    }
    case 'empty':
      return <Picture name="profit" title={profit.title} sentence={profit.empty(model.year)} facts={model} />
    case 'full':
    case 'young':
      return <Columns model={model} />
  }
}

function Columns({ model }: { readonly model: ProfitDrawn }) {
  const { format } = useFigures()
  const { profit, flow } = useWords().t.overview
  const { months } = model
  const present = months.at(-1)?.month
  const columns = Math.max(months.length, LEAST_COLUMNS)
  const scale = createScale(
    months.flatMap(({ incomeMinor, costsMinor, profitMinor }) => [incomeMinor, costsMinor, profitMinor]),
  )
  return (
    <Picture
      name="profit"
      title={profit.title}
      sentence={<Rich text={useSentence(model)} />}
      facts={model}
      caption={profit.basis[model.basis]}
      table={useTable(model)}
    >
      <MonthSlider
        name={profit.title}
        scrolls
        scale={scale}
        columns={columns}
        months={months.map((month) => ({
          key: month.month,
          label: format.monthShort(month.month),
          text: profit.reading({
            month:
              month.month === present ? flow.soFar(format.month(month.month)) : format.month(month.month),
            profit: format.whole(month.profitMinor),
            income: format.whole(month.incomeMinor),
            costs: format.whole(month.costsMinor),
          }),
        }))}
      >
        {(selected) => <ColumnsDrawing {...{ months, columns, scale, selected }} />}
      </MonthSlider>
      <p className="beside beside-total">
        <span>{profit.ofYear(model.year)}</span>
        <Money minor={model.profitMinor} />
      </p>
    </Picture>
  )
}

function useTable(model: ProfitDrawn): LedgerRows {
  const { format, words } = useFigures()
  const { profit } = useWords().t.overview
  const cells = ({ incomeMinor, costsMinor, profitMinor }: Omit<MonthProfit, 'month'>) => [
    <Money key="income" minor={incomeMinor} />,
    <Money key="costs" minor={costsMinor} />,
    <Money key="profit" minor={profitMinor} />,
  ]
  return {
    caption: profit.title,
    head: [words.month, profit.income, profit.costs, profit.result],
    rows: model.months.map((month) => ({
      key: month.month,
      name: format.month(month.month),
      cells: cells(month),
    })),
    total: { key: 'year', name: model.year, cells: cells(model) },
  }
}

function useSentence(model: ProfitDrawn): string {
  const { format, currency } = useFigures()
  const { profit } = useWords().t.overview
  const { year, best, profitMinor } = model
  const say = chooseAmountFormat(format, {
    parts: [model.incomeMinor, -model.costsMinor],
    total: profitMinor,
    exponent: currency.exponent,
  })
  if (profitMinor === 0) return profit.even(year)
  const amount = say(Math.abs(profitMinor))
  if (profitMinor < 0) return profit.loss({ amount, year })
  if (best === undefined) return profit.profit({ amount, year })
  const isNow = best === model.months.at(-1)?.month
  return profit[isNow ? 'bestNow' : 'best']({ amount, year, month: format.month(best) })
}

const HATCH = 'hatch-profit'
const GAP = 0.14
/** The least number of columns: the first months of a year are at the left, as wide as those of half a year. */
const LEAST_COLUMNS = 6

function ColumnsDrawing(props: {
  readonly months: readonly MonthProfit[]
  readonly columns: number
  readonly scale: Scale
  readonly selected: number
}) {
  const { months, scale } = props
  const width = 1 / props.columns
  const zero = scale.y(0)
  const dots = months.map(({ profitMinor }, index) => ({ x: (index + 0.5) * width, y: scale.y(profitMinor) }))
  return (
    <Drawing>
      <Hatching id={HATCH} />
      <Grid scale={scale} />
      {months.map(({ month, incomeMinor, costsMinor }, index) => (
        <g key={month} className={index === months.length - 1 ? 'faint so-far' : 'faint'}>
          <Block
            className="fill-in"
            left={(index + GAP) * width}
            right={(index + 0.5) * width}
            top={scale.y(incomeMinor)}
            bottom={zero}
          />
          <Block
            className="bar-out"
            fill={`url(#${HATCH})`}
            left={(index + 0.5) * width}
            right={(index + 1 - GAP) * width}
            top={scale.y(costsMinor)}
            bottom={zero}
          />
        </g>
      ))}
      {dots.slice(1).map(({ x, y }, index) => (
        <line
          key={x}
          className={index === dots.length - 2 ? 'profit-line so-far' : 'profit-line'}
          x1={percent(dots[index]?.x ?? 0)}
          y1={percent(dots[index]?.y ?? 0)}
          x2={percent(x)}
          y2={percent(y)}
        />
      ))}
      {dots.map(({ x, y }, index) => (
        <circle
          key={x}
          className={index === props.selected ? 'dot-end' : 'dot-profit'}
          cx={percent(x)}
          cy={percent(y)}
          r={index === props.selected ? 5 : 3}
        />
      ))}
    </Drawing>
  )
}
