import { createElement, type ComponentProps, type ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { businessName } from '#connection/state-words.ts'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session/session.tsx'
import type { BusinessData } from '#data/use-business-data.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { usePart, type ScreenParts } from '#navigation/lazy-parts.tsx'
import { useWords } from '#words/words.tsx'
import { FiguresFrame } from './figures-frame.tsx'
import { FirstPictures } from './first/first-pictures.tsx'
import { AheadPlace, MoreSection } from './more/more-section.tsx'

/** The figures, drawn: those of a business with nothing in its books yet, or the first pictures and the way to more. */
export function OverviewPictures(props: {
  readonly connection: ConnectionView
  readonly figures: OverviewFigures
  readonly read: Pick<BusinessData<unknown>, 'retry' | 'loading'>
  /** Nothing can be read: they are as they were. */
  readonly isFrozen: boolean
  /** How old the figures are. */
  readonly age: ReactNode
  /** What went wrong when they were read again. */
  readonly failure: ReactNode
}) {
  const { connection, figures } = props
  const { session } = useSession()
  const { t } = useWords()
  return (
    <FiguresFrame connection={connection} figures={figures} read={props.read}>
      <div className={props.isFrozen ? 'overview frozen' : 'overview'}>
        {figures.isEmpty ? (
          <>
            <Empty name={businessName(connection, t)} provider={session.provider.name} figures={figures} />
            {props.age}
          </>
        ) : (
          <FirstPictures
            figures={figures}
            age={props.age}
            putOff={props.isFrozen ? undefined : (about) => bff.putOff(connection.id, about)}
            ahead={!props.isFrozen && <AheadPlace connection={connection} />}
          />
        )}
        {props.failure}
        {!figures.isEmpty && <MoreSection connection={connection} shownAbove={namesOfMovedUp(figures)} />}
      </div>
    </FiguresFrame>
  )
}

function namesOfMovedUp({ movedUp }: OverviewFigures): readonly ('coming' | 'ladder')[] {
  return (['coming', 'ladder'] as const).filter((name) => movedUp?.[name] != null)
}

/** A file of its own: most businesses have something in their books. */
function Empty(props: ComponentProps<ScreenParts['empty_home']>) {
  return createElement(usePart('empty_home'), props)
}
