import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { PortTakenError, listen } from './listen-and-stop.ts'

describe(listen, () => {
  it('says which port is taken', async () => {
    const first = await listen((_req, res) => res.end(), { host: '127.0.0.1', port: 0 })
    const second = listen((_req, res) => res.end(), { host: '127.0.0.1', port: first.port })
    await expect(second).rejects.toThrow(PortTakenError)
    await expect(second).rejects.toThrow(String(first.port))
    await first.close()
  })

  it('lets an answer in flight finish before it closes', async () => {
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const service = await listen(
      async (_req, res) => {
        noteAsked()
        await released
        res.end('whole')
      },
      { host: '127.0.0.1', port: 0 },
    )
    const answer = fetch(service.url)
    await asked
    const closed = service.close()
    release()
    expect(await (await answer).text()).toBe('whole')
    await closed
  })

  it('cuts what is still open after the grace', async () => {
    const service = await listen(() => {}, { host: '127.0.0.1', port: 0 })
    const answer = fetch(service.url).then(
      () => 'answered',
      () => 'cut',
    )
    await once(service.server, 'request')
    await service.close(0)
    expect(await answer).toBe('cut')
  })

  it('allows every service the same time for a head and a whole request unless told', async () => {
    const { server, close } = await listen(() => {}, { host: '127.0.0.1', port: 0 })
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 })
    await close(0)
  })

  it.each([
    ['the head', 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: '],
    ['the body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nslow'],
  ])('cuts off who sends %s of a request too slowly, and nobody else', async (_part, beginning) => {
    const server = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 }
    const service = await listen((req, res) => void req.resume().on('end', () => res.end('ok')), {
      host: '127.0.0.1',
      port: 0,
      server,
    })
    const slow = connect(service.port, '127.0.0.1')
    let answer = ''
    slow.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    slow.write(beginning)
    await once(slow, 'close')
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    // On a machine that stalls, somebody else may be too slow once as well.
    let other = ''
    while (other !== 'ok') other = await (await fetch(service.url)).text()
    await service.close(0)
  })
})
