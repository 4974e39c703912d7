import { createElement, type ReactNode } from 'react'
import { type FirstPicture, type MovedUp, orderFirst } from '#figures/moved-up.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { usePart, useParts } from '#navigation/lazy-parts.tsx'
import { wordsOfPart } from '#navigation/words-of-part.ts'
import { CashPicture } from '#pictures/cash-picture.tsx'
import { FlowPicture } from '#pictures/flow-picture.tsx'
import { OwedPicture } from '#pictures/owed-picture.tsx'
import { ProfitPicture } from '#pictures/profit-picture.tsx'
import { SinceLastLook } from '#pictures/since-last-look.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { NotLoaded } from '#ui/late-part.tsx'
import { useWords } from '#words/words.tsx'
import { HeadlineText } from './headline-text.tsx'

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

/** A picture that moved up among the first ones. A file of its own; one that cannot be had costs its own place. */
function MovedUpPart(props: { readonly name: keyof MovedUp; readonly movedUp: MovedUp }) {
  const parts = useParts()
  const { parts: words } = useWords()
  const load = () => {
    parts.forgetFailures()
    words.forgetFailures()
    return Promise.all([parts.load('moved_up'), ...wordsOfPart('moved_up').map((name) => words.load(name))])
  }
  return (
    <ErrorBoundary fallback={(_cause, retry) => <NotLoaded isCard onRetry={() => load().then(retry)} />}>
      <MovedUpDrawn {...props} />
    </ErrorBoundary>
  )
}

function MovedUpDrawn(props: { readonly name: keyof MovedUp; readonly movedUp: MovedUp }) {
  return createElement(usePart('moved_up'), props)
}
