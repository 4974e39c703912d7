import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OperationManifestSchema, type OperationManifest } from '@counterfoil/bff-api/graphql'
import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { RenderLetter } from '@counterfoil/bff-api/letter'
import type { DescribePage, FindFirstQuery, RenderLatePage, RenderPage } from '@counterfoil/bff-api/session'
import { ConfigError } from '@counterfoil/service/settings/config-faults'
import { TemplateError, compileTemplate } from './page-template.ts'

export interface StaticFile {
  readonly contentType: string
  readonly identity: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
  /** The ETag of the content, without quotes. */
  readonly etag: string
  /** True if the file's name changes with its content. */
  readonly isImmutable: boolean
}

/** The built web app, held in memory because it is small and requested often. */
export interface WebBuild {
  /** Keyed by URL path, for example `/assets/main-3f2a.js`. */
  readonly files: ReadonlyMap<string, StaticFile>
  readonly fillTemplate: ReturnType<typeof compileTemplate>
  readonly render: RenderPage
  readonly renderLate: RenderLatePage
  readonly describePage: DescribePage
  readonly findFirstQuery: FindFirstQuery
  readonly readFigures: FiguresReader
  readonly renderLetter: RenderLetter
  readonly operations: OperationManifest
  /** The id of the build, which differs if any file differs. */
  readonly id: string
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Reads the web build from `dir`.
 * @throws ConfigError naming `BFF_WEB_DIR` and the missing file.
 */
export async function loadWebBuild(dir: string): Promise<WebBuild> {
  const template = await readOrFault(join(dir, 'client', 'index.html'))
  const manifest = await readOrFault(join(dir, 'operations.json'))
  const files = await readClientFiles(join(dir, 'client'))
  const entry = await importServerEntry(join(dir, 'server', 'render.js'))
  const id = createHash('sha256').update(template).update(manifest)
  for (const [path, file] of files) id.update(path).update(file.etag)
  return {
    files,
    fillTemplate: compileOrFault(template),
    ...entry,
    operations: parseManifest(manifest),
    id: id.digest('base64url').slice(0, 16),
  }
}

function fault(message: string): never {
  throw new ConfigError([{ setting: 'BFF_WEB_DIR', message }])
}

async function readOrFault(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return fault(`holds no web build: ${path} cannot be read; build the web app first`)
  }
}

function compileOrFault(template: string): WebBuild['fillTemplate'] {
  try {
    return compileTemplate(template)
  } catch (error) {
    if (error instanceof TemplateError) return fault(`holds a web build that does not fit: ${error.message}`)
    throw error
  }
}

function parseManifest(text: string): OperationManifest {
  try {
    return OperationManifestSchema.parse(JSON.parse(text))
  } catch {
    return fault('holds a web build that does not fit: operations.json is not an operation manifest')
  }
}

const SERVER_EXPORTS = [
  ...(['render', 'renderLate', 'describePage', 'findFirstQuery', 'readFigures', 'renderLetter'] as const),
]
type ServerEntry = Pick<WebBuild, (typeof SERVER_EXPORTS)[number]>

async function importServerEntry(path: string): Promise<ServerEntry> {
  await readOrFault(path)
  const module = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>
  const missing = SERVER_EXPORTS.filter((name) => typeof module[name] !== 'function')
  if (missing.length > 0) {
    fault(`holds a web build that does not fit: server/render.js exports no ${missing.join(', no ')}`)
  }
  return module as unknown as ServerEntry
}

async function readClientFiles(root: string): Promise<ReadonlyMap<string, StaticFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(paths)
  const served = paths.filter((path) => !/\.(?:br|gz)$/.test(path) && path !== join(root, 'index.html'))
  return new Map(
    await Promise.all(
      served.map(async (path) => {
        const url = `/${relative(root, path).split(sep).join('/')}`
        return [url, await readStaticFile({ path, url }, known)] as const
      }),
    ),
  )
}

async function readStaticFile(
  { path, url }: { readonly path: string; readonly url: string },
  known: ReadonlySet<string>,
): Promise<StaticFile> {
  const [identity, br, gzip] = await Promise.all([
    readFile(path),
    known.has(`${path}.br`) ? readFile(`${path}.br`) : undefined,
    known.has(`${path}.gz`) ? readFile(`${path}.gz`) : undefined,
  ])
  return {
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    identity,
    br,
    gzip,
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    isImmutable: url.startsWith('/assets/'),
  }
}
