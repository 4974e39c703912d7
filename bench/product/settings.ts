import { randomBytes } from 'node:crypto'
import { parseConfig } from '@counterfoil/provider/config'
import { runProvider } from '@counterfoil/provider/run'
import { createLogger } from '@counterfoil/service/telemetry/logger'

type Environment = Readonly<Record<string, string>>

/** Runs a provider in this process during `work`, for its command line. */
export async function withProvider<Value>(
  env: Environment,
  work: (provider: Awaited<ReturnType<typeof runProvider>>) => Promise<Value>,
): Promise<Value> {
  const logger = createLogger({ name: 'provider', level: 'error' })
  const provider = await runProvider(parseConfig({ ...env, PROVIDER_PORT: '0' }), { logger })
  return work(provider).finally(() => provider.close())
}

/** Returns the settings of a BFF that is registered at a provider. */
export function bffSettings(product: {
  readonly appUrl: string
  readonly providerUrl: string
  readonly application: { readonly clientId: string; readonly clientSecret: string }
}): Environment {
  const { appUrl, providerUrl, application } = product
  return {
    BFF_PUBLIC_URL: appUrl,
    BFF_SESSION_SECRETS: randomBytes(32).toString('base64url'),
    BFF_TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    BFF_PROVIDER_AUTH_URL: providerUrl,
    BFF_PROVIDER_GRAPHQL_URL: `${providerUrl}/graphql/public`,
    BFF_PROVIDER_CLIENT_ID: application.clientId,
    BFF_PROVIDER_CLIENT_SECRET: application.clientSecret,
    BFF_LOG_LEVEL: 'error',
  }
}
