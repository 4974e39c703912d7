import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { ComponentType, ReactNode } from 'react'
import type { TypedDocumentNode } from 'urql'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable, isShownAbove } from '#connection/connection-state.ts'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { ReadFailure } from '#connection/inline-failure.tsx'
import { isLocked, LockedPlace } from '#connection/locked-place.tsx'
import { isShownHere } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { type BusinessData, useBusinessData } from '#data/use-business-data.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** What a page about one thing says of itself: these are among the words of its part. */
interface DetailTexts {
  /** Until the thing is known. */
  readonly title: string
  readonly gettingOne: string
  readonly stillGettingOne: string
  readonly notThere: string
  readonly toAll: string
}

/** The page of one thing of the books: its name as the heading, what is known of it below, and the way back to its list. */
export function DetailScreen<Thing>(props: {
  readonly connection: ConnectionView
  /** The permission without which the thing can't be read. */
  readonly needs: string
  readonly read: BusinessData<unknown>
  readonly thing: Thing | null | undefined
  readonly title: string | undefined
  readonly texts: DetailTexts
  readonly listPath: string
  readonly lede?: ReactNode
  readonly children: (thing: Thing) => ReactNode
}) {
  const { connection, read, thing, texts } = props
  const { session } = useSession()
  const { t } = useWords()
  const reads = isReadable(connection.state)
  const { failure } = read
  const isMissing = failure?.kind === 'not_there'
  // What is below the thing is shown with it, so that it moves nothing.
  const isWaiting = !thing && reads && !isMissing && failure === undefined
  const isShown =
    reads && failure !== undefined && isShownHere(failure, isShownAbove(connection.state, connection.reason))
  const isUnread = !thing && !isMissing && !isWaiting && !isShown
  if (isLocked(connection, props.needs))
    return (
      <Screen title={texts.title}>
        <ConnectionNotice connection={connection} />
        <LockedPlace value={props.needs} connection={connection} />
      </Screen>
    )
  return (
    <Screen title={props.title ?? texts.title} lede={props.lede} namesWindow={props.title !== undefined}>
      <ConnectionNotice connection={connection} />
      <p className="note">
        <DataAgeNote
          connection={connection}
          data={read}
          fresh={thing ? t.home.proofNote(session.provider.name) : ''}
        />
      </p>
      <ReadFailure connection={connection} read={read} />
      {isMissing && <p>{texts.notThere}</p>}
      {thing !== undefined && thing !== null && props.children(thing)}
      {isWaiting && <Waiting texts={texts} />}
      {isUnread && <p className="muted">{t.home.notRead}</p>}
      {!isWaiting && (
        <p className="screen-only">
          <AppLink to={props.listPath}>{texts.toAll}</AppLink>
        </p>
      )}
    </Screen>
  )
}

function Waiting(props: { readonly texts: DetailTexts }) {
  return (
    <div aria-busy="true">
      <Skeleton lines={3} label={props.texts.gettingOne} still={props.texts.stillGettingOne} />
    </div>
  )
}

interface RecordOfConnection {
  readonly connection: ConnectionView
  readonly id: string
}

/** The page of one thing of one connection: another thing, or another connection, mounts it again. */
export function RecordDetail(
  props: RecordOfConnection & { readonly Content: ComponentType<RecordOfConnection> },
) {
  const { connection, id, Content } = props
  return (
    <CacheBoundary connection={connection}>
      <Content key={id} connection={connection} id={id} />
    </CacheBoundary>
  )
}

/** Reads the thing; nothing is asked for where the permission that it needs is missing. */
export function useRecord<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  about: { readonly connection: ConnectionView; readonly needs: string },
): BusinessData<Data> {
  const { connection, needs } = about
  const reads = isReadable(connection.state) && allowsScope(connection.scopes, needs)
  return useBusinessData(document, variables, connection, reads)
}
