import { startChild } from '@counterfoil/testkit/child'
import { programFile } from '@counterfoil/testkit/program-file'
import { until } from '@counterfoil/testkit/until'
import { TEST_SECRET } from './provider-fixture.ts'

/** A provider in another process. */
export interface ProviderProcess {
  readonly url: string
  logs(): string
  stop(): Promise<void>
}

/**
 * Starts a provider on an existing database, with the secret of the fixture unless `env` has another.
 *
 * @param main the path of the program, by default that of this source tree
 */
export async function startProviderProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  main = programFile('apps/provider/src/main.ts'),
): Promise<ProviderProcess> {
  const child = startChild(process.execPath, [main], {
    env: {
      DATABASE_URL: databaseUrl,
      PROVIDER_DATABASE_CONNECTIONS: '20',
      PROVIDER_SECRET: TEST_SECRET,
      PROVIDER_SEED: 'people',
      PROVIDER_SEED_PUBLIC: 'true',
      PROVIDER_PORT: '0',
      PROVIDER_ADMIN_SOCKET: 'none',
      PROVIDER_REQUESTS_PER_MINUTE: '1000000',
      ...env,
    },
  })
  const started = until(
    'the provider has started',
    () => /"event":"provider.started","url":"([^"]+)"/.exec(child.output())?.[1],
  )
  const url = await Promise.race([
    started,
    child.exited.then(() => {
      throw new Error(`The provider has ended: ${child.output()}`)
    }),
  ])
  return { url, logs: () => child.output(), stop: () => child.stop('SIGTERM', 15_000) }
}
