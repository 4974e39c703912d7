import { request, type IncomingMessage } from 'node:http'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { PassThrough } from 'node:stream'
import type { Boot, FirstAnswer, FirstQuery, LatePage } from '@counterfoil/bff-api/session'
import { listen, type Listening } from '@counterfoil/service/listen-and-stop'
import { createLogger } from '@counterfoil/service/logger'
import { until } from '@counterfoil/testkit/until'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { errorMiddleware } from './error-middleware.ts'
import { createPageRoutes } from './page-routes.ts'
import { compileTemplate } from './page-template.ts'

const QUERY: FirstQuery = {
  connectionId: asConnectionId('connection-1'),
  version: 1,
  operationName: 'Details',
  variables: { id: 'business-1' },
}
const ANSWER: FirstAnswer = {
  ...QUERY,
  readAt: '2026-11-20T03:00:00.000Z',
  data: { business: { name: 'Café </script><script>alert(1)</script>' } },
}
const TEMPLATE =
  '<!doctype html><html lang="__LANG__" data-theme="__THEME__"><head><!--app-head-->' +
  '<script type="module" nonce="__NONCE__" src="/assets/main-abc.js"></script></head>' +
  '<body><div id="root"><!--app-html--></div><!--app-boot--></body></html>'

let service: Listening
let reading: Promise<FirstAnswer | undefined> | undefined
let asked: FirstQuery[]
let query: FirstQuery | undefined
let breaks = false
let inTimeMs: number
let partErrors: unknown[]
/** The inside of the root up to the first part that waits. */
let beginning: string

function shell(boot: Boot): string {
  if (breaks || boot.firstAnswer?.data['broken'] === true) throw new Error('broken')
  return `<h1>${boot.firstAnswer === undefined ? 'Waiting' : 'Read'}</h1>`
}

beforeAll(async () => {
  const app = express()
  app.use(
    createPageRoutes({
      web: {
        ...emptyWebBuild(),
        fillTemplate: compileTemplate(TEMPLATE),
        findFirstQuery: () => query,
        async renderLate({ boot, late }) {
          const html = shell(boot)
          const pipe: LatePage['pipe'] = (sink) => {
            sink.write(html.slice(beginning.length))
            sink.flush()
            void late.then((answer) => {
              sink.write(`<div hidden id="S:0">${answer === undefined ? 'never came' : 'came late'}</div>`)
              sink.flush()
              sink.end()
            })
          }
          return { beginning, pipe }
        },
        render: ({ boot }) => ({ html: shell(boot), title: 'Counterfoil', status: 200 }),
      },
      get inTimeMs() {
        return inTimeMs
      },
      onPartError: (error) => partErrors.push((error as Error).message),
      publicUrl: 'https://app.example',
      providerAuthUrl: 'https://id.example',
      loadBoot: async () =>
        ({
          session: { locale: 'fr', theme: 'dark' },
          connectResult: null,
          now: ANSWER.readAt,
        }) as unknown as Boot,
      readFirst: (_req, _res, about) => {
        asked.push(about)
        return reading
      },
    }),
  )
  app.use(errorMiddleware({ logger: createLogger({ name: 'test', level: 'silent' }) }))
  service = await listen(app, { host: '127.0.0.1', port: 0 })
})
beforeEach(() => {
  asked = []
  partErrors = []
  beginning = ''
  inTimeMs = 20
  query = QUERY
  reading = undefined
})
afterAll(() => service.close(0))

interface Page {
  readonly head: IncomingMessage
  /** What has come so far, unpacked. */
  text(): string
  readonly ended: Promise<void>
  leave(): void
}

