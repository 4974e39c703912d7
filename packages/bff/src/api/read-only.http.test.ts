import { startBffWorld } from '@counterfoil/testkit/bff-world'
import { operationBody, TEST_OPERATIONS } from '@counterfoil/testkit/test-operations'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import { beforeEach, describe, expect, it } from 'vitest'

type World = Awaited<ReturnType<typeof startBffWorld>>
let world: World
let id: string

beforeEach(async () => {
  world = await startBffWorld({ overrides: { web: { ...emptyWebBuild(), operations: TEST_OPERATIONS } } })
  await world.maria.connect()
  id = (await world.maria.connection()).id
  // The browser has sent the cookie back: the session has its full lifetime.
  await world.maria.visit()
  return world.close
})

describe('a Redis that accepts reads and refuses writes', () => {
  it.each([
    ['replicas are away', 'min-replicas-to-write', '1', '0'],
    ['the memory is full', 'maxmemory', '1', '0'],
  ] as const)(
    'still serves pages and queries, and each page shows that changes are impossible: %s',
    async (...fault) => {
      const [, setting, refused, taken] = fault
      const { maria, store, provider, bff } = world
      await store.config('SET', 'maxmemory-policy', 'noeviction')
      await store.config('SET', setting, refused)
      // Includes data that are written only occasionally: times of use, rate-limit counters.
      bff.advance(3_600_000)
      provider.always('graphql')
      for (const path of ['/', '/settings/connection', '/profile']) {
        const page = await maria.visit(path)
        expect(page.session, path).toMatchObject({ isReadOnly: true, person: { email: expect.any(String) } })
      }
      expect(await maria.session()).toMatchObject({ isReadOnly: true })
      expect((await maria.query(id)).status).toBe(200)
      expect((await maria.get(`/api/connections/${id}/last-read`)).status).toBe(200)
      expect((await maria.get('/api/sessions')).status).toBe(200)

      const calls = provider.callsOf('graphql').length
      const change = await maria.post(
        '/graphql',
        { variables: { name: 'Fern' }, ...operationBody('Enter') },
        {
          'x-counterfoil-connection': id,
          'idempotency-key': 'key-of-a-change-1',
        },
      )
      expect([change.status, change.json<{ code: string }>().code]).toEqual([503, 'store-unavailable'])
      expect(provider.callsOf('graphql')).toHaveLength(calls)

      await store.config('SET', setting, taken)
      bff.advance(5000)
      expect(await maria.session()).not.toHaveProperty('isReadOnly')
    },
  )
})
