import type { ComponentType } from 'react'
import type { TypedDocumentNode } from 'urql'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { useBusinessData, type BusinessData } from '#data/use-business-data.ts'

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
