import { memo, Suspense, useState, useSyncExternalStore, type ComponentType } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useFirstAnswer, useLastKnown } from '#data/last-known.tsx'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'

const givenUpAtFirst = () => false

type Part = ComponentType<{ readonly connection: ConnectionView }>

/**
 * Everything inside shows figures of one version of one connection, and may wait for those that are on their way in the page
 * (`useFigures`): the server sends `Waiting` first and what is inside when it is there.
 *
 * React throws away what the server sends later when anything that is passed in here has changed by then. So it is given
 * components, the same ones every time, and a text.
 */
export const FiguresBoundary = memo(function FiguresBoundary(props: {
  /** `cacheKeyOf` the connection that is shown: another one mounts everything again. */
  readonly connectionKey: string
  readonly Content: Part
  /** As high as what comes. */
  readonly Waiting: Part
}) {
  const { Content, Waiting } = props
  const store = useFirstAnswer()
  const [attempts, setAttempts] = useState(0)
  // A page that was cut off would wait for ever: what is mounted again reads for itself.
  const isGivenUp = useSyncExternalStore(store.subscribe, store.isGivenUp, givenUpAtFirst)
  return (
    <ErrorBoundary
      key={`${props.connectionKey}:${attempts}`}
      fallback={() => <Broken onRetry={() => setAttempts((count) => count + 1)} />}
    >
      <Suspense key={isGivenUp ? 'again' : 'first'} fallback={<OfShown Part={Waiting} />}>
        <OfShown Part={Content} />
      </Suspense>
    </ErrorBoundary>
  )
})

/** Finds the connection by itself: nothing that changes is passed in while the page is on its way. */
function OfShown({ Part }: { readonly Part: Part }) {
  const connection = selectedConnection(useSession().session)
  return connection === undefined ? null : <Part connection={connection} />
}

/** What broke is among what is known too: another try begins with nothing. */
export function Broken({ onRetry }: { readonly onRetry: () => void }) {
  const { session } = useSession()
  const { known } = useLastKnown()
  const firstAnswer = useFirstAnswer()
  return (
    <FailureNotice
      failure={{ kind: 'unknown' }}
      provider={session.provider.name}
      onRetry={() => {
        known.clear()
        firstAnswer.drop()
        onRetry()
      }}
    />
  )
}
