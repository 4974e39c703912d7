import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { until } from '@counterfoil/testkit/until'
import { describe, expect, it } from 'vitest'
import { LOOK_BYTES } from './answer-text.ts'
import { startGraphqlWorld, current, World, persisted, sendJson, codeOf } from './testing/graphql-fixture.ts'

startGraphqlWorld()

it('a provider that does not answer gets only as many waiting calls as fit, and is called again afterwards', async () => {
  await current.world.stop()
  current.world = new World()
  await current.world.start({ maxCalls: 2 })
  const held: ServerResponse[] = []
  const { promise: bothThere, resolve: noteBoth } = Promise.withResolvers<void>()
  current.world.answerUpstream = (_req, res) => {
    held.push(res)
    if (held.length === 2) noteBoth()
  }
  const waiting = [current.world.ask(), current.world.ask()]
  await bothThere
  const refused = await current.world.ask()
  expect(refused.status).toBe(503)
  expect(codeOf(refused)).toBe('provider-unavailable')
  for (const res of held) sendJson(res, '{"data":{}}')
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  current.world.answerUpstream = (_req, res) => sendJson(res, '{"data":{}}')
  expect((await current.world.ask()).status).toBe(200)
})

describe('streaming of an answer', () => {
  const LONG = JSON.stringify({ data: { pad: 'long '.repeat(60_000) } })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('passes on a %s answer unchanged, with the right length', async (encoding, compress) => {
    const packed = compress(Buffer.from(LONG))
    current.world.answerUpstream = (_req, res) =>
      sendJson(res, packed, 200, { 'content-encoding': encoding, 'content-length': String(packed.length) })
    const answer = await current.world.ask({ headers: { 'accept-encoding': encoding } })
    expect(answer.raw.equals(packed)).toBe(true)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-length']).toBe(String(packed.length))
    expect(current.world.upstreamRequests[0]?.headers['accept-encoding']).toBe(encoding)
  })

  it('passes on a long answer while it is received', async () => {
    const { promise: continued, resolve: goOn } = Promise.withResolvers<void>()
    const half = Math.floor(LONG.length / 2)
    current.world.answerUpstream = (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.write(LONG.slice(0, half))
      void continued.then(() => res.end(LONG.slice(half)))
    }
    const [res] = (await once(current.world.open(persisted()), 'response')) as [IncomingMessage]
    let body = ''
    res.on('data', (chunk: Buffer) => {
      body += chunk.toString()
      // The first half is here although the provider has not sent the second.
      if (body.length >= half) goOn()
    })
    await once(res, 'end')
    expect(body).toBe(LONG)
  })

  it('cuts the connection if the provider breaks off in the middle of an answer', async () => {
    current.world.answerUpstream = (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.write(LONG.slice(0, LOOK_BYTES * 3), () => res.destroy())
    }
    const answer = await current.world.ask()
    expect(answer.isWhole).toBe(false)
    expect(current.world.logLines.join('')).toContain('graphql.broke-off')
  })

  it('cuts the connection if the provider sends less than announced', async () => {
    current.world.answerUpstream = (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': String(LONG.length) })
      res.write(LONG.slice(0, LOOK_BYTES * 3), () => res.destroy())
    }
    expect((await current.world.ask()).isWhole).toBe(false)
  })

  it('answers with a problem if a short answer breaks off before anything was sent', async () => {
    current.world.answerUpstream = (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      res.write('{"data":', () => res.destroy())
    }
    expect(codeOf(await current.world.ask())).toBe('provider-unavailable')
  })

  it.each([
    ['before the provider answers', false],
    ['while the answer streams', true],
  ])('cancels the call at the provider if the browser disconnects %s', async (_name, begins) => {
    const { promise: arrived, resolve: noteArrived } = Promise.withResolvers<ServerResponse>()
    current.world.answerUpstream = (_req, res) => {
      if (begins) {
        res.writeHead(200, { 'content-type': 'application/json' })
        res.write(LONG)
      }
      noteArrived(res)
    }
    const req = current.world.open(persisted())
    req.on('error', () => {})
    const upstream = await arrived
    if (begins) await once(req, 'response')
    const closed = once(upstream, 'close')
    req.destroy()
    await closed
    expect(upstream.writableFinished).toBe(false)
    expect(current.world.events.filter(({ kind }) => kind === 'provider_down')).toEqual([])
  })

  it('reads from the provider no faster than the browser reads', async () => {
    const chunk = Buffer.alloc(65_536, 'x')
    const total = 2000
    let sent = 0
    let provider: ServerResponse | undefined
    current.world.answerUpstream = (_req, res) => {
      provider = res
      res.writeHead(200, { 'content-type': 'application/json' })
      const pump = () => {
        while (sent < total) {
          sent += 1
          if (!res.write(chunk)) {
            res.once('drain', pump)
            return
          }
        }
        res.end()
      }
      pump()
    }
    const req = current.world.open(persisted())
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    // The browser stops reading: the provider waits for a drain event, and its socket buffer stays the same.
    let before = -1
    await until('the provider is held back', () => {
      const waiting = provider?.writableLength ?? 0
      const isHeld = provider?.writableNeedDrain === true && waiting === before
      before = waiting
      return isHeld
    })
    expect(sent).toBeLessThan(total / 2)
    let received = 0
    res.on('data', (data: Buffer) => (received += data.length))
    await once(res, 'end')
    expect(received).toBe(total * chunk.length)
  })

  it('passes on the parts of a multipart answer as they are received', async () => {
    const { promise: continued, resolve: goOn } = Promise.withResolvers<void>()
    current.world.answerUpstream = (_req, res) => {
      res.writeHead(200, { 'content-type': 'multipart/mixed; boundary="-"' })
      res.write('first')
      void continued.then(() => res.end('second'))
    }
    const [res] = (await once(current.world.open(persisted()), 'response')) as [IncomingMessage]
    expect(String((await once(res, 'data'))[0])).toBe('first')
    goOn()
    expect(String((await once(res, 'data'))[0])).toBe('second')
  })
})
