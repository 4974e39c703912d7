import { createElement, type ComponentProps, type ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable, isToldAbove } from '#connection/connection-state.ts'
import { DataAgeNote, FIGURES_AGE_ID } from '#connection/data-age-note.tsx'
import { FiguresBoundary } from '#connection/figures-boundary.tsx'
import { businessName } from '#connection/state-words.ts'
import { ToldFailure } from '#connection/told-failure.tsx'
import { selectedConnection } from '#data/connections.ts'
import { cacheKeyOf } from '#data/session-state.ts'
import { useSession } from '#data/session.tsx'
import { useFigures } from '#data/use-figures.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { usePart, type ScreenParts } from '#navigation/lazy-parts.tsx'
import { FiguresProvider } from '#pictures/figures-context.tsx'
import { useWords } from '#words/words.tsx'
import { FirstPictures } from './first-pictures.tsx'
import { MoreSection } from './more-section.tsx'
import { OverviewWaiting } from './overview-waiting.tsx'

/** The figures of the business that is shown: the answer in a sentence, then the pictures. */
export function Overview(props: { readonly connection: ConnectionView }) {
  return (
    <FiguresBoundary
      connectionKey={cacheKeyOf(props.connection)}
      Content={Content}
      Waiting={OverviewWaiting}
    />
  )
}

/** Finds its connection by itself: nothing that changes is passed in while the page is on its way. */
function Content() {
  const { session } = useSession()
  const connection = selectedConnection(session)
  return connection === undefined ? null : <Read connection={connection} />
}

function Read({ connection }: { readonly connection: ConnectionView }) {
  const { session } = useSession()
  const { t } = useWords()
  const reads = isReadable(connection.state)
  const read = useFigures<OverviewFigures>('overview', connection, reads)
  const { data: figures, failure } = read
  const told = failure !== undefined && reads && (
    <ToldFailure
      failure={failure}
      isToldAbove={isToldAbove(connection.state, connection.reason)}
      onRetry={read.retry}
      willRetry={read.willRetry}
    />
  )
  if (figures === undefined)
    return (
      <>
        {!reads && <LastAnswer at={connection.lastGoodAt} />}
        {told || (read.loading && <OverviewWaiting />)}
      </>
    )
  const canRead = reads && connection.state !== 'trouble' && failure === undefined
  const age = (
    <Age>
      <DataAgeNote data={read} canRead={canRead} fresh="" />
      {!figures.isEmpty && figures.zone === null && t.overview.utc}
    </Age>
  )
  const { name: provider } = session.provider
  return (
    <FiguresProvider
      about={{
        connectionKey: cacheKeyOf(connection),
        readAt: figures.readAt,
        currency: figures.currency,
        provider,
        Link: AppLink,
      }}
    >
      <div className={reads ? 'overview' : 'overview frozen'}>
        {figures.isEmpty ? (
          <>
            <Empty name={businessName(connection, t)} provider={provider} figures={figures} />
            {age}
          </>
        ) : (
          <FirstPictures figures={figures} age={age} />
        )}
        {told}
        {!figures.isEmpty && (
          <MoreSection
            connection={connection}
            connectionKey={cacheKeyOf(connection)}
            shownAbove={namesOfMovedUp(figures)}
          />
        )}
      </div>
    </FiguresProvider>
  )
}

/** Of a connection whose figures are not known here: when it answered last. */
function LastAnswer({ at }: { readonly at: string | null }) {
  const { t, format } = useWords()
  return at === null ? null : <Age>{t.home.frozen(format.moment(at))}</Age>
}

/** How old the figures are: said once, and heard with the heading. */
function Age(props: { readonly children: ReactNode }) {
  return (
    <p id={FIGURES_AGE_ID} className="note overview-age">
      {props.children}
    </p>
  )
}

function namesOfMovedUp({ movedUp }: OverviewFigures): readonly ('coming' | 'ladder')[] {
  return (['coming', 'ladder'] as const).filter((name) => movedUp?.[name] != null)
}

/** A file of its own: most businesses have something in their books. */
function Empty(props: ComponentProps<ScreenParts['empty_home']>) {
  return createElement(usePart('empty_home'), props)
}
