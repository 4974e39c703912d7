import { sampleOverview } from '#figures/sample-overview.ts'
import { LineDrawing, scaleOfLine } from '#pictures/cash-line-picture.tsx'
import { FiguresProvider, useFigures } from '#pictures/figures-context.tsx'
import { BarsDrawing, scaleOfBars } from '#pictures/flow-picture.tsx'
import { AgesLedger } from '#pictures/owed-picture.tsx'
import { useWords } from '#words/words.tsx'

/** Made-up figures that belong to no business. They do not link to rows, and no day or month is shown. */
const SAMPLE = sampleOverview()
const ABOUT = {
  connectionKey: 'sample',
  readAt: SAMPLE.readAt,
  currency: SAMPLE.currency,
  provider: '',
}

/** Shows three charts of the home with made-up figures. Screen readers skip them. */
export function SampleDrawings() {
  return (
    <FiguresProvider about={ABOUT}>
      <div className="picture" aria-hidden="true">
        <Drawings />
      </div>
    </FiguresProvider>
  )
}

function Drawings() {
  const { cash, flow, owed } = useWords().t.overview
  const { format } = useFigures()
  const { cashLine, inAndOut, whoOwesYou } = SAMPLE
  if (cashLine.form !== 'full' || inAndOut.form !== 'full' || whoOwesYou.form !== 'full') return null
  return (
    <>
      <p className="sample-head">
        {cash.title}
        <span className="amount">{format.whole(cashLine.endMinor)}</span>
      </p>
      <LineDrawing model={cashLine} scale={scaleOfLine(cashLine)} />
      <p className="sample-head">{flow.title}</p>
      <BarsDrawing model={inAndOut} scale={scaleOfBars(inAndOut)} />
      <p className="sample-head">{owed.title}</p>
      <AgesLedger model={whoOwesYou} />
    </>
  )
}
