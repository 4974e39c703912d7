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
 * Provides one version of one connection to its children. Another business, person or version mounts them again with an empty
 * cache, so that no frame shows figures under the wrong name. An error inside does not break the rest of the page.
 */
export function CacheBoundary(props: { readonly connection: ConnectionView; readonly children: ReactNode }) {
  const [attempts, setAttempts] = useState(0)
  return (
    <ErrorBoundary
      // The broken data is in the cache too: a retry begins with an empty one.
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
