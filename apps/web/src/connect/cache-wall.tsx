import { useMemo, type ReactNode } from 'react'
import { Provider } from 'urql'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { createGraphqlClient } from '#data/graphql-client.ts'
import { cacheKeyOf } from '#data/session-state.ts'
import { useSession } from '#data/session.tsx'

/**
 * Everything inside reads one version of one connection. Another business, person or version mounts it anew with an
 * empty cache: there is no frame in which figures stand under a name that is not theirs.
 */
export function CacheWall(props: { readonly connection: ConnectionView; readonly children: ReactNode }) {
  const key = cacheKeyOf(props.connection)
  return (
    <OneConnection key={key} connectionId={props.connection.id}>
      {props.children}
    </OneConnection>
  )
}

function OneConnection(props: { readonly connectionId: string; readonly children: ReactNode }) {
  const { refresh } = useSession()
  const client = useMemo(
    () => createGraphqlClient(props.connectionId, refresh),
    [props.connectionId, refresh],
  )
  return <Provider value={client}>{props.children}</Provider>
}
