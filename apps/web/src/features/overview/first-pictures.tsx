import { lazy, type ReactNode } from 'react'
import type { OverviewFigures } from '#figures/overview.ts'
import { CashPicture } from '#pictures/cash-picture.tsx'
import { FlowPicture } from '#pictures/flow-picture.tsx'
import { OwedPicture } from '#pictures/owed-picture.tsx'
import { ProfitPicture } from '#pictures/profit-picture.tsx'
import { SinceLastLook } from '#pictures/since-last-look.tsx'
import { useWords } from '#words/words.tsx'
import { HeadlineText } from './headline-text.tsx'

const MovedUpPicture = lazy(async () => ({
  default: (await import('./moved-up-pictures.tsx')).MovedUpPicture,
}))

/** The sentence that answers first, what is new, and the pictures that are open. */
export function FirstPictures(props: {
  readonly figures: OverviewFigures
  /** How old the figures are. */
  readonly age: ReactNode
}) {
  const { figures } = props
  const { t } = useWords()
  return (
    <>
      <HeadlineText headline={figures.headline} />
      <p className="note overview-age">
        {props.age}
        {figures.zone === null && t.overview.utc}
      </p>
      <SinceLastLook model={figures.sinceLastLook ?? null} />
      <div className="pictures">{inOrder(figures)}</div>
    </>
  )
}

/** What cannot be drawn does not stand first; what comes stands before who owes when nobody is late. */
function inOrder({ cashLine, whoOwesYou, inAndOut, profit, movedUp }: OverviewFigures): readonly ReactNode[] {
  const cash = <CashPicture key="cash" model={cashLine} />
  const owed = <OwedPicture key="owed" model={whoOwesYou} />
  const flow = <FlowPicture key="flow" model={inAndOut} />
  const earned = <ProfitPicture key="profit" model={profit} />
  const coming =
    movedUp?.coming == null ? [] : [<MovedUpPicture key="coming" name="coming" movedUp={movedUp} />]
  const ladder =
    movedUp?.ladder == null ? [] : [<MovedUpPicture key="ladder" name="ladder" movedUp={movedUp} />]
  return cashLine.form === 'full'
    ? [cash, ...coming, owed, flow, earned, ...ladder]
    : [owed, ...coming, flow, ...ladder, cash, earned]
}
