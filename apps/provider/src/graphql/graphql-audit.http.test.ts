import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

describe('the GraphQL over HTTP audit, behind a Bearer token', () => {
  let endpoint: Endpoint
  let token = ''

  beforeAll(async () => {
    endpoint = await startEndpoint()
    const userId = await endpoint.seed.user()
    token = await endpoint.seed.personalToken(userId)
  })
  afterAll(() => endpoint.close())

  const audits = serverAudits({
    url: () => endpoint.url,
    fetchFn: (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(url, { ...init, headers })
    },
  })

  it('has audits to run', () => {
    expect(audits.length).toBeGreaterThan(50)
  })

  it.each(audits.map((audit) => [`${audit.id} ${audit.name}`, audit] as const))('%s', async (_, audit) => {
    const result = await audit.fn()
    const reason = 'reason' in result ? result.reason : ''
    expect(`${result.status} ${reason}`.trim()).toBe('ok')
  })
})
