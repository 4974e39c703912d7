import { createElement, type ComponentProps, type ReactNode } from 'react'
import { type FirstPicture, orderFirst } from '#figures/moved-up.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { usePart, useParts, type ScreenParts } from '#navigation/lazy-parts.tsx'
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
  /** False while nothing can be read: then nothing can be done either. */
  readonly canAct: boolean
}) {
  const { figures } = props
  return (
    <>
      <HeadlineText headline={figures.headline} outlook={figures.outlook} />
      {props.age}
      <SinceLastLook model={figures.sinceLastLook ?? null} />
      {props.canAct && figures.toDo && (
        <LatePart name="to_do">
          <ToDoDrawn items={figures.toDo} />
        </LatePart>
      )}
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
    coming: movedUp && <MovedUpPicture key="coming" name="coming" movedUp={movedUp} />,
    ladder: movedUp && <MovedUpPicture key="ladder" name="ladder" movedUp={movedUp} />,
  }
  return orderFirst(figures).map((name) => pictures[name])
}

/** Around a part of the home that is a file of its own: one that cannot be had costs its own place. */
function LatePart(props: { readonly name: 'moved_up' | 'to_do'; readonly children: ReactNode }) {
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
      {props.children}
    </ErrorBoundary>
  )
}

function MovedUpPicture(props: ComponentProps<ScreenParts['moved_up']>) {
  return (
    <LatePart name="moved_up">
      <MovedUpDrawn {...props} />
    </LatePart>
  )
}

function MovedUpDrawn(props: ComponentProps<ScreenParts['moved_up']>) {
  return createElement(usePart('moved_up'), props)
}

function ToDoDrawn(props: ComponentProps<ScreenParts['to_do']>) {
  return createElement(usePart('to_do'), props)
}
