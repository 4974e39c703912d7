import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { startNodeOauth } from './start-node-oauth.ts'
import { startOauth2orize } from './start-oauth2orize.ts'
import { startOidcProvider } from './start-oidc-provider.ts'
import type { OtherOptions, OtherProvider } from './other-provider.ts'

/** Authorization servers of npm, their default refresh behaviour, and whether they end a grant on refresh token reuse. */
export const OTHER_PROVIDERS = [
  { name: 'oidc-provider', start: startOidcProvider, refresh: 'rotates', detectsReuse: true },
  { name: '@node-oauth/oauth2-server', start: startNodeOauth, refresh: 'rotates', detectsReuse: false },
  { name: 'oauth2orize', start: startOauth2orize, refresh: 'keeps', detectsReuse: false },
] as const

/** The lifetime of the access tokens of all of them. */
const TOKEN_LIFE_MS = 600_000

export interface OtherWorld {
  readonly provider: OtherProvider
  readonly bff: TestBff
  readonly rosa: BffPerson
  /** Connects as Rosa, and returns the connection. */
  connect(): Promise<Awaited<ReturnType<BffPerson['connection']>>>
  /** The access token ends. */
  expire(): void
  /** Calls of the token endpoint with this grant type. */
  tokenCalls(grantType: 'authorization_code' | 'refresh_token'): OtherProvider['calls']
  /** The access token of the last call of its API. */
  lastToken(): string
  close(): Promise<void>
}

/** Starts Redis, one of {@link OTHER_PROVIDERS}, and the BFF with its profile. */
export async function startOtherWorld(
  { start, refresh }: (typeof OTHER_PROVIDERS)[number],
  options: Partial<OtherOptions> = {},
): Promise<OtherWorld> {
  const redis = await startRedis()
  const provider = await start({ refresh, revokes: true, ...options })
  const bff = await startBff({ redisUrl: redis.url, provider })
  const rosa = createBffPerson(bff.url)
  return {
    ...{ provider, bff, rosa },
    async connect() {
      const { connectResult } = await rosa.connect()
      if (connectResult?.outcome !== 'connected') throw new Error(`${connectResult?.outcome}\n${bff.logs()}`)
      return rosa.connection()
    },
    expire: () => bff.advance(TOKEN_LIFE_MS + 1000),
    tokenCalls: (grantType) =>
      provider.calls.filter(
        ({ path, fields }) => path === provider.paths.token && fields['grant_type'] === grantType,
      ),
    lastToken: () =>
      provider.calls
        .findLast(({ authorization }) => authorization?.startsWith('Bearer '))
        ?.authorization?.slice(7) ?? '',
    async close() {
      await bff.close()
      await provider.close()
      await redis.close()
    },
  }
}
