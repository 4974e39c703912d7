import type { UserWireId } from '@counterfoil/oauth/ids'
import { useEffect, useSyncExternalStore } from 'react'
import { desk, type DeskEntry } from './desk-client.ts'

const NOTHING: readonly DeskEntry[] = []

/** What this person sent in this tab, oldest first. */
export function useDesk(userId: UserWireId | undefined): readonly DeskEntry[] {
  useEffect(() => {
    if (userId !== undefined) void desk.load(userId)
  }, [userId])
  const entries = useSyncExternalStore(desk.subscribe, desk.entries, () => NOTHING)
  return userId === undefined ? NOTHING : entries
}
