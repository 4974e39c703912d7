/** The BFF with the web app's sources in place of its build: `npm run dev` runs it under `node --watch`. */
import { createHash } from 'node:crypto'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { stripVTControlCharacters } from 'node:util'
import { parseConfig } from '@counterfoil/bff-app/config'
import { compileTemplate } from '@counterfoil/bff-app/pages/page-template'
import type { WebBuild } from '@counterfoil/bff-app/pages/web-build-files'
import { runBff } from '@counterfoil/bff-app/run'
import { escapeHtml } from '@counterfoil/service/http/html-escape'
import { createWebDev, readManifest, type WebDev, type WebSources } from '@counterfoil/web/dev'
import { readIfThere } from '../step.ts'

type PageMaker = Pick<
  WebBuild,
  | 'fillTemplate'
  | 'render'
  | 'renderLate'
  | 'describePage'
  | 'findFirstQuery'
  | 'readFigures'
  | 'renderLetter'
>

function makerOf({ template, entry }: WebSources): PageMaker {
  return { ...(entry as unknown as PageMaker), fillTemplate: compileTemplate(template) }
}

/** Creates a web build that is loaded again for every request that may need it. */
async function createLiveWeb(): Promise<{ readonly web: WebBuild; use(sources: WebSources): void }> {
  let maker: PageMaker | undefined
  const current = (): PageMaker => {
    if (maker === undefined) throw new Error('asked for a page before the sources were read')
    return maker
  }
  return {
    use(sources) {
      maker = makerOf(sources)
    },
    web: {
      files: new Map(),
      fillTemplate: (parts) => current().fillTemplate(parts),
      render: (page) => current().render(page),
      renderLate: (page) => current().renderLate(page),
      describePage: (page) => current().describePage(page),
      findFirstQuery: (page) => current().findFirstQuery(page),
      readFigures: (reading) => current().readFigures(reading),
      renderLetter: (letter) => current().renderLetter(letter),
      operations: await readManifest(),
      id: 'dev',
    },
  }
}

/**
 * Adds to the page's own policy the permissions that hot module replacement needs: its WebSocket, and the worker from a blob in
 * which it waits for a restarting server.
 */
function allowReplacing(res: ServerResponse): void {
  const setHeader = res.setHeader.bind(res)
  res.setHeader = (name, value) =>
    setHeader(
      name,
      name === 'Content-Security-Policy'
        ? String(value)
            .replace("connect-src 'self'", "connect-src 'self' ws: wss:; worker-src blob:")
            .replace("; require-trusted-types-for 'script'", '')
        : value,
    )
}

/**
 * Polls whether the sources can be read, or fail for another reason, and then reloads. So an error page becomes current even if it
 * missed changes while it loaded or while this process restarted.
 */
const LOOK_AGAIN = `setInterval(async () => {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer && answer.headers.get('X-Fault') !== document.body.dataset.fault) location.reload()
}, 300)`

function sendFault(res: ServerResponse, error: unknown): void {
  const report = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const text = stripVTControlCharacters(report)
  const fault = createHash('sha256').update(text).digest('base64url')
  res.writeHead(500, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Fault': fault,
  })
  res.end(
    `<!doctype html><title>The sources cannot be used</title><body data-fault="${fault}"><pre>${escapeHtml(text)}</pre><script>${LOOK_AGAIN}</script>`,
  )
}

/** Puts the development server in front of the app: it serves the sources, the app serves everything else. */
function standInFront(server: Server, use: (sources: WebSources) => void): Promise<WebDev> {
  const opening = createWebDev(server)
  const [app] = server.listeners('request') as RequestListener[]
  if (app === undefined) throw new Error('the server has no app')
  server.removeListener('request', app)
  const answer: RequestListener = (req, res) => {
    opening
      .then((dev) =>
        dev.serve(req, res, () => {
          allowReplacing(res)
          void dev.read().then(
            (sources) => {
              use(sources)
              app(req, res)
            },
            (error: unknown) => sendFault(res, error),
          )
        }),
      )
      .catch((error: unknown) => sendFault(res, error))
  }
  server.on('request', answer)
  return opening
}

const config = parseConfig(process.env, readIfThere)
const live = await createLiveWeb()
await runBff(config, {
  web: live.web,
  onListening: (server) => void standInFront(server, live.use).catch(() => undefined),
})
// A developer does not wait for open requests; the next process completes their work.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
