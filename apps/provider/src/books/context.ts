import type { Viewer } from '#caller/viewer.ts'
import type { ApplicationReader } from './oauth-application/application.ts'
import type { BusinessReader } from './business/business.ts'
import type { UserReader } from './user/user.ts'

/** What every resolver gets. Made once for each request. */
export type GraphqlContext = {
  /** Undefined only for introspection without a token, which reaches no resolver of ours. */
  readonly viewer: Viewer | undefined
  readonly users: UserReader
  readonly businesses: BusinessReader
  readonly applications: ApplicationReader
}
