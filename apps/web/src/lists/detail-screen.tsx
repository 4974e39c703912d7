import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { ReactNode } from 'react'
import type { TypedDocumentNode } from 'urql'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable, isShownAbove } from '#connection/connection-state.ts'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { ReadFailure } from '#connection/inline-failure.tsx'
import { isLocked, LockedPlace } from '#connection/locked-place.tsx'
import { isShownHere } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import { useBusinessData } from '#data/use-business-data.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { Row } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** The texts of a record's page, from the words of its part. */
interface DetailTexts {
  /** The title until the record is known. */
  readonly title: string
  readonly gettingOne: string
  readonly stillGettingOne: string
  readonly notThere: string
  readonly toAll: string
}

export interface RecordOfConnection {
  readonly connection: ConnectionView
  readonly id: string
}

interface DetailProps<Data, Variables extends object, Thing> extends RecordOfConnection {
  /** The permission that is needed to read the record. */
  readonly needs: string
  readonly document: TypedDocumentNode<Data, Variables>
  readonly variables: Variables
  readonly pick: (data: Data) => Thing | null | undefined
  readonly title: (thing: Thing) => string
  readonly lede?: (thing: Thing, data: Data) => ReactNode
  readonly texts: DetailTexts
  readonly listPath: string
  /** @param readAgain Reads the record again. */
  readonly children: (thing: Thing, data: Data, readAgain: () => void) => ReactNode
}

/**
 * Shows the page of a record: its name as the heading, its details below, and a link back to its list. It is mounted again for
 * another record or connection.
 */
export function DetailScreen<Data, Variables extends object, Thing>(
  props: DetailProps<Data, Variables, Thing>,
) {
  return (
    <CacheBoundary connection={props.connection}>
      <Detail key={props.id} {...props} />
    </CacheBoundary>
  )
}

function Detail<Data, Variables extends object, Thing>(props: DetailProps<Data, Variables, Thing>) {
  const { connection, needs, texts } = props
  const { session } = useSession()
  const { t } = useWords()
  const reads = isReadable(connection.state)
  // Nothing is requested if the needed permission is missing.
  const mayRead = reads && allowsScope(connection.scopes, needs)
  const read = useBusinessData(props.document, props.variables, connection, mayRead)
  const { data, failure } = read
  const thing = data === undefined ? undefined : props.pick(data)
  const found = data === undefined || thing === undefined || thing === null ? undefined : { data, thing }
  const isMissing = failure === undefined ? thing === null : failure.kind === 'not_there'
  // The content below the record is shown together with it, so that the layout does not shift.
  const isWaiting = found === undefined && reads && !isMissing && failure === undefined
  const isShown =
    reads && failure !== undefined && isShownHere(failure, isShownAbove(connection.state, connection.reason))
  const isUnread = found === undefined && !isMissing && !isWaiting && !isShown
  if (isLocked(connection, needs))
    return (
      <Screen title={texts.title}>
        <ConnectionNotice connection={connection} />
        <LockedPlace value={needs} connection={connection} />
      </Screen>
    )
  return (
    <Screen
      title={found === undefined ? texts.title : props.title(found.thing)}
      lede={found && props.lede?.(found.thing, found.data)}
      namesWindow={found !== undefined}
    >
      <ConnectionNotice connection={connection} />
      <p className="note">
        <DataAgeNote
          connection={connection}
          data={read}
          fresh={found ? t.home.proofNote(session.provider.name) : ''}
        />
      </p>
      <ReadFailure connection={connection} read={read} />
      {isMissing && <p>{texts.notThere}</p>}
      {found && props.children(found.thing, found.data, read.retry)}
      {isWaiting && (
        <div aria-busy="true">
          <Skeleton lines={3} label={texts.gettingOne} still={texts.stillGettingOne} />
        </div>
      )}
      {isUnread && <p className="muted">{t.home.notRead}</p>}
      {!isWaiting && (
        <p className="screen-only">
          <AppLink to={props.listPath}>{texts.toAll}</AppLink>
        </p>
      )}
    </Screen>
  )
}

/** Shows facts of a record by name; those without a value are left out. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: string | null | undefined])[]
}) {
  return rows.map(
    ([name, value]) =>
      value && (
        <Row key={name} name={name}>
          <bdi>{value}</bdi>
        </Row>
      ),
  )
}

/** Shows links to an estimate's or invoice's PDF and to its page for the customer; none for a draft. */
export function DocumentLinks(props: {
  readonly document: { readonly status: string; readonly pdfUrl: string; readonly viewUrl: string }
  readonly words: { readonly pdf: string; readonly page: string }
}) {
  const { document, words } = props
  if (document.status === 'DRAFT') return null
  return (
    <p className="actions">
      <a href={document.pdfUrl} target="_blank" rel="noopener noreferrer">
        {words.pdf}
      </a>
      <a href={document.viewUrl} target="_blank" rel="noopener noreferrer">
        {words.page}
      </a>
    </p>
  )
}
