import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MANY,
  NORTHWIND,
  startProvider,
  TEST_SECRET,
  type ProviderFixture,
} from '#testing/provider-fixture.ts'
import { UNKNOWN_SUCCESSOR_MS } from './refresh-tokens.ts'

const ANOTHER = 'another-secret-of-32-characters-!!'

/** The database of three processes: with the old secret, with the new one, and with both. */
let postgres: TestPostgres
let before: ProviderFixture
let after: ProviderFixture
let both: ProviderFixture
beforeAll(async () => {
  postgres = await sharePostgres()
  const { url } = await postgres.createMigratedDatabase()
  const database = { kind: 'postgres', url, maxConnections: 5 } as const
  before = await startProvider({ database })
  after = await startProvider({ database, env: { PROVIDER_SECRET: ANOTHER } })
  both = await startProvider({ database, env: { PROVIDER_SECRET: `${ANOTHER}, ${TEST_SECRET}` } })
})
afterAll(async () => {
  for (const provider of [before, after, both]) await provider.close()
  await postgres.close()
})

const rotating = async () => {
  const client = await before.createClient({ rotateRefreshTokens: true })
  return { client, ...(await before.connect(client)) }
}

describe('a process that knows both secrets', () => {
  it('returns the successor that was stored first, whichever secret it was derived from', async () => {
    for (const first of [before, after]) {
      const { client, refreshToken } = await rotating()
      const stored = (await first.refresh(client, refreshToken)).json['refresh_token']
      expect(stored).toMatch(/^hrt_/)
      expect((await both.refresh(client, refreshToken)).json['refresh_token']).toBe(stored)
      expect((await first.refresh(client, refreshToken)).json['refresh_token']).toBe(stored)
    }
  })

  it('sends the same code that another process derived', async () => {
    const client = await before.createClient()
    const { handle, url } = await before.allow(client)
    const pending = await before.deps.pendingAuthorizations.find(handle)
    const answer = {
      kind: 'allow',
      businessId: NORTHWIND,
      scopes: pending?.scopes ?? [],
    } as const
    const again = await both.deps.answers.finishAuthorization({ handle, userId: MANY, answer })
    expect(again).toMatchObject({ kind: 'redirect', url })
  })
})

describe('a process that cannot derive the successor, because a step of the rotation was skipped', () => {
  it('issues no second one while the first may be in use: it answers that the client should retry, and ends nothing', async () => {
    const { client, refreshToken } = await rotating()
    const stored = String((await before.refresh(client, refreshToken)).json['refresh_token'])
    const refused = await after.refresh(client, refreshToken)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(refused.json['error']).toBe('temporarily_unavailable')
    expect(await after.reasons(client)).toContain('successor_unknown')
    expect((await before.refresh(client, refreshToken)).json['refresh_token']).toBe(stored)
    expect((await after.refresh(client, stored)).status).toBe(200)
  })

  it('leaves one successor after fifty simultaneous requests at two such processes', async () => {
    const { client, refreshToken } = await rotating()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? before : after).refresh(client, refreshToken),
      ),
    )
    const good = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 503).length).toBe(50 - good.length)
    const successors = new Set(good.map(({ json }) => String(json['refresh_token'])))
    expect(successors.size).toBe(1)
    expect((await after.refresh(client, [...successors][0] ?? '')).status).toBe(200)
  })

  it('loses no connection if the secret changed between a lost answer and its retry', async () => {
    const { client, refreshToken } = await rotating()
    const lost = String((await before.refresh(client, refreshToken)).json['refresh_token'])
    after.advance(UNKNOWN_SUCCESSOR_MS + 1_000)
    const again = await after.refresh(client, refreshToken)
    expect(again.status).toBe(200)
    const successor = String(again.json['refresh_token'])
    expect(successor).not.toBe(lost)
    // A repeated request returns the same successor, and that successor is valid.
    expect((await after.refresh(client, refreshToken)).json['refresh_token']).toBe(successor)
    const next = await after.refresh(client, successor)
    expect(next.status).toBe(200)
    expect((await after.refresh(client, String(next.json['refresh_token']))).status).toBe(200)
  })

  it('ends the family when the successor that seemed lost is used: somebody has a copy', async () => {
    const { client, refreshToken } = await rotating()
    const first = String((await before.refresh(client, refreshToken)).json['refresh_token'])
    after.advance(UNKNOWN_SUCCESSOR_MS + 1_000)
    const second = String((await after.refresh(client, refreshToken)).json['refresh_token'])
    expect((await after.refresh(client, first)).json['error']).toBe('invalid_grant')
    expect((await after.refresh(client, second)).json['error']).toBe('invalid_grant')
  })
})

it('accepts tokens in use with any secret', async () => {
  const client = await before.createClient()
  const { refreshToken, accessToken } = await before.connect(client)
  expect(await before.bearer(accessToken)).toBe('active')
  expect((await after.refresh(client, refreshToken)).status).toBe(200)
})
