import { startBffWorld } from '@counterfoil/testkit/bff-world'
import { Agent, request } from 'undici'
import { afterAll, describe, expect, it } from 'vitest'
import { harbour } from '#provider-profile/harbour.ts'
import { createCallGuard, listAllowedCalls } from './provider-client.ts'

const PROVIDER = harbour({
  url: 'https://books.example',
  graphqlUrl: 'https://api.books.example/graphql/public',
  ...{ clientId: 'client', clientSecret: 'client-secret' },
})
const agent = new Agent()
const guarded = agent.compose(createCallGuard(listAllowedCalls(PROVIDER)).refuseOthers)
afterAll(() => agent.destroy())

describe('an outgoing call of the BFF', () => {
  // browser-apps: 10
  it.each([
    ['another host', 'POST', 'https://evil.example/oauth2/token/'],
    ['another port', 'POST', 'https://books.example:8443/oauth2/token/'],
    ['plain http', 'POST', 'http://books.example/oauth2/token/'],
    ['another path', 'POST', 'https://books.example/oauth2/token/admin'],
    ['a query', 'POST', 'https://api.books.example/graphql/public?x=1'],
    ['a path that leads elsewhere', 'POST', 'https://books.example/oauth2/token/../admin'],
    ['another method', 'DELETE', 'https://books.example/oauth2/token/'],
    ['another method at GraphQL', 'GET', 'https://api.books.example/graphql/public'],
  ] as const)('is refused before a connection is opened if it goes to %s', async (_what, method, url) => {
    await expect(request(url, { method, dispatcher: guarded })).rejects.toThrow('list of allowed calls')
    expect(Object.keys(agent.stats)).toEqual([])
  })

  it('is on the list of allowed calls if the product makes it', async () => {
    const world = await startBffWorld()
    await world.maria.connect()
    const { id } = await world.maria.connection()
    expect((await world.maria.query(id)).status).toBe(200)
    expect((await world.maria.post(`/api/connections/${id}/disconnect`)).status).toBe(200)
    expect(world.provider.callsOf('revoke').length).toBeGreaterThan(0)
    await world.close()
  })
})
