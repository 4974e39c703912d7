import type { UserWireId } from '@counterfoil/oauth/ids'
import { useEffect, useSyncExternalStore } from 'react'
import { sentCommands, type SentEntry } from './sent-commands-client.ts'

const NOTHING: readonly SentEntry[] = []

/** What this person sent in this tab, oldest first. */
export function useSentCommands(userId: UserWireId | undefined): readonly SentEntry[] {
  useEffect(() => {
    if (userId !== undefined) void sentCommands.load(userId)
  }, [userId])
  const entries = useSyncExternalStore(sentCommands.subscribe, sentCommands.entries, () => NOTHING)
  return userId === undefined ? NOTHING : entries
}
