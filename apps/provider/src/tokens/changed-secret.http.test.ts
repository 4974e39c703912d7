import { startPostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'

/** The same database before and after PROVIDER_SECRET was changed. */
let postgres: TestPostgres
let before: ProviderFixture
let after: ProviderFixture
beforeAll(async () => {
  postgres = await startPostgres()
  const { url } = await postgres.createDatabase()
  const database = { kind: 'postgres', url, maxConnections: 5 } as const
  before = await startProvider({ database })
  after = await startProvider({ database, env: { PROVIDER_SECRET: 'another-secret-of-32-characters-!!' } })
})
afterAll(async () => {
  await before.close()
  await after.close()
  await postgres.close()
})

it('a lost answer costs no connection when the secret changed before it is asked for again', async () => {
  const client = await before.createClient({ rotateRefreshTokens: true })
  const { refreshToken } = await before.connect(client)
  const lost = String((await before.refresh(client, refreshToken)).json['refresh_token'])

  const again = await after.refresh(client, refreshToken)
  expect(again.status).toBe(200)
  const successor = String(again.json['refresh_token'])
  expect(successor).not.toBe(lost)
  // Asked for once more, it is the same one; and it is the one that is good.
  expect((await after.refresh(client, refreshToken)).json['refresh_token']).toBe(successor)
  const next = await after.refresh(client, successor)
  expect(next.status).toBe(200)
  expect((await after.refresh(client, String(next.json['refresh_token']))).status).toBe(200)
})

it('the successor that was thought lost ends the family when it turns up: somebody has a copy', async () => {
  const client = await before.createClient({ rotateRefreshTokens: true })
  const { refreshToken } = await before.connect(client)
  const first = String((await before.refresh(client, refreshToken)).json['refresh_token'])
  const second = String((await after.refresh(client, refreshToken)).json['refresh_token'])
  expect((await after.refresh(client, first)).json['error']).toBe('invalid_grant')
  expect((await after.refresh(client, second)).json['error']).toBe('invalid_grant')
})

it('tokens in use stay good, whatever the secret', async () => {
  const client = await before.createClient()
  const { refreshToken, accessToken } = await before.connect(client)
  expect(await after.bearer(accessToken)).toBe('active')
  expect((await after.refresh(client, refreshToken)).status).toBe(200)
})
