import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { PermissionKind } from '@counterfoil/oauth/permissions'
import { type ComponentProps, createElement, type ReactNode } from 'react'
import { isReadable } from '#connection/connection-state.ts'
import { DataAgeNote, FIGURES_AGE_ID } from '#connection/data-age-note.tsx'
import { FiguresBoundary } from '#connection/figures-boundary.tsx'
import { ReadFailure } from '#connection/inline-failure.tsx'
import { businessName } from '#connection/state-words.ts'
import { usePermissions } from '#connection/use-permissions.ts'
import { bff } from '#data/bff-client.ts'
import { cacheKeyOf } from '#data/session/session-state.ts'
import { useSession } from '#data/session/session.tsx'
import type { BusinessData } from '#data/use-business-data.ts'
import { useFigures } from '#data/use-figures.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { type ScreenParts, usePart } from '#navigation/lazy-parts.tsx'
import { PATHS } from '#navigation/paths.ts'
import { StillWaiting } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'
import { FiguresFrame } from './figures-frame.tsx'
import { FirstPictures } from './first/first-pictures.tsx'
import { AheadPlace, MoreSection } from './more/more-section.tsx'

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

function Content({ connection }: { readonly connection: ConnectionView }) {
  const reads = isReadable(connection.state)
  const read = useFigures<OverviewFigures>('overview', connection, reads)
  const { data: figures, failure } = read
  const told = <ReadFailure connection={connection} read={read} />
  if (figures === undefined)
    return (
      <>
        {!reads && <LastAnswer at={connection.lastGoodAt} />}
        {failure !== undefined && reads ? told : read.loading && <OverviewWaiting connection={connection} />}
      </>
    )
  return (
    <OverviewPictures
      connection={connection}
      figures={figures}
      read={read}
      isFrozen={!reads}
      age={<OverviewAge connection={connection} read={read} figures={figures} />}
      failure={told}
    />
  )
}

/** How old the figures are, and in whose days they count where that is not known. */
function OverviewAge(props: {
  readonly read: BusinessData<OverviewFigures>
  readonly figures: OverviewFigures
  readonly connection: ConnectionView
}) {
  const { figures } = props
  const { t } = useWords()
  return (
    <Age>
      <DataAgeNote connection={props.connection} data={props.read} fresh="" />
      {!figures.isEmpty && figures.zone === null && t.overview.utc}
    </Age>
  )
}

/** Of a connection whose figures are not known here: when it answered last. */
function LastAnswer({ at }: { readonly at: string | null }) {
  const { t, format } = useWords()
  return at === null ? null : <Age>{t.home.frozen(format.moment(at))}</Age>
}

/** Said once, and heard with the heading. */
function Age(props: { readonly children: ReactNode }) {
  return (
    <p id={FIGURES_AGE_ID} className="note overview-age">
      {props.children}
    </p>
  )
}

/** The sheet on which the figures will stand, as high as they are. */
function OverviewWaiting({ connection }: { readonly connection: ConnectionView }) {
  const { t } = useWords()
  const words = t.overview
  const name = businessName(connection, t)
  const titles = [words.cash.title, words.owed.title, words.flow.title, words.profit.title]
  return (
    <div className="overview" aria-busy="true">
      <p className="lede">
        <StillWaiting label={words.getting(name)} still={words.stillGetting(name)} />
      </p>
      <div className="pictures">
        {titles.map((title) => (
          <section key={title} className="card picture picture-waiting">
            <h2>{title}</h2>
          </section>
        ))}
      </div>
    </div>
  )
}

/** A quiet line: since when the business is connected, how much of it may be seen, and where more of both is. */
export function OverviewFoot({ connection }: { readonly connection: ConnectionView }) {
  const { format, t } = useWords()
  const { foot } = t.overview
  const permissions = usePermissions().inWords(connection.scopes)
  const count = (kind: PermissionKind) => permissions.filter((permission) => permission.kind === kind).length
  const counts = { see: count('see'), change: count('change'), send: count('send') }
  return (
    <p className="overview-foot">
      <span>{foot.reads({ since: format.date(connection.connectedAt), ...counts })}</span>
      <AppLink to={PATHS.periods}>{t.app.periods}</AppLink>
      <AppLink to={PATHS.connection}>{foot.manage}</AppLink>
      <AppLink to={`${PATHS.connection}#about`}>{foot.about}</AppLink>
    </p>
  )
}

/** The figures, drawn: those of a business with nothing in its books yet, or the first pictures and the way to more. */
function OverviewPictures(props: {
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
