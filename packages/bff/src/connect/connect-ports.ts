import type { TokenSetId } from '@counterfoil/oauth/ids'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { ConnectionStore } from '#connections/connection-store.ts'
import type { Connections } from '#connections/connections.ts'
import type { RateLimits } from '#limits/rate-limits-store.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { OwnPeople } from '#principals/own-people.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { IdentityProbe } from '#provider/identity-probe-client.ts'
import type { ProviderMetadata } from '#provider/metadata-client.ts'
import type { TokenEndpoint } from '#provider/token-endpoint-client.ts'
import type { AccessTokens } from '#refresh/access-tokens.ts'
import type { ExchangeJournal } from '#revocation/exchange-journal-store.ts'
import type { RevocationStore } from '#revocation/revocation-store.ts'
import type { Revocation } from '#revocation/revocation.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { SessionLifecycle } from '#session/session-lifecycle-store.ts'
import type { SessionReader } from '#session/session-reader.ts'
import type { OpenSession } from '#session/session-responder.ts'
import type { SessionStore } from '#session/session-store.ts'
import type { Signing } from '#session/signing.ts'
import type { AttemptStore } from './attempt-store.ts'
import type { ConnectResultStore } from './connect-result-store.ts'

/** The parts of other folders that connecting uses, and its own stores. Every function takes its own of them by name. */
export interface ConnectPorts {
  readonly provider: ProviderProfile
  readonly metadata: ProviderMetadata
  readonly endpoint: Pick<TokenEndpoint, 'exchange' | 'revoke'>
  readonly probe: IdentityProbe
  readonly redirectUri: string
  readonly accessTokens: Pick<AccessTokens, 'freshen'>
  readonly connections: Connections
  readonly connectionStore: ConnectionStore
  readonly principals: PrincipalStore
  /** The people of an app with its own sign-in; undefined in other apps. */
  readonly people: Pick<OwnPeople, 'find'> | undefined
  readonly revocation: Revocation
  readonly pendingRevocations: RevocationStore
  /** Records each code before it is sent, so that the tokens of a lost answer are revoked. */
  readonly journal: ExchangeJournal
  readonly cookies: CookieNames
  readonly signing: Signing
  readonly device: DeviceMemory
  readonly reader: SessionReader
  readonly openSession: OpenSession
  readonly sessions: Pick<SessionStore, 'leftMs'>
  readonly changes: SessionLifecycle
  readonly attempts: AttemptStore
  readonly connectResults: ConnectResultStore
  /** True if the addresses of the app's pages name a business. Otherwise people return to the page they began at. */
  readonly hasBusinessPages: boolean
  readonly limits: RateLimits
  readonly metrics: Pick<BffMetrics, 'attempt'>
  readonly logger: Logger
  readonly clock: () => number
  readonly storeTime: () => Promise<number>
  readonly wait: (ms: number) => Promise<void>
  readonly random: () => number
  /** Returns random text of `bytes` bytes. */
  readonly randomText: (bytes: number) => string
  readonly newId: () => TokenSetId
}
