import { LANGUAGES } from '@counterfoil/design/languages'
/**
 * Serves the built app with sample states, without the services: `node preview.ts`, then open `/_/home`.
 * For looking at every screen; the real stack is `npm start`.
 */
import { createServer, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Boot, type RenderPage } from '@counterfoil/bff-api/session'
import { SAMPLE_PAGES } from './src/testing/sample-pages.ts'
import { sampleDays } from './src/testing/samples.ts'

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
      type: { name: 'Retailers and resellers', value: 'RETAILERS_AND_RESELLERS', __typename: 'BusinessType' },
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

interface Preview {
  readonly template: string
  readonly render: RenderPage
  readonly latencyMs: number
  /** What the last page was made of: the calls of that page are answered from it. */
  last: Boot
}

/** @param options.latencyMs How long every data call takes. */
export async function startPreview(
  options: { port?: number; latencyMs?: number } = {},
): Promise<{ url: string; close: () => void }> {
  const { render } = (await import(join(dist, 'server/render.js'))) as { render: RenderPage }
  const preview: Preview = {
    template: await readFile(join(dist, 'client/index.html'), 'utf8'),
    render,
    latencyMs: options.latencyMs ?? 0,
    last: Object.values(SAMPLE_PAGES)[0]?.boot as Boot,
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://preview.invalid')
    answer(preview, url, response).catch((thrown: unknown) => {
      response.statusCode = 500
      response.end(String(thrown))
    })
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function answer(preview: Preview, url: URL, response: ServerResponse): Promise<void> {
  if (url.pathname.startsWith('/_/')) return answerPage(preview, url, response)
  if (url.pathname.startsWith('/assets/')) {
    const bytes = await readFile(join(dist, 'client', url.pathname))
    response.setHeader('content-type', TYPES[extname(url.pathname)] ?? 'application/octet-stream')
    response.end(bytes)
    return
  }
  await new Promise((resolve) => setTimeout(resolve, preview.latencyMs))
  const value = answerCall(preview, url.pathname)
  if (value !== undefined) return json(response, value)
  response.statusCode = 404
  response.end()
}

function answerPage(preview: Preview, url: URL, response: ServerResponse): void {
  const theme = url.searchParams.get('theme')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader(
    'content-security-policy',
    `default-src 'self'; style-src 'nonce-${NONCE}'; script-src 'self' 'nonce-${NONCE}'`,
  )
  response.end(
    renderSample(preview, url.pathname.slice(3), {
      locale: LANGUAGES.find((known) => known === url.searchParams.get('locale')) ?? 'en',
      theme: theme === 'dark' || theme === 'light' ? theme : 'system',
    }),
  )
}

function renderSample(preview: Preview, name: string, change: Partial<Boot['session']>): string {
  const sample = SAMPLE_PAGES[name] ?? SAMPLE_PAGES['not-found']
  if (sample === undefined) return ''
  const boot = { ...sample.boot, session: { ...sample.boot.session, ...change } }
  preview.last = boot
  const rendered = preview.render({ url: sample.path, boot })
  return preview.template
    .replace('<!--app-head-->', () => `<title>${rendered.title}</title>`)
    .replace('<!--app-html-->', () => rendered.html)
    .replace(
      '<!--app-boot-->',
      () =>
        `<script type="application/json" id="boot">${JSON.stringify(boot).replaceAll('<', '\\u003c')}</script><script nonce="${NONCE}">history.replaceState(null,'',${JSON.stringify(sample.path)})</script>`,
    )
    .replaceAll('__NONCE__', NONCE)
    .replaceAll('__LANG__', boot.session.locale)
    .replaceAll('__THEME__', boot.session.theme)
}

/** What a call of the page is answered with; undefined for one that nothing answers. */
function answerCall(preview: Preview, path: string): unknown {
  if (path === '/graphql') return DETAILS
  if (path === '/api/session') return preview.last.session
  if (path === '/api/sessions') return SESSIONS
  if (path.endsWith('/check-up')) return CHECK_UP(preview.last)
  if (path.endsWith('/days')) return sampleDays()
  if (!path.endsWith('/select')) return undefined
  const [, , , selected] = path.split('/')
  const session = {
    ...preview.last.session,
    selectedConnectionId: selected ?? null,
  } as Boot['session']
  preview.last = { ...preview.last, session }
  return session
}

if (import.meta.main) {
  const { url } = await startPreview({ port: 5174 })
  console.log(
    Object.keys(SAMPLE_PAGES)
      .map((name) => `${url}/_/${name}`)
      .join('\n'),
  )
}