function open(encoding = 'identity', method = 'GET'): Promise<Page> {
  return new Promise((resolve, reject) => {
    const req = request(service.url, { method, headers: { 'accept-encoding': encoding } }, (head) => {
      const unpack =
        encoding === 'br'
          ? createBrotliDecompress()
          : encoding === 'gzip'
            ? createGunzip()
            : new PassThrough()
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

const jsonOf = (html: string, id: string): unknown =>
  JSON.parse(
    new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html)?.[1] ?? 'null',
  )

describe('the heading of a page of figures', () => {
  const FIGURES: FirstQuery = { ...QUERY, kind: 'figures', operationName: 'overview', variables: {} }

  beforeEach(() => {
    query = FIGURES
    beginning = '<h1>'
  })

  it.each(['identity', 'br', 'gzip'])('is sent before the figures are there (%s)', async (encoding) => {
    const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
    reading = promise
    inTimeMs = 60_000
    const page = await open(encoding)
    await until('the heading is there', () => page.text().includes('<h1>'))
    expect(page.text()).toMatch(/<\/head><body><div id="root"><h1><!--[0-9a-f]*-->$/)
    answer({ ...ANSWER, ...FIGURES })
    await page.ended
    expect(page.text()).toMatch(/<h1><!--[0-9a-f]*-->Read<\/h1><\/div>/)
    expect(jsonOf(page.text(), 'boot')).toMatchObject({ firstAnswer: FIGURES })
    expect(page.text()).not.toContain('id="first-answer"')
  })

  it('is sent once where the figures are late', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
    reading = promise
    const page = await open()
    await until('the page can be shown', () => page.text().includes('</script><!--'))
    expect(page.text()).toMatch(/<body><div id="root"><h1><!--[0-9a-f]*-->Waiting<\/h1><\/div>/)
    expect(jsonOf(page.text(), 'boot')).toMatchObject({ firstQuery: FIGURES })
    answer({ ...ANSWER, ...FIGURES })
    await page.ended
    expect(page.text()).toContain('<div hidden id="S:0">came late')
  })

  it('is followed by the figures as a late part where they would change what was sent', async () => {
    reading = Promise.resolve({ ...ANSWER, ...FIGURES })
    beginning = '<h1>W'
    const page = await open()
    await page.ended
    expect(page.text()).toMatch(/<div id="root"><h1>W<!--[0-9a-f]*-->aiting<\/h1><\/div>/)
    expect(jsonOf(page.text(), 'boot')).not.toHaveProperty('firstAnswer')
    expect(jsonOf(page.text(), 'boot')).toMatchObject({ firstQuery: FIGURES })
    expect(jsonOf(page.text(), 'first-answer')).toMatchObject(FIGURES)
    expect(page.text()).toContain('<div hidden id="S:0">came late')
  })

  it('stands in a whole page where the figures break it', async () => {
    reading = Promise.resolve({ ...ANSWER, ...FIGURES, data: { broken: true } })
    const page = await open()
    await page.ended
    expect(page.text()).toMatch(/<div id="root"><h1><!--[0-9a-f]*-->Waiting<\/h1><\/div>/)
    expect(page.text()).toMatch(/<\/body><\/html>$/)
    expect(partErrors).toEqual(['broken'])
  })
})

describe('what a page asks first', () => {
  it('is in its first HTML when it was answered in time', async () => {
    reading = Promise.resolve(ANSWER)
    const page = await open()
    await page.ended
    expect(page.text()).toContain('<h1>Read</h1>')
    expect(jsonOf(page.text(), 'boot')).toMatchObject({ firstAnswer: ANSWER })
    expect(page.text()).not.toContain('id="first-answer"')
    expect(page.text()).toMatch(/<\/script><!--[0-9a-f]*--><\/body><\/html>$/)
  })

  it.each(['identity', 'br', 'gzip'])(
    'is waited for behind the head of the page, which goes at once (%s)',
    async (encoding) => {
      const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
      reading = promise
      inTimeMs = 60_000
      const page = await open(encoding)
      await until('the head is there', () => page.text().includes('</head>'))
      expect(page.text()).toMatch(
        /<title>Counterfoil<\/title>.*src="\/assets\/main-abc\.js".*<\/head><!--[0-9a-f]*-->$/,
      )
      answer(ANSWER)
      await page.ended
      expect(page.text()).toContain('<body><div id="root"><h1>Read</h1></div>')
    },
  )

  it.each(['identity', 'br', 'gzip'])(
    'is sent after what can be shown when it is late (%s), and ends no script element',
    async (encoding) => {
      const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
      reading = promise
      const page = await open(encoding)
      await until('the page can be shown', () => page.text().includes('</script><!--'))
      expect(page.text()).toContain('<h1>Waiting</h1>')
      expect(jsonOf(page.text(), 'boot')).toMatchObject({ firstQuery: QUERY })
      const nonce = /nonce="([\w-]{22})"/.exec(page.text())?.[1]
      expect(page.text()).toContain(`<script type="module" async nonce="${nonce}" src="/assets/main-abc.js">`)
      expect(page.head.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
      expect(page.head.headers['x-accel-buffering']).toBe('no')
      expect(page.head.headers['cache-control']).toBe('no-store')
      answer(ANSWER)
      await page.ended
      expect(jsonOf(page.text(), 'first-answer')).toEqual(ANSWER)
      // The part that shows it stands behind it, outside the root.
      expect(page.text()).toMatch(
        /<\/div><script[^>]*id="boot".*id="first-answer".*<div hidden id="S:0">came late/,
      )
      expect(page.text()).not.toContain('<script>alert(1)')
      expect(page.text()).toMatch(/<\/div>(<!--[0-9a-f]*-->)+<\/body><\/html>$/)
    },
  )

  it.each([
    ['at once', () => Promise.resolve(undefined)],
    [
      'later',
      () =>
        new Promise<undefined>((resolve) => {
          void until('it is shown', () => asked.length > 0).then(() => setImmediate(resolve, undefined))
        }),
    ],
  ])('that fails %s ends the page without an answer: the page then asks for itself', async (_when, fail) => {
    reading = fail()
    const page = await open()
    await page.ended
    expect(page.text()).toContain('<h1>Waiting</h1>')
    expect(page.text()).not.toContain('id="first-answer"')
    expect(page.text()).toMatch(/<\/body><\/html>(<!--[0-9a-f]*-->)?$/)
  })

  it('differs in length where it is sent: neither part tells how much of its secret was guessed', async () => {
    const lengths = new Set<number>()
    for (let times = 0; times < 30; times += 1) {
      const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
      reading = promise
      const page = await open()
      await until('the page can be shown', () => /<\/script><!--[0-9a-f]*-->$/.test(page.text()))
      lengths.add(page.text().length)
      answer(undefined)
      await page.ended
    }
    expect(lengths.size).toBeGreaterThan(8)
  })

  it('is not read for HEAD, nor where the page asks nothing', async () => {
    reading = Promise.resolve(ANSWER)
    await open('identity', 'HEAD')
    query = undefined
    const page = await open()
    await page.ended
    expect(asked).toEqual([])
    expect(jsonOf(page.text(), 'boot')).not.toHaveProperty('firstQuery')
  })

  it.each([
    ['at once', (answer: Promise<FirstAnswer>) => answer],
    ['late', () => new Promise<never>(() => undefined)],
  ])(
    'comes with an empty root, of which the browser makes the page, where rendering breaks: %s',
    async (_when, read) => {
      reading = read(Promise.resolve(ANSWER))
      breaks = true
      const page = await open()
      await page.ended
      breaks = false
      expect(page.text()).toContain('<body><div id="root"></div>')
      expect(jsonOf(page.text(), 'boot')).toMatchObject({ session: { locale: 'fr' } })
      expect(partErrors).toEqual(['broken'])
    },
  )

  it('shows signs of life while it is waited for, so that nobody takes the page for cut off', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
    reading = promise
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const page = await open()
    await until('the page can be shown', () => page.text().includes('</script><!--'))
    const shown = page.text().length
    vi.advanceTimersByTime(2_000)
    await until('there is one', () => page.text().length > shown)
    expect(page.text().slice(shown)).toMatch(/^<!--[0-9a-f]*-->$/)
    answer(ANSWER)
    await page.ended
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
    expect(jsonOf(page.text(), 'first-answer')).toEqual(ANSWER)
  })

  it('does not trouble the server when the browser leaves before it came', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
    reading = promise
    const page = await open('br')
    await until('the page can be shown', () => page.text().includes('id="boot"'))
    page.leave()
    answer(ANSWER)
    reading = Promise.resolve(ANSWER)
    const next = await open('br')
    await next.ended
    expect(next.text()).toContain('<h1>Read</h1>')
  })
})
