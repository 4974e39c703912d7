import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { PermissionKind } from '@counterfoil/oauth/permissions'
import {
  type ComponentProps,
  createElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
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
import { FirstPictures } from '#features/overview/first/first-pictures.tsx'
import type { OverviewFigures } from '#figures/overview.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { type ScreenParts, usePart } from '#navigation/lazy-parts.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Button } from '#ui/action-button.tsx'
import { NotLoaded, useLatePart } from '#ui/late-part.tsx'
import { Skeleton, StillWaiting } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'
import { FiguresFrame } from './figures-frame.tsx'

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
  return <OverviewPictures {...{ connection, figures, read, error }} />
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
  readonly read: BusinessData<OverviewFigures>
  /** The error of the last reload. */
  readonly error: ReactNode
}) {
  const { connection, figures, read } = props
  const { session } = useSession()
  const { t } = useWords()
  // While nothing can be read, the last known figures are shown.
  const isFrozen = !isReadable(connection.state)
  const age = (
    <Age>
      <DataAgeNote connection={connection} data={read} fresh="" />
      {/* Days are in UTC if the time zone of the business is unknown. */}
      {!figures.isEmpty && figures.zone === null && t.overview.utc}
    </Age>
  )
  return (
    <FiguresFrame {...{ connection, figures, read }}>
      <div className={isFrozen ? 'overview frozen' : 'overview'}>
        {figures.isEmpty ? (
          <>
            <Empty name={businessName(connection, t)} provider={session.provider.name} figures={figures} />
            {age}
          </>
        ) : (
          <FirstPictures
            {...{ figures, age }}
            putOff={isFrozen ? undefined : (about) => bff.putOff(connection.id, about)}
            ahead={!isFrozen && <AheadPlace connection={connection} />}
          />
        )}
        {props.error}
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

/** The delay in milliseconds in browsers without `requestIdleCallback`. */
const IDLE_MS = 2_000

/** Shows the further charts behind a button. They are fetched while the page is idle and shown on request. */
export function MoreSection(props: {
  readonly connection: ConnectionView
  /** The further charts that are already shown among the first ones. */
  readonly shownAbove: readonly ('coming' | 'ladder')[]
}) {
  const { connection } = props
  const { t } = useWords()
  const id = useId()
  const [isShown, toggle] = useShown()
  const isNear = useIdle(isReadable(connection.state))
  const { part, hasFailed, again } = useLatePart(useLoad(), isShown ? 'shown' : isNear ? 'near' : undefined)
  const name = businessName(connection, t)
  const waiting = <Skeleton lines={3} label={t.home.getting(name)} still={t.home.stillGetting(name)} />
  return (
    <section aria-label={t.home.morePictures}>
      <Button variant="quiet" aria-expanded={isShown} aria-controls={id} onClick={toggle}>
        {isShown ? t.home.fewerPictures : t.home.morePictures}
      </Button>
      <div id={id} hidden={!isShown}>
        {part !== undefined ? (
          <Suspense fallback={waiting}>
            <part.MorePictures {...props} isShown={isShown} />
          </Suspense>
        ) : hasFailed === true ? (
          isShown && <NotLoaded onRetry={again} />
        ) : (
          isShown && waiting
        )}
      </div>
    </section>
  )
}

/** Shows the cash forecast in the space reserved for it. It is loaded while the page is idle. */
function AheadPlace({ connection }: { readonly connection: ConnectionView }) {
  const { part, hasFailed, again } = useLatePart(useLoad(), useIdle(true) ? 'near' : undefined)
  return (
    <div className="ahead" id="ahead">
      {part !== undefined ? (
        <part.CashAhead connection={connection} />
      ) : (
        hasFailed === true && <NotLoaded isCard onRetry={again} />
      )}
    </div>
  )
}

/** Returns a function that loads the charts and their messages; both are needed. */
function useLoad() {
  const { parts: words } = useWords()
  return useCallback(async () => {
    const [part] = await Promise.all([import('./more/more-pictures.tsx'), words.load('pictures')])
    return part
  }, [words])
}

/** Stores in the history entry whether the further charts are shown: reload and Back restore them, a new visit does not. */
function useShown(): readonly [isShown: boolean, toggle: () => void] {
  const [isShown, setIsShown] = useState(false)
  // After hydration and before the next paint.
  useLayoutEffect(() => setIsShown(stateOfStep()?.showsMore === true), [])
  const toggle = () => {
    history.replaceState({ ...stateOfStep(), showsMore: !isShown }, '')
    setIsShown(!isShown)
  }
  return [isShown, toggle]
}

const stateOfStep = () => history.state as { readonly showsMore?: boolean } | null

/** Returns true once the page has been idle. */
function useIdle(isWanted: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!isWanted || isIdle) return
    const begin = () => setIsIdle(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, IDLE_MS)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(begin, { timeout: 2 * IDLE_MS })
    return () => cancelIdleCallback(request)
  }, [isWanted, isIdle])
  return isIdle
}
