import { request, type IncomingMessage } from 'node:http'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'
import { PassThrough, type Transform } from 'node:stream'
import type { Boot, FirstAnswer, FirstQuery, LatePage } from '@counterfoil/bff-api/session'
import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import express from 'express'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { errorMiddleware } from '@counterfoil/bff/server'
import { createPageRoutes } from '../page-routes.ts'
import { compileTemplate } from '../page-template.ts'

export const QUERY: FirstQuery = {
  connectionId: asConnectionId('connection-1'),
  version: 1,
  operationName: 'Details',
  variables: { id: 'business-1' },
}
export const ANSWER: FirstAnswer = {
  ...QUERY,
  readAt: '2026-11-20T03:00:00.000Z',
  data: { business: { name: 'Café </script><script>alert(1)</script>' } },
}
const TEMPLATE =
  '<!doctype html><html lang="__LANG__" data-theme="__THEME__"><head><!--app-head-->' +
  '<script type="module" nonce="__NONCE__" src="/assets/main-abc.js"></script></head>' +
  '<body><div id="root"><!--app-html--></div><!--app-boot--></body></html>'

/** The service of the current test and its answers. By default a page queries `QUERY` and has no answer. */
export const world = {} as {
  service: Listening
  reading: Promise<FirstAnswer | undefined> | undefined
  asked: FirstQuery[]
  query: FirstQuery | undefined
  /** The number of renderings that began without the answer. */
  begun: number
  breaks: boolean
  inTimeMs: number
  partErrors: unknown[]
  /** The inside of the root up to the first part that waits. */
  beginning: string
}

function shell(boot: Boot): string {
  if (world.breaks || boot.firstAnswer?.data['broken'] === true) throw new Error('broken')
  return `<h1>${boot.firstAnswer === undefined ? 'Waiting' : 'Read'}</h1>`
}

/** Serves pages whose first answer is controlled by the tests of a file. */
export function startLatePages(): void {
  beforeAll(async () => {
    const app = express()
    app.use(
      createPageRoutes({
        web: {
          ...emptyWebBuild(),
          fillTemplate: compileTemplate(TEMPLATE),
          findFirstQuery: () => world.query,
          async renderLate({ boot, late }) {
            world.begun += 1
            const html = shell(boot)
            const pipe: LatePage['pipe'] = (sink) => {
              sink.write(html.slice(world.beginning.length))
              sink.flush()
              void late.then((answer) => {
                sink.write(`<div hidden id="S:0">${answer === undefined ? 'never came' : 'came late'}</div>`)
                sink.flush()
                sink.end()
              })
            }
            return { beginning: world.beginning, pipe }
          },
          render: ({ boot }) => ({ html: shell(boot), title: 'Counterfoil', status: 200 }),
        },
        get inTimeMs() {
          return world.inTimeMs
        },
        onPartError: (error) => world.partErrors.push((error as Error).message),
        publicUrl: 'https://app.example',
        signInUrls: () => ['https://id.example'],
        loadBoot: async () =>
          ({
            session: { locale: 'fr', theme: 'dark', connections: [] },
            connectResult: null,
            now: ANSWER.readAt,
          }) as unknown as Boot,
        readFirst: (_req, _res, about) => {
          world.asked.push(about)
          return world.reading
        },
      }),
    )
    const config = { publicUrl: 'https://app.example', supportUrl: undefined }
    app.use(errorMiddleware({ logger: createLogger({ name: 'test', level: 'silent' }), config }))
    world.service = await listen(app, { host: '127.0.0.1', port: 0 })
  })
  beforeEach(() => {
    world.asked = []
    world.partErrors = []
    world.begun = 0
    world.breaks = false
    world.beginning = ''
    world.inTimeMs = 20
    world.query = QUERY
    world.reading = undefined
  })
  afterAll(() => world.service.close(0))
}

export interface Page {
  readonly head: IncomingMessage
  /** Returns the decompressed text received so far. */
  text(): string
  readonly ended: Promise<void>
  leave(): void
}

const UNPACK: Readonly<Record<string, () => Transform>> = {
  zstd: createZstdDecompress,
  br: createBrotliDecompress,
  gzip: createGunzip,
}

export function open(encoding = 'identity', method = 'GET'): Promise<Page> {
  return new Promise((resolve, reject) => {
    const req = request(world.service.url, { method, headers: { 'accept-encoding': encoding } }, (head) => {
      const unpack = (UNPACK[encoding] ?? (() => new PassThrough()))()
      let text = ''
      unpack.on('data', (chunk: Buffer) => (text += chunk.toString()))
      unpack.on('error', () => undefined)
      const ended = new Promise<void>((end) => unpack.once('end', end))
      head.pipe(unpack)
      head.on('error', () => undefined)
      resolve({ head, text: () => text, ended, leave: () => req.destroy() })
    })
    req.once('error', reject).end()
  })
}

export const jsonOf = (html: string, id: string): unknown =>
  JSON.parse(
    new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html)?.[1] ?? 'null',
  )
