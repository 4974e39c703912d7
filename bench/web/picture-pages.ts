/** One page that draws the four first pictures of the same figures, and nothing else. */
export interface PicturePage {
  readonly name: string
  /** The script of the page; `#web/` stands for the sources of the app. */
  readonly script: string
  /** What each finished picture holds one of. */
  readonly drawn: string
}

const FIGURES = `
import { sampleOverview } from '#web/figures/sample-overview.ts'
const { cashLine, inAndOut, profit, whoOwesYou } = sampleOverview()
const root = document.getElementById('root')
`

const AMOUNTS = `
const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'CAD', maximumFractionDigits: 0 })
const money = (minor) => format.format(minor / 100)
const cash = cashLine.points
const flow = inAndOut.months.map(({ month, inMinor, outMinor }) => ({ month, inMinor, outMinor: -outMinor }))
`

const OURS = `${FIGURES}
import '#web/app/styles.css'
import { createRoot } from 'react-dom/client'
import { CashPicture } from '#web/pictures/cash-picture.tsx'
import { FiguresProvider } from '#web/pictures/figures-context.tsx'
import { FlowPicture } from '#web/pictures/flow-picture.tsx'
import { OwedPicture } from '#web/pictures/owed-picture.tsx'
import { ProfitPicture } from '#web/pictures/profit-picture.tsx'
import { en, EN_PARTS } from '#web/words/en.ts'
import { createLanguage } from '#web/words/part-words.ts'
import { WordsProvider } from '#web/words/words.tsx'
const readAt = '2026-11-20T12:02:00.000Z'
const about = { connectionKey: 'one', readAt, currency: { code: 'CAD', exponent: 2 }, provider: 'Harbour' }
createRoot(root).render(
  <WordsProvider locale="en" language={createLanguage(en, EN_PARTS)} bootNowMs={Date.parse(readAt)} bootZone="UTC">
    <FiguresProvider about={about}>
      <div className="pictures">
        <CashPicture model={cashLine} />
        <OwedPicture model={whoOwesYou} />
        <FlowPicture model={inAndOut} />
        <ProfitPicture model={profit} />
      </div>
    </FiguresProvider>
  </WordsProvider>,
)
`

const RECHARTS = `${FIGURES}${AMOUNTS}
import { createRoot } from 'react-dom/client'
import {
  Area, AreaChart, Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis,
} from 'recharts'
const Picture = ({ title, children }) => (
  <section><h2>{title}</h2><ResponsiveContainer width="100%" height={180}>{children}</ResponsiveContainer></section>
)
const still = { isAnimationActive: false }
const around = (key) => [
  <CartesianGrid key="grid" vertical={false} />, <XAxis key="x" dataKey={key} />,
  <YAxis key="y" tickFormatter={money} />, <Tooltip key="tip" formatter={money} />,
]
createRoot(root).render(
  <div>
    <Picture title="Cash">
      <AreaChart data={cash}>{around('day')}<Area dataKey="minor" {...still} /></AreaChart>
    </Picture>
    <Picture title="Who owes you">
      <BarChart data={whoOwesYou.ages}>{around('key')}<Bar dataKey="minor" {...still} /></BarChart>
    </Picture>
    <Picture title="Money in and out">
      <BarChart data={flow} stackOffset="sign">
        {around('month')}<Bar stackId="all" dataKey="inMinor" {...still} /><Bar stackId="all" dataKey="outMinor" {...still} />
      </BarChart>
    </Picture>
    <Picture title="Profit by month">
      <LineChart data={profit.months}>
        {around('month')}<Line dataKey="incomeMinor" {...still} /><Line dataKey="costsMinor" {...still} />
        <Line dataKey="profitMinor" {...still} />
      </LineChart>
    </Picture>
  </div>,
)
`

const UPLOT = `${FIGURES}${AMOUNTS}
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
const bars = uPlot.paths.bars({ size: [0.6] })
function draw(title, names, columns, paths) {
  const section = root.appendChild(document.createElement('section'))
  section.appendChild(document.createElement('h2')).textContent = title
  const series = columns.map((_, index) => ({ stroke: ['#1f6f54', '#a33', '#333'][index], ...(paths && { paths, fill: '#9ab' }) }))
  const axes = [{ values: (_, at) => at.map((index) => names[index] ?? '') }, { size: 70, values: (_, at) => at.map(money) }]
  const options = { width: root.clientWidth, height: 180, scales: { x: { time: false } }, axes, series: [{}, ...series] }
  new uPlot(options, [names.map((_, index) => index), ...columns], section)
}
const column = (rows, key) => rows.map((row) => row[key])
draw('Cash', column(cash, 'day'), [column(cash, 'minor')])
draw('Who owes you', column(whoOwesYou.ages, 'key'), [column(whoOwesYou.ages, 'minor')], bars)
draw('Money in and out', column(flow, 'month'), [column(flow, 'inMinor'), column(flow, 'outMinor')], bars)
draw('Profit by month', column(profit.months, 'month'), ['incomeMinor', 'costsMinor', 'profitMinor'].map((key) => column(profit.months, key)))
`

/** Ours have sentences, sources, keys and a table form; the others a title, axes and, of recharts, a tip. uPlot needs no React. */
export const PICTURE_PAGES: readonly PicturePage[] = [
  { name: 'ours', script: OURS, drawn: '.picture' },
  { name: 'recharts', script: RECHARTS, drawn: 'svg.recharts-surface' },
  { name: 'uPlot', script: UPLOT, drawn: '.u-wrap canvas' },
]
