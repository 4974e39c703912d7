import { memo, Suspense, useState, useSyncExternalStore, type ComponentType } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useFirstAnswer, useLastKnown } from '#data/last-known.tsx'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'

const givenUpAtFirst = () => false

type Part = ComponentType<{ readonly connection: ConnectionView }>

/**
 * Shows figures of one version of one connection; its content may wait for figures that the page is still receiving (`useFigures`):
 * the server sends `Waiting` first and the content when it is ready. React discards streamed content if any prop of this component
 * has changed by then. So its props are components, always the same ones, and a text.
 */
export const FiguresBoundary = memo(function FiguresBoundary(props: {
  /** The `cacheKeyOf` of the selected connection: another one mounts everything again. */
  readonly connectionKey: string
  readonly Content: Part
  /** A placeholder as high as the content. */
  readonly Waiting: Part
}) {
  const { Content, Waiting } = props
  const store = useFirstAnswer()
  const [attempts, setAttempts] = useState(0)
  // A page that was cut off would wait for ever: content that is mounted again reads for itself.
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

/** Finds the connection itself, so that no prop changes while the page is streamed. */
function OfShown({ Part }: { readonly Part: Part }) {
  const connection = selectedConnection(useSession().session)
  return connection === undefined ? null : <Part connection={connection} />
}

/** Shows an error page. The broken data may be in the last known answers too: a retry clears them. */
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
