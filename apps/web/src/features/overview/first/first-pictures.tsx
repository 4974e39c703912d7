import { type ComponentProps, type ComponentType, createElement, Fragment, type ReactNode } from 'react'
import { type FirstPicture, orderFirst } from '#figures/moved-up.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { type ScreenParts, usePart, useParts, wordsOfPart } from '#navigation/lazy-parts.tsx'
import { CashPicture } from '#pictures/cash-picture.tsx'
import { FlowPicture } from '#pictures/flow-picture.tsx'
import { OwedPicture } from '#pictures/owed-picture.tsx'
import { ProfitPicture } from '#pictures/profit-picture.tsx'
import { SinceLastLook } from '#pictures/since-last-look.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { NotLoaded } from '#ui/late-part.tsx'
import { useWords } from '#words/words.tsx'
import { HeadlineText } from './headline-text.tsx'

/** Shows the headline, the changes since the last visit, things to do, and the first charts. */
export function FirstPictures(props: {
  readonly figures: OverviewFigures
  /** The note about the age of the figures. */
  readonly age: ReactNode
  /** Undefined while nothing can be read: the things to do are then not shown. */
  readonly putOff?: ComponentProps<ScreenParts['to_do']>['putOff'] | undefined
  /** The forecast after the cash chart. */
  readonly ahead?: ReactNode
}) {
  const { figures } = props
  return (
    <>
      <HeadlineText headline={figures.headline} outlook={figures.outlook} />
      {props.age}
      <SinceLastLook model={figures.sinceLastLook ?? null} />
      {props.putOff && figures.toDo && (
        <LatePart name="to_do" items={figures.toDo} today={figures.today} putOff={props.putOff} />
      )}
      <div className="pictures">{inOrder(figures, props.ahead)}</div>
    </>
  )
}

function inOrder(figures: OverviewFigures, ahead: ReactNode): readonly ReactNode[] {
  const { cashLine, whoOwesYou, inAndOut, profit, movedUp } = figures
  const pictures: Readonly<Record<FirstPicture, ReactNode>> = {
    cash: (
      <Fragment key="cash">
        <CashPicture model={cashLine} />
        {cashLine.form === 'full' && ahead}
      </Fragment>
    ),
    owed: <OwedPicture key="owed" model={whoOwesYou} />,
    flow: <FlowPicture key="flow" model={inAndOut} />,
    profit: <ProfitPicture key="profit" model={profit} />,
    coming: movedUp && <LatePart key="coming" name="moved_up" picture="coming" movedUp={movedUp} />,
    ladder: movedUp && <LatePart key="ladder" name="moved_up" picture="ladder" movedUp={movedUp} />,
  }
  return orderFirst(figures).map((name) => pictures[name])
}

type LateName = 'moved_up' | 'to_do'
type LateProps = {
  readonly [Name in LateName]: { readonly name: Name } & ComponentProps<ScreenParts[Name]>
}[LateName]

/** Shows a part of the home that is loaded from its own file. If loading fails, only this part shows an error. */
function LatePart(props: LateProps) {
  const { name } = props
  const parts = useParts()
  const { parts: words } = useWords()
  const load = () => {
    parts.forgetFailures()
    words.forgetFailures()
    return Promise.all([parts.load(name), ...wordsOfPart(name).map((each) => words.load(each))])
  }
  return (
    <ErrorBoundary fallback={(_cause, retry) => <NotLoaded isCard onRetry={() => load().then(retry)} />}>
      <Drawn {...props} />
    </ErrorBoundary>
  )
}

function Drawn(props: LateProps) {
  return createElement(usePart(props.name) as ComponentType<LateProps>, props)
}
