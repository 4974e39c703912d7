import type { ReactNode } from 'react'
import type { OverviewFigures } from '#figures/overview.ts'
import { CashPicture } from '#pictures/cash-picture.tsx'
import { FlowPicture } from '#pictures/flow-picture.tsx'
import { OwedPicture } from '#pictures/owed-picture.tsx'
import { ProfitPicture } from '#pictures/profit-picture.tsx'
import { useOverviewWords } from '#pictures/use-overview-words.ts'
import { HeadlineText } from './headline-text.tsx'

/** The sentence that answers first, and the four pictures that are open. */
export function FirstPictures(props: {
  readonly figures: OverviewFigures
  /** How old the figures are. */
  readonly age: ReactNode
}) {
  const { figures } = props
  const words = useOverviewWords()
  const pictures = {
    cash: <CashPicture key="cash" model={figures.cashLine} />,
    owed: <OwedPicture key="owed" model={figures.whoOwesYou} />,
    flow: <FlowPicture key="flow" model={figures.inAndOut} />,
    profit: <ProfitPicture key="profit" model={figures.profit} />,
  }
  const { cash, owed, flow, profit } = pictures
  // What cannot be drawn does not stand first.
  const order = figures.cashLine.form === 'full' ? [cash, owed, flow, profit] : [owed, flow, cash, profit]
  return (
    <>
      <HeadlineText headline={figures.headline} />
      <p className="note overview-age">
        {props.age}
        {figures.zone === null && words.utc}
      </p>
      <div className="pictures">{order}</div>
    </>
  )
}
