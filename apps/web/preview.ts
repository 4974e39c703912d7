/**
 * Serves the built app with sample states, without the services: `node preview.ts`, then open `/_/home`.
 * For looking at every screen; the real stack is `npm start`.
 */
import { createServer, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Boot, RenderPage } from '@counterfoil/bff-api/session'
import { SAMPLE_PAGES, sampleDays } from './src/testing/samples.ts'

const dist = join(import.meta.dirname, 'dist')
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const NONCE = 'preview'

const DETAILS = {
  data: {
    business: {
      id: 'QnVzaW5lc3M6MQ==',
      name: 'Northwind Trading',
      address: {
        addressLine1: '12 Wharf Street',
        addressLine2: null,
        city: 'Toronto',
        postalCode: 'M5V 2T6',
        province: { name: 'Ontario', __typename: 'Province' },
        country: { name: 'Canada', __typename: 'Country' },
        __typename: 'Address',
      },
      currency: { code: 'CAD', __typename: 'Currency' },
      timezone: 'America/Toronto',
      type: { name: 'Retailers and resellers', __typename: 'BusinessType' },
      __typename: 'Business',
    },
    user: {
      id: 'VXNlcjox',
      defaultEmail: 'many@harbour.example',
      firstName: 'Maria',
      lastName: 'Nunez',
      createdAt: '2024-03-12T10:00:00.000Z',
      __typename: 'User',
    },
  },
}
const SESSIONS = [
  {
    id: 'a',
    current: true,
    startedAt: '2026-11-20T09:00:00.000Z',
    lastSeenAt: '2026-11-20T12:04:00.000Z',
    device: 'Firefox on Linux',
  },
  {
    id: 'b',
    current: false,
    startedAt: '2026-11-12T18:00:00.000Z',
    lastSeenAt: '2026-11-19T21:10:00.000Z',
    device: 'Safari on iPhone',
  },
]
const CHECK_UP = (boot: Boot) => ({
  checks: [
    { name: 'sign_in', outcome: 'ok', tookMs: 1 },
    { name: 'permission', outcome: 'ok', tookMs: 40 },
    { name: 'plan', outcome: 'ok', tookMs: 41 },
    { name: 'data', outcome: 'ok', tookMs: 312 },
  ],
  connection: boot.session.connections[0],
  reference: '7F2K-91',
})

function json(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

/** @param options.latencyMs How long every data call takes. */
export async function startPreview(
  options: { port?: number; latencyMs?: number } = {},
): Promise<{ url: string; close: () => void }> {
  const template = await readFile(join(dist, 'client/index.html'), 'utf8')
  const { render } = (await import(join(dist, 'server/render.js'))) as { render: RenderPage }
  let last: Boot = Object.values(SAMPLE_PAGES)[0]?.boot as Boot

  const page = (name: string, change: Partial<Boot['session']>): string => {
    const sample = SAMPLE_PAGES[name] ?? SAMPLE_PAGES['not-found']
    if (sample === undefined) return ''
    last = { ...sample.boot, session: { ...sample.boot.session, ...change } }
    const rendered = render({ url: sample.path, boot: last })
    return template
      .replace('<!--app-head-->', () => `<title>${rendered.title}</title>`)
      .replace('<!--app-html-->', () => rendered.html)
      .replace(
        '<!--app-boot-->',
        () =>
          `<script type="application/json" id="boot">${JSON.stringify(last).replaceAll('<', '\\u003c')}</script><script nonce="${NONCE}">history.replaceState(null,'',${JSON.stringify(sample.path)})</script>`,
      )
      .replaceAll('__NONCE__', NONCE)
      .replaceAll('__LANG__', last.session.locale)
      .replaceAll('__THEME__', last.session.theme)
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://preview.invalid')
      if (url.pathname.startsWith('/_/')) {
        const locale = url.searchParams.get('locale') === 'fr' ? 'fr' : 'en'
        const theme = url.searchParams.get('theme')
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.setHeader(
          'content-security-policy',
          `default-src 'self'; style-src 'nonce-${NONCE}'; script-src 'self' 'nonce-${NONCE}'`,
        )
        response.end(
          page(url.pathname.slice(3), {
            locale,
            theme: theme === 'dark' || theme === 'light' ? theme : 'system',
          }),
        )
        return
      }
      if (url.pathname.startsWith('/assets/')) {
        const bytes = await readFile(join(dist, 'client', url.pathname))
        response.setHeader('content-type', TYPES[extname(url.pathname)] ?? 'application/octet-stream')
        response.end(bytes)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, options.latencyMs ?? 0))
      if (url.pathname === '/graphql') return json(response, DETAILS)
      if (url.pathname === '/api/session') return json(response, last.session)
      if (url.pathname === '/api/sessions') return json(response, SESSIONS)
      if (url.pathname.endsWith('/check-up')) return json(response, CHECK_UP(last))
      if (url.pathname.endsWith('/days')) return json(response, sampleDays())
      if (url.pathname.endsWith('/select')) {
        last = {
          ...last,
          session: { ...last.session, selectedConnectionId: url.pathname.split('/')[3] ?? null },
        }
        return json(response, last.session)
      }
      response.statusCode = 404
      response.end()
    })().catch((thrown: unknown) => {
      response.statusCode = 500
      response.end(String(thrown))
    })
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

if (import.meta.main) {
  const { url } = await startPreview({ port: 5174 })
  console.log(
    Object.keys(SAMPLE_PAGES)
      .map((name) => `${url}/_/${name}`)
      .join('\n'),
  )
}
