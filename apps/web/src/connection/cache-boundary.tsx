import { useMemo, useState, type ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { createGraphqlClient } from '#data/graphql-client.ts'
import { GraphqlClientContext } from '#data/graphql-query.ts'
import { cacheKeyOf } from '#data/session/session-state.ts'
import { useSession } from '#data/session/session.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { Broken } from './figures-boundary.tsx'

/**
 * Everything inside reads one version of one connection. Another business, person or version mounts it again with an
 * empty cache: there is no frame in which figures stand under a name that is not theirs. A fault inside costs what is
 * inside, never the page.
 */
export function CacheBoundary(props: { readonly connection: ConnectionView; readonly children: ReactNode }) {
  const [attempts, setAttempts] = useState(0)
  return (
    <ErrorBoundary
      // What broke is in the cache too: another try begins with an empty one.
      key={`${cacheKeyOf(props.connection)}:${attempts}`}
      fallback={() => <Broken onRetry={() => setAttempts((count) => count + 1)} />}
    >
      <OneConnection connectionId={props.connection.id}>{props.children}</OneConnection>
    </ErrorBoundary>
  )
}

function OneConnection(props: { readonly connectionId: ConnectionId; readonly children: ReactNode }) {
  const { refresh } = useSession()
  const client = useMemo(
    () => createGraphqlClient(props.connectionId, refresh),
    [props.connectionId, refresh],
  )
  return <GraphqlClientContext value={client}>{props.children}</GraphqlClientContext>
}
