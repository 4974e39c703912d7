import { startPostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { until } from '@counterfoil/testkit/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

describe('an outage of the database', () => {
  let postgres: TestPostgres
  let endpoint: Endpoint
  let token: string
  /** Runs between authentication and execution. */
  let meanwhile: () => Promise<void> = async () => undefined

  beforeAll(async () => {
    postgres = await startPostgres()
    const { url } = await postgres.createDatabase()
    // The test server does not flush writes; here committed rows must survive a crash.
    const durable = `${url}?options=${encodeURIComponent('-c synchronous_commit=on')}`
    endpoint = await startEndpoint({
      database: { kind: 'postgres', url: durable, maxConnections: 3 },
      // Calls while waiting for the first answer must not be limited here.
      env: { PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '100000' },
      wrap: (deps) => ({
        ...deps,
        bearers: {
          lookUp: async (sent) => {
            const bearer = await deps.bearers.lookUp(sent)
            await meanwhile()
            return bearer
          },
        },
      }),
    })
    token = await endpoint.seed.personalToken(await endpoint.seed.user())
  })
  afterAll(async () => {
    await endpoint.close().catch(() => undefined)
    await postgres.close()
  })

  const ask = () =>
    fetch(endpoint.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ user { id } }' }),
    })
  const FAULT = {
    message: 'The service is not available right now. Try again in a moment.',
    extensions: {
      code: 'INTERNAL_SERVER_ERROR',
      reason: 'temporarily_unavailable',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  }

  it('is a 503 with Retry-After, is logged as our fault, and ends with the outage', async () => {
    expect((await ask()).status).toBe(200)
    await postgres.crash()
    const away = await ask()
    expect(away.status).toBe(503)
    expect(away.headers.get('retry-after')).toBe('2')
    expect(away.headers.get('cache-control')).toBe('no-store')
    const { errors, ...rest } = (await away.json()) as { errors: { extensions: { id: string } }[] }
    expect(errors).toMatchObject([FAULT])
    expect(rest).toEqual({})
    expect(endpoint.logged()).toContainEqual(
      expect.objectContaining({
        level: 'error',
        event: 'graphql.error',
        errorId: errors[0]?.extensions.id,
        err: expect.anything(),
      }),
    )
    await postgres.start()
    await until('it answers again', async () => (await ask()).status === 200)
  })

  it('is reported in its field if the answer has begun', async () => {
    meanwhile = () => postgres.crash()
    const hit = await ask()
    expect(hit.status).toBe(200)
    expect(await hit.json()).toMatchObject({ data: { user: null }, errors: [{ ...FAULT, path: ['user'] }] })
    meanwhile = async () => undefined
    await postgres.start()
    await until('it answers again', async () => (await ask()).status === 200)
  })
})
