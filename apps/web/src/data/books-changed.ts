import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { QueryClient } from '@tanstack/react-query'
import { figuresKey } from './figure-names.ts'
import { tellOtherTabs } from './live-updates.ts'

/** Figures of these books are not what they were: what is on the page is read again, and the rest when it is shown. */
export function forgetFigures(queryClient: QueryClient, connectionId: ConnectionId): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: figuresKey(connectionId) })
}

/** The books of a connection were changed from this tab: its figures, and those of the other tabs, are read again. */
export function noteBooksChanged(queryClient: QueryClient, connectionId: ConnectionId): void {
  void forgetFigures(queryClient, connectionId)
  tellOtherTabs({ kind: 'books-changed', connectionId })
}
