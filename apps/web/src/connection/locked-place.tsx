import { createElement, type ComponentProps } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { usePart, type ScreenParts } from '#navigation/lazy-parts.tsx'
import { isReadable } from './connection-state.ts'

/** Is the permission missing from a connection that is read? */
export function isLocked(connection: ConnectionView, needed: string): boolean {
  return isReadable(connection.state) && !allowsScope(connection.scopes, needed)
}

/** What is there, in a file of its own: most people allow everything. */
export function LockedPlace(props: ComponentProps<ScreenParts['locked_card']>) {
  return createElement(usePart('locked_card'), props)
}
