import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '@counterfoil/provider/config'
import { runProvider } from '@counterfoil/provider/run'
import { sharePostgres } from '@counterfoil/testkit/postgres'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { findCredentials, keepNewCredentials, registerApplication } from './own-application.ts'
import { loadSecrets } from './secrets-store.ts'
import { planStart } from './start-settings.ts'
import { ROOT } from '../step.ts'

describe(registerApplication, () => {
  it('reports each kind of refusal separately, over the provider’s socket and by its command line', async () => {
    await using postgres = await sharePostgres()
    const { url } = await postgres.createDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'application-'))
    const env = {
      DATABASE_URL: url,
      PROVIDER_SECRET: testSecret(),
      PROVIDER_PORT: '0',
      PROVIDER_ADMIN_SOCKET: join(folder, 'admin.sock'),
      PROVIDER_LOG_LEVEL: 'silent',
      NODE_NO_WARNINGS: '1',
    }
    const provider = await runProvider(parseConfig(env))
    const { plan } = planStart({ COUNTERFOIL_DATA_DIR: folder }, ROOT)
    const secretsFile = join(folder, 'secrets.json')
    const made = await keepNewCredentials({ plan, secretsFile, secrets: await loadSecrets(secretsFile) })
    expect(findCredentials(plan, await loadSecrets(secretsFile))).toEqual(made)

    const which = ['--client-id', made.clientId]
    expect(await registerApplication(plan, env, made)).toBe('registered')
    await provider.admin(['application', 'update', ...which, '--no-iss'])
    expect(await registerApplication(plan, env, made)).toBe('registered')
    expect(await provider.admin(['application', 'show', ...which])).toMatchObject({ iss: true })
    const broken = { ...made, clientSecret: 'short' }
    await expect(registerApplication(plan, env, broken)).rejects.toThrow('at least 32 characters')

    await provider.admin(['application', 'rotate-secret', ...which, '--overlap-seconds', '0'])
    await expect(registerApplication(plan, env, made)).rejects.toThrow('Set BFF_PROVIDER_CLIENT_SECRET')
    const given = { ...env, BFF_PROVIDER_CLIENT_SECRET: 'the new one' }
    expect(await registerApplication(plan, given, made)).toBe('registered')

    await provider.admin(['application', 'delete', ...which])
    expect(await registerApplication(plan, env, made)).toBe('deleted')
    await provider.close()
    expect(await registerApplication(plan, { ...env, PROVIDER_ADMIN_SOCKET: 'none' }, made)).toBe('deleted')
    await rm(folder, { recursive: true })
  })
})
