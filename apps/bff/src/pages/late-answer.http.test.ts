import type { FirstAnswer, FirstQuery } from '@counterfoil/bff-api/session'
import { until } from '@counterfoil/testkit/until'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ANSWER, jsonOf, open, QUERY, startLatePages, world } from './testing/late-page-fixture.ts'

startLatePages()

describe('the heading of a page with figures', () => {
  const FIGURES: FirstQuery = { ...QUERY, kind: 'figures', operationName: 'overview', variables: {} }

  beforeEach(() => {
    world.query = FIGURES
    world.beginning = '<h1>'
  })

  it.each(['identity', 'zstd', 'br', 'gzip'])(
    'is sent before the figures have been read (%s)',
    async (encoding) => {
      const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
      world.reading = promise
      world.inTimeMs = 60_000
      const page = await open(encoding)
      await until('the heading is there', () => page.text().includes('<h1>'))
      expect(page.text()).toMatch(/<\/head><body><div id="root"><h1><!--[0-9a-f]*-->$/)
      answer({ ...ANSWER, ...FIGURES })
      await page.ended
      expect(page.text()).toMatch(/<h1><!--[0-9a-f]*-->Read<\/h1><\/div>/)
      expect(jsonOf(page.text(), 'boot')).toMatchObject({ firstAnswer: FIGURES })
      expect(page.text()).not.toContain('id="first-answer"')
    },
  )

  it('is sent once if the figures are late', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
    world.reading = promise
    const page = await open()
    await until('the page can be shown', () => page.text().includes('</script><!--'))
    expect(page.text()).toMatch(/<body><div id="root"><h1><!--[0-9a-f]*-->Waiting<\/h1><\/div>/)
    expect(jsonOf(page.text(), 'boot')).toMatchObject({ firstQuery: FIGURES })
    answer({ ...ANSWER, ...FIGURES })
    await page.ended
    expect(page.text()).toContain('<div hidden id="S:0">came late')
  })

  it('is followed by the figures as a late part if they would change HTML that was already sent', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
    world.reading = promise
    world.beginning = '<h1>W'
    world.inTimeMs = 60_000
    const page = await open()
    await until('the heading is there', () => page.text().includes('<h1>W'))
    answer({ ...ANSWER, ...FIGURES })
    await page.ended
    expect(page.text()).toMatch(/<div id="root"><h1>W<!--[0-9a-f]*-->aiting<\/h1><\/div>/)
    expect(jsonOf(page.text(), 'boot')).not.toHaveProperty('firstAnswer')
    expect(jsonOf(page.text(), 'boot')).toMatchObject({ firstQuery: FIGURES })
    expect(jsonOf(page.text(), 'first-answer')).toMatchObject(FIGURES)
    expect(page.text()).toContain('<div hidden id="S:0">came late')
  })

  it('is part of the whole page if rendering the figures throws', async () => {
    world.reading = Promise.resolve({ ...ANSWER, ...FIGURES, data: { broken: true } })
    const page = await open()
    await page.ended
    expect(page.text()).toMatch(/<div id="root"><h1><!--[0-9a-f]*-->Waiting<\/h1><\/div>/)
    expect(page.text()).toMatch(/<\/body><\/html>$/)
    expect(world.partErrors).toEqual(['broken'])
  })
})

describe('the first query of a page', () => {
  it('is answered in the first HTML if the answer comes in time, and the page is rendered once', async () => {
    world.reading = Promise.resolve(ANSWER)
    const page = await open()
    await page.ended
    expect(world.begun).toBe(0)
    expect(page.text()).toContain('<h1>Read</h1>')
    expect(jsonOf(page.text(), 'boot')).toMatchObject({ firstAnswer: ANSWER })
    expect(page.text()).not.toContain('id="first-answer"')
    expect(page.text()).toMatch(/<\/script><!--[0-9a-f]*--><\/body><\/html>$/)
  })

  it.each(['identity', 'zstd', 'br', 'gzip'])(
    'is awaited after the head of the page, which is sent at once (%s)',
    async (encoding) => {
      const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
      world.reading = promise
      world.inTimeMs = 60_000
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

  it.each(['identity', 'zstd', 'br', 'gzip'])(
    'is sent after the rendered page if the answer is late (%s), and cannot close a script element',
    async (encoding) => {
      const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
      world.reading = promise
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
      // The part that shows it is behind it, outside the root.
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
          void until('it is shown', () => world.asked.length > 0).then(() => setImmediate(resolve, undefined))
        }),
    ],
  ])(
    'ends the page without an answer if it fails %s, so that the browser sends the query itself',
    async (_when, fail) => {
      world.reading = fail()
      const page = await open()
      await page.ended
      expect(page.text()).toContain('<h1>Waiting</h1>')
      expect(page.text()).not.toContain('id="first-answer"')
      expect(page.text()).toMatch(/<\/body><\/html>(<!--[0-9a-f]*-->)?$/)
    },
  )

  it('is padded with random lengths, so that compressed sizes do not reveal guessed parts of a secret', async () => {
    const lengths = new Set<number>()
    for (let times = 0; times < 30; times += 1) {
      const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
      world.reading = promise
      const page = await open()
      await until('the page can be shown', () => /<\/script><!--[0-9a-f]*-->$/.test(page.text()))
      lengths.add(page.text().length)
      answer(undefined)
      await page.ended
    }
    expect(lengths.size).toBeGreaterThan(8)
  })

  it('is not sent for HEAD, nor for a page without a query', async () => {
    world.reading = Promise.resolve(ANSWER)
    await open('identity', 'HEAD')
    world.query = undefined
    const page = await open()
    await page.ended
    expect(world.asked).toEqual([])
    expect(jsonOf(page.text(), 'boot')).not.toHaveProperty('firstQuery')
  })

  it.each([
    ['at once', (answer: Promise<FirstAnswer>) => answer],
    ['late', () => new Promise<never>(() => undefined)],
  ])('is sent with an empty root that the browser renders if rendering throws: %s', async (_when, read) => {
    world.reading = read(Promise.resolve(ANSWER))
    world.breaks = true
    const page = await open()
    await page.ended
    expect(page.text()).toContain('<body><div id="root"></div>')
    expect(jsonOf(page.text(), 'boot')).toMatchObject({ session: { locale: 'fr' } })
    expect(world.partErrors).toEqual(['broken'])
  })

  it('keeps the connection active while it waits, so that the page does not seem cut off', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
    world.reading = promise
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

  it('causes no error on the server if the browser leaves before the answer', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<FirstAnswer | undefined>()
    world.reading = promise
    const page = await open('br')
    await until('the page can be shown', () => page.text().includes('id="boot"'))
    page.leave()
    answer(ANSWER)
    world.reading = Promise.resolve(ANSWER)
    const next = await open('br')
    await next.ended
    expect(next.text()).toContain('<h1>Read</h1>')
  })
})
