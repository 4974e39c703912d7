import {
  EXPLORER_POLICY,
  pageHeaders,
  policyHeaders,
} from '@counterfoil/service/http/content-security-policy'
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { providerTokensCss } from '@counterfoil/design/tokens'
import { escapeHtml } from '@counterfoil/service/http/html-escape'
import { Router, type Response } from 'express'

type File = { readonly type: string; readonly plain: Buffer; readonly br: Buffer; readonly gzip: Buffer }
type Explorer = { readonly files: ReadonlyMap<string, File>; readonly page: File }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'
const PAGE = 'text/html; charset=utf-8'

async function pack({ type, text }: Pick<File, 'type'> & { readonly text: string }): Promise<File> {
  const plain = Buffer.from(text)
  const br = await compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return { type, plain, br, gzip: await compressGzip(plain) }
}

const readOwn = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

async function readExplorer(about: {
  readonly basePath: string
  readonly providerName: string
}): Promise<Explorer> {
  const { basePath, providerName } = about
  // Nine megabytes of text: loaded only by a process in which somebody opens the page.
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql')
  const files = new Map<string, File>()
  const keep = async (file: Parameters<typeof pack>[0], name: string) => {
    const packed = await pack(file)
    const path = `${hash('sha256', packed.plain, 'hex').slice(0, 16)}-${name}`
    files.set(path, packed)
    return `${basePath}/${path}`
  }
  const names: ExplorerFiles = {
    editorScript: await keep({ type: SCRIPT, text: graphiql.js }, 'graphiql.js'),
    editorStyle: await keep({ type: STYLE, text: graphiql.css }, 'graphiql.css'),
    queryWorker: await keep({ type: SCRIPT, text: graphiql.graphqlWorker }, 'graphql-worker.js'),
    jsonWorker: await keep({ type: SCRIPT, text: graphiql.jsonWorker }, 'json-worker.js'),
    textWorker: await keep({ type: SCRIPT, text: graphiql.editorWorkerService }, 'text-worker.js'),
    pageScript: await keep({ type: SCRIPT, text: await readOwn('explorer.js') }, 'explorer.js'),
    pageStyle: await keep(
      { type: STYLE, text: `${providerTokensCss}\n${await readOwn('explorer.css')}` },
      'explorer.css',
    ),
  }
  return { files, page: await pack({ type: PAGE, text: buildExplorerPage(providerName, names) }) }
}

function sendFile(res: Response, file: File, encoding: string | false): void {
  res.set({
    'Content-Type': file.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...policyHeaders(EXPLORER_POLICY),
    Vary: 'Accept-Encoding',
  })
  sendBody(res, file, encoding)
}

function sendBody(res: Response, file: File, encoding: string | false): void {
  if (encoding === 'br' || encoding === 'gzip') res.set('Content-Encoding', encoding).end(file[encoding])
  else res.end(file.plain)
}

/**
 * Creates the routes of GraphiQL with the documentation of the schema, for a browser that opens the endpoint. All its files come
 * from here: it works without a network, under a policy that allows nothing else.
 *
 * @param path Path of the endpoint. A call that does not prefer HTML goes on to the next handler.
 */
export function createExplorerRoutes({
  path,
  providerName,
}: {
  readonly path: string
  readonly providerName: string
}): Router {
  const filesPath = `${path}/explorer`
  let explorer: Promise<Explorer> | undefined
  const read = () => (explorer ??= readExplorer({ basePath: filesPath, providerName }))

  const router = Router()
  // Not `router.get`: that would also answer OPTIONS, which is not ours to answer.
  router.all([path, `${path}/`], async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const wanted = req.accepts(['application/graphql-response+json', 'application/json', 'text/html'])
    if (wanted !== 'text/html') return next()
    const { page } = await read()
    res.set({
      ...pageHeaders(EXPLORER_POLICY),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Content-Type': PAGE,
      Vary: 'Accept, Accept-Encoding',
    })
    sendBody(res, page, req.acceptsEncodings('br', 'gzip'))
  })
  router.get(`${filesPath}/:name`, async (req, res, next) => {
    const { files } = await read()
    const file = files.get(req.params.name)
    if (file === undefined) next()
    else sendFile(res, file, req.acceptsEncodings('br', 'gzip'))
  })
  return router
}

/** The addresses of the page's files; every one is ours, nothing is fetched from elsewhere. */
type ExplorerFiles = {
  readonly editorStyle: string
  readonly editorScript: string
  readonly pageStyle: string
  readonly pageScript: string
  readonly queryWorker: string
  readonly jsonWorker: string
  readonly textWorker: string
}

/** Builds the page for a browser that opens the endpoint: GraphiQL, and a field for a token. */
function buildExplorerPage(providerName: string, files: ExplorerFiles): string {
  const name = escapeHtml(providerName)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${name} GraphQL</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${files.editorStyle}">
    <link rel="stylesheet" href="${files.pageStyle}">
  </head>
  <body class="no-focus-outline">
    <header>
      <h1>${name} GraphQL</h1>
      <div class="token">
        <label for="token">Access token</label>
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint">
        <span id="token-hint">A personal token is enough. It stays in this tab and is gone when you close it.</span>
      </div>
      <noscript>The explorer needs JavaScript. The endpoint itself takes POST requests from any program.</noscript>
    </header>
    <main id="explorer" data-query-worker="${files.queryWorker}" data-json-worker="${files.jsonWorker}"
      data-text-worker="${files.textWorker}"></main>
    <script src="${files.editorScript}"></script>
    <script src="${files.pageScript}"></script>
  </body>
</html>
`
}
