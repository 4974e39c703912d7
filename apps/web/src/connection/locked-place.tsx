import { createElement, type ComponentProps } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { usePart, type ScreenParts } from '#navigation/lazy-parts.tsx'
import { isReadable } from './connection-state.ts'

/** Returns true if a readable connection lacks the permission. */
export function isLocked(connection: ConnectionView, needed: string): boolean {
  return isReadable(connection.state) && !allowsScope(connection.scopes, needed)
}

/** Shows the locked card, whose file is loaded only then: most people allow everything. */
export function LockedPlace(props: ComponentProps<ScreenParts['locked_card']>) {
  return createElement(usePart('locked_card'), props)
}
