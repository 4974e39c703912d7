import type { ReactNode } from 'react'
import { orderFirst, type FirstPicture } from '#figures/first-order.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { CashPicture } from '#pictures/cash-picture.tsx'
import { FlowPicture } from '#pictures/flow-picture.tsx'
import { OwedPicture } from '#pictures/owed-picture.tsx'
import { ProfitPicture } from '#pictures/profit-picture.tsx'
import { SinceLastLook } from '#pictures/since-last-look.tsx'
import { HeadlineText } from './headline-text.tsx'
import { MovedUpPart } from './moved-up-part.tsx'

/** The sentence that answers first, what is new, and the pictures that are open. */
export function FirstPictures(props: {
  readonly figures: OverviewFigures
  /** How old the figures are. */
  readonly age: ReactNode
}) {
  const { figures } = props
  return (
    <>
      <HeadlineText headline={figures.headline} outlook={figures.outlook} />
      {props.age}
      <SinceLastLook model={figures.sinceLastLook ?? null} />
      <div className="pictures">{inOrder(figures)}</div>
    </>
  )
}

function inOrder(figures: OverviewFigures): readonly ReactNode[] {
  const { cashLine, whoOwesYou, inAndOut, profit, movedUp } = figures
  const pictures: Readonly<Record<FirstPicture, ReactNode>> = {
    cash: <CashPicture key="cash" model={cashLine} />,
    owed: <OwedPicture key="owed" model={whoOwesYou} />,
    flow: <FlowPicture key="flow" model={inAndOut} />,
    profit: <ProfitPicture key="profit" model={profit} />,
    coming: movedUp && <MovedUpPart key="coming" name="coming" movedUp={movedUp} />,
    ladder: movedUp && <MovedUpPart key="ladder" name="ladder" movedUp={movedUp} />,
  }
  return orderFirst(figures).map((name) => pictures[name])
}
