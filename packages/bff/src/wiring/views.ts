import type { BrowserId } from '@counterfoil/oauth/ids'
import { randomId } from '@counterfoil/service/random'
import { createSessionViews } from '#api/session-view.ts'
import { UnknownKeyError } from '#crypto/unknown-key.ts'
import { createReadOnlyQuestion } from '#redis/read-only.ts'
import type { Connect } from './connect.ts'
import type { Connected } from './connections.ts'
import type { Opened } from './opened.ts'
import type { Provider } from './provider.ts'
import type { Sessions } from './sessions.ts'
import type { Stores } from './stores.ts'

/** What pages and programs are shown of a session. */
export function joinViews(deps: Opened & Stores & Provider & Connected & Sessions & Connect) {
  const { config } = deps
  return createSessionViews({
    ...deps,
    provider: config.provider,
    supportUrl: config.supportUrl,
    unusedMs: config.connectionUnusedMs,
    attempts: {
      async find(attemptId) {
        try {
          return await deps.attempts.find(attemptId)
        } catch (error) {
          // A page can do without it.
          if (error instanceof UnknownKeyError) return undefined
          throw error
        }
      },
    },
    newBrowserId: () => randomId() as BrowserId,
    isReadOnly: createReadOnlyQuestion({ proveWritable: deps.store.proveWritable, clock: deps.clock }),
    onSeen: deps.checkUp.checkUpDue,
  })
}
