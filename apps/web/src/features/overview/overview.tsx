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

/** Shows the figures of the selected business: the headline, then the charts. */
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
  const error = <ReadFailure connection={connection} read={read} />
  if (figures === undefined)
    return (
      <>
        {!reads && <LastAnswer at={connection.lastGoodAt} />}
        {failure !== undefined && reads ? error : read.loading && <OverviewWaiting connection={connection} />}
      </>
    )
  return (
    <OverviewPictures
      connection={connection}
      figures={figures}
      read={read}
      isFrozen={!reads}
      age={<OverviewAge connection={connection} read={read} figures={figures} />}
      failure={error}
    />
  )
}

/** Shows the age of the figures, and that days are in UTC if the time zone of the business is unknown. */
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

/** Shows when a connection without figures was last read. */
function LastAnswer({ at }: { readonly at: string | null }) {
  const { t, format } = useWords()
  return at === null ? null : <Age>{t.home.frozen(format.moment(at))}</Age>
}

/** Shows the age of the figures once; it also describes the heading for screen readers. */
function Age(props: { readonly children: ReactNode }) {
  return (
    <p id={FIGURES_AGE_ID} className="note overview-age">
      {props.children}
    </p>
  )
}

/** Shows placeholders for the charts at their later height. */
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

/** Shows in one line since when the business is connected, how much of it may be read, and links to both details. */
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

/** Shows made-up figures for a business with empty books, else the first charts and the button for more. */
function OverviewPictures(props: {
  readonly connection: ConnectionView
  readonly figures: OverviewFigures
  readonly read: Pick<BusinessData<unknown>, 'retry' | 'loading'>
  /** True while nothing can be read: the last known figures are then shown. */
  readonly isFrozen: boolean
  /** The note about the age of the figures. */
  readonly age: ReactNode
  /** The error of the last reload. */
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

/** Shows the page of a business with empty books. Its code is loaded on demand, since most businesses have entries. */
function Empty(props: ComponentProps<ScreenParts['empty_home']>) {
  return createElement(usePart('empty_home'), props)
}
