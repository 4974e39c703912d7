import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { HostNotHereError, PortTakenError, findPassedSocket, listen } from './listen-and-stop.ts'

describe(listen, () => {
  it('names the port that is in use', async () => {
    const first = await listen((_req, res) => res.end(), { host: '127.0.0.1', port: 0 })
    const second = listen((_req, res) => res.end(), { host: '127.0.0.1', port: first.port })
    await expect(second).rejects.toThrow(PortTakenError)
    await expect(second).rejects.toThrow(String(first.port))
    await first.close()
  })

  it.each(['192.0.2.1', 'nowhere.invalid'])(
    'reports that a host is not an address of this machine: %s',
    async (host) => {
      const listening = listen((_req, res) => res.end(), { host, port: 0 })
      await expect(listening).rejects.toThrow(HostNotHereError)
      await expect(listening).rejects.toThrow(`${host} is not an address of this machine`)
    },
  )

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

  it('answers a caller who connected before the stop and sends the request after it', async () => {
    const service = await listen((_req, res) => res.end('whole'), { host: '127.0.0.1', port: 0 })
    const accepted = once(service.server, 'connection')
    const socket = connect(service.port, '127.0.0.1')
    await accepted
    const closed = service.close()
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK.*connection: close.*whole$/is)
    await closed
  })

  it('refuses a request with two Host headers before a route reads it', async () => {
    let asked = 0
    const service = await listen((_req, res) => void ((asked += 1), res.end('whole')), {
      host: '127.0.0.1',
      port: 0,
    })
    const send = async (head: string) => {
      const socket = connect(service.port, '127.0.0.1')
      socket.write(`GET / HTTP/1.1\r\n${head}\r\nconnection: close\r\n\r\n`)
      return (await text(socket)).split('\r\n')[0]
    }
    for (const head of ['Host: a\r\nHost: b', 'Host: a\r\nx-a: b\r\nhOST: a'])
      expect(await send(head)).toBe('HTTP/1.1 400 Bad Request')
    expect(asked).toBe(0)
    expect(await send('Host: a\r\nx-host: b')).toBe('HTTP/1.1 200 OK')
    await service.close()
  })

  it('serves callers while it drains, and closes each connection after its answer', async () => {
    const service = await listen((_req, res) => res.end('served'), { host: '127.0.0.1', port: 0 })
    expect((await fetch(service.url)).headers.get('connection')).toBe('keep-alive')
    service.drain()
    const answer = await fetch(service.url)
    expect(answer.headers.get('connection')).toBe('close')
    expect(await answer.text()).toBe('served')
    await service.close()
  })

  it('cuts open connections after the grace period', async () => {
    const service = await listen(() => {}, { host: '127.0.0.1', port: 0 })
    const answer = fetch(service.url).then(
      () => 'answered',
      () => 'cut',
    )
    await once(service.server, 'request')
    await service.close(0)
    expect(await answer).toBe('cut')
  })

  it('gives every service the same time limits for headers and requests by default', async () => {
    const { server, close } = await listen(() => {}, { host: '127.0.0.1', port: 0 })
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 })
    await close(0)
  })

  it.each([
    ['the head', 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: '],
    ['the body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nslow'],
  ])(
    'disconnects a caller who sends %s of a request too slowly, and nobody else',
    async (_part, beginning) => {
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
      expect(await (await fetch(service.url)).text()).toBe('ok')
      await service.close(0)
    },
  )

  it('answers a request that arrived while the process was blocked for longer than the request timeout', async () => {
    const server = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 10 }
    const service = await listen((_req, res) => res.end('ok'), { host: '127.0.0.1', port: 0, server })
    const said = new Int32Array(new SharedArrayBuffer(4))
    const caller = new Worker(CALLER, { eval: true, workerData: { port: service.port, said } })
    const answer = once(caller, 'message')
    await once(service.server, 'connection')
    // Nothing else happens here until the caller has said all, and the time for it is over.
    Atomics.wait(said, 0, 0)
    Atomics.wait(said, 0, 1, 2 * server.headersTimeout)
    expect(await answer).toEqual([expect.stringMatching(/^HTTP\/1\.1 200 OK.*ok$/s)])
    await service.close(0)
  })
})

/** Connects, sends a request once that is noticed, and prints the answer. */
const CALLER = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, said } } = require('node:worker_threads')
  let answer = ''
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\\r\\nhost: a\\r\\nconnection: close\\r\\n\\r\\n', () => {
      Atomics.store(said, 0, 1)
      Atomics.notify(said, 0)
    }))
  socket.on('data', (chunk) => (answer += chunk))
  socket.on('close', () => parentPort.postMessage(answer))`

describe(findPassedSocket, () => {
  it.each([
    ['for this process', { LISTEN_PID: '7', LISTEN_FDS: '1' }, 3],
    ['for the process that started us', { LISTEN_PID: '6', LISTEN_FDS: '1' }, undefined],
    ['of which there is none', { LISTEN_PID: '7', LISTEN_FDS: '0' }, undefined],
    ['that nobody spoke of', {}, undefined],
  ])('accepts a socket %s', (_which, env, expected) => {
    expect(findPassedSocket(env, 7)).toBe(expected)
  })
})
