import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

describe('the explorer at the endpoint', () => {
  let endpoint: Endpoint

  beforeAll(async () => {
    endpoint = await startEndpoint()
  })
  afterAll(() => endpoint.close())

  const open = (url: string, headers: Record<string, string> = { accept: BROWSER }) => fetch(url, { headers })

  it('is sent to a browser, with and without the slash, and loads nothing from elsewhere', async () => {
    for (const url of [endpoint.url, `${endpoint.url}/`, `${endpoint.url}?query=%7Buser%7Bid%7D%7D`]) {
      const page = await open(url)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      const html = await page.text()
      expect(html).not.toMatch(/https?:\/\//)
      expect(html).not.toContain('user{id}')
    }
  })

  it('serves every file that the page names, compressed and cacheable without revalidation', async () => {
    const html = await (await open(endpoint.url)).text()
    const paths = [...html.matchAll(/"(\/graphql\/public\/explorer\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(paths).toHaveLength(7)
    for (const path of paths) {
      const file = await open(new URL(path, endpoint.url).href, { 'accept-encoding': 'br' })
      expect(file.status).toBe(200)
      expect(file.headers.get('content-encoding')).toBe('br')
      expect(file.headers.get('cache-control')).toContain('immutable')
      expect((await file.text()).length).toBeGreaterThan(300)
    }
  })

  it('is not sent to a program', async () => {
    for (const accept of ['*/*', 'application/json', 'application/graphql-response+json, text/html;q=0.5']) {
      const answer = await open(`${endpoint.url}?query=%7B__typename%7D`, { accept })
      expect(await answer.json()).toEqual({ data: { __typename: 'Query' } })
    }
  })

  it('answers 404 for any other file', async () => {
    expect((await open(`${endpoint.url}/explorer/..%2f..%2fpackage.json`)).status).toBe(404)
  })

  it('can be turned off', async () => {
    const closed = await startEndpoint({ beside: endpoint, env: { PROVIDER_GRAPHQL_EXPLORER: 'false' } })
    const page = await open(closed.url)
    expect(page.headers.get('content-type')).not.toContain('text/html')
    expect((await ask(closed, undefined, '{ __typename }')).status).toBe(200)
    await closed.close()
  })
})
