import { setMaxListeners } from 'node:events'
import type { OperationManifest } from '@counterfoil/bff-api/graphql'
import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { EngineConfig } from '../config.ts'
import { joinBackground } from './background.ts'
import { joinConnect } from './connect.ts'
import { joinConnections } from './connections.ts'
import { joinLeaving } from './leave.ts'
import { openAll } from './opened.ts'
import type { Overrides } from './overrides.ts'
import { joinProvider } from './provider.ts'
import { joinRequestRules } from './request-rules.ts'
import { joinSessions } from './sessions.ts'
import { joinStores } from './stores.ts'
import { joinViews } from './views.ts'

/** What the app may ask of the provider. */
export interface AppReads {
  readonly operations: OperationManifest
  readonly readFigures: FiguresReader
}

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>

/**
 * Opens what the engine needs and joins it, from the ground up. Nothing here waits for the store: without it requests are answered 503.
 */
export async function createDependencies(config: EngineConfig, reads: AppReads, overrides: Overrides = {}) {
  const stopping = createStopping()
  const opened = await openAll(config, overrides)
  const stores = { ...opened, ...joinStores(opened), ...joinProvider(opened) }
  const known = { ...stores, ...joinConnections(stores), ...joinSessions(stores) }
  const connect = { ...known, ...joinConnect(known) }
  const background = joinBackground(connect, () => stopping.stopping.aborted)
  return {
    ...connect,
    ...joinRequestRules(known),
    reads,
    leaving: joinLeaving(known),
    views: joinViews(connect),
    ...stopping,
    async close() {
      await background.stop()
      await known.accessTokens.settle()
      await known.connections.settle()
      await known.events.close()
      await known.closeProvider()
      await opened.telemetry?.close()
      await opened.replication.close()
      await opened.store.close()
    },
  }
}

interface Stopping {
  /** Ends the streams that would otherwise stay open for ever. */
  readonly beginStop: () => void
  readonly stopping: AbortSignal
}

function createStopping(): Stopping {
  const controller = new AbortController()
  // One listener per open stream.
  setMaxListeners(0, controller.signal)
  return { beginStop: () => controller.abort(), stopping: controller.signal }
}
