import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestBff } from '@counterfoil/testkit/start-bff'
import type { Redis } from 'ioredis'
import { beforeAll, beforeEach } from 'vitest'

/** The header lines of a request from a script of our page. */
export const SCRIPT_LINES = Object.entries(SCRIPT_HEADERS).map(([name, value]) => `${name}: ${value}`)

export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

/** One BFF with its store and a provider, for the tests of one file, and a way to send it what no client would. */
export interface HostileWorld {
  readonly bff: TestBff
  readonly provider: FakeProvider
  readonly store: Redis
  /** A different person in each test. */
  readonly maria: BffPerson
  /** Sends exactly these bytes, and returns the answer when the server has closed the connection. */
  readonly sendBytes: (bytes: string) => Promise<string>
  /** Sends one request with exactly these header lines. */
  readonly sendLines: (start: string, lines: readonly string[], body?: string) => Promise<string>
  readonly hostLine: () => string
  readonly errorLines: () => readonly string[]
}

/** Starts the world before the tests of the file that calls it, and stops it after them. */
export function startHostileWorld(): HostileWorld {
  let started: Pick<HostileWorld, 'bff' | 'provider' | 'store'> | undefined
  let maria: BffPerson | undefined

  beforeAll(async () => {
    const world = await startBffWorld()
    started = world
    return world.close
  })
  beforeEach(() => {
    maria = createBffPerson(running().bff.url)
  })

  function running() {
    if (started === undefined) throw new Error('not before the tests')
    return started
  }

  async function sendBytes(bytes: string): Promise<string> {
    const { hostname, port } = new URL(running().bff.url)
    const socket: Socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    let answer = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk))
    const closed = once(socket, 'close')
    socket.on('error', () => undefined)
    socket.write(bytes)
    await closed
    return answer
  }

  return {
    get bff() {
      return running().bff
    },
    get provider() {
      return running().provider
    },
    get store() {
      return running().store
    },
    get maria() {
      if (maria === undefined) throw new Error('not before a test')
      return maria
    },
    sendBytes,
    sendLines(start, lines, body = '') {
      const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]
      return sendBytes([`${start} HTTP/1.1`, ...lines, ...length, 'connection: close', '', body].join('\r\n'))
    },
    hostLine: () => `host: ${new URL(running().bff.url).host}`,
    errorLines: () =>
      running()
        .bff.logs()
        .split('\n')
        .filter((line) => line.includes('"level":"error"') || line.includes('"level":50')),
  }
}
