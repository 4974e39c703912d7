import type { Server, ServerOptions } from 'node:http'
import type { Overrides } from '@counterfoil/bff/server'
import type { WebBuild } from '#pages/web-build-files.ts'

/** What a test may replace, and what the process was started with. */
export interface AppOverrides extends Overrides {
  /** A socket that listens already, in place of host and port. */
  readonly socketFd?: number | undefined
  readonly web?: WebBuild
  /** Other limits of the listener than ours. */
  readonly server?: ServerOptions
  /** Receives the server as soon as it listens, before any request, so that a caller can put something in front of the app. */
  readonly onListening?: (server: Server) => void
}
