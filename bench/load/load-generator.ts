import { connect, type Socket } from 'node:net'

interface LoadResult {
  readonly errors: number
  readonly seconds: number
  /** The latency of each request in milliseconds, sorted. */
  readonly latenciesMs: Float64Array
}

export interface ClosedLoop {
  readonly port: number
  readonly connections: number
  /** The duration, if `requests` is undefined. Otherwise the load ends after that number of answers. */
  readonly seconds: number
  readonly requests?: number
  readonly nextRequest: (index: number) => Buffer
}

interface Connection {
  readonly send: (request: Buffer) => void
  readonly close: () => void
}

/**
 * Interval of the timer that sends due requests. A busy loop would use up the core that the store shares, and the scheduling
 * would be measured instead of the answers.
 */
const TICK_MS = 1
const HEAD_END = Buffer.from('\r\n\r\n')
const OK = 'HTTP/1.1 200'
const NOTHING = Buffer.alloc(0)

/** Opens a kept-alive connection with one request at a time; calls back with the status of each answer. */
function openConnection(port: number, onAnswer: (isOk: boolean) => void): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let waiting: Buffer = NOTHING
    let needed = 0
    let isOk = false
    let usualLength = 0
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      // Nearly all answers have equal heads: parsing each would create garbage, whose collection would be measured.
      if (waiting.length === 0 && chunk.length === usualLength && chunk.indexOf(OK, 0, 'latin1') === 0) {
        onAnswer(true)
        return
      }
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
      if (needed === 0) {
        const headEnd = waiting.indexOf(HEAD_END)
        if (headEnd < 0) return
        const head = waiting.toString('latin1', 0, headEnd)
        isOk = head.startsWith(OK)
        const length = /content-length: *(\d+)/i.exec(head)?.[1]
        if (length === undefined) throw new Error(`an answer without a length:\n${head}`)
        needed = headEnd + 4 + Number(length)
      }
      if (waiting.length < needed) return
      usualLength = needed
      waiting = NOTHING
      needed = 0
      onAnswer(isOk)
    })
    socket.once('connect', () =>
      resolve({ send: (request) => void socket.write(request), close: () => void socket.destroy() }),
    )
  })
}

/** Sends the next request after each answer, on `connections` connections at once. */
export async function runClosedLoop(options: ClosedLoop): Promise<LoadResult> {
  const latencies: number[] = []
  let errors = 0
  let index = 0
  let isOver = false
  const opened: Connection[] = []
  const allAnswered = Promise.withResolvers<void>()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      let sentAt = 0
      const send = (connection: Connection) => {
        sentAt = performance.now()
        connection.send(options.nextRequest(index++))
      }
      const connection: Connection = await openConnection(options.port, (isOk) => {
        if (isOver) return
        latencies.push(performance.now() - sentAt)
        if (!isOk) errors += 1
        if (latencies.length === options.requests) allAnswered.resolve()
        if (options.requests === undefined || index < options.requests) send(connection)
      })
      opened.push(connection)
      send(connection)
    }),
  )
  if (options.requests === undefined)
    await new Promise((resolve) => setTimeout(resolve, options.seconds * 1000))
  else await allAnswered.promise
  isOver = true
  const seconds = (performance.now() - startedAt) / 1000
  for (const connection of opened) connection.close()
  return { errors, seconds, latenciesMs: Float64Array.from(latencies).sort() }
}

/**
 * Sends `ratePerSecond` requests per second, independent of the answers. The latency counts from the time when a request was due,
 * including its wait in our own queue. Answers of the first `warmUpSeconds` do not count: connections are opened
 * in this time, and memory that an idle process had released is allocated again.
 */
export async function runOpenLoop(options: {
  readonly port: number
  readonly connections: number
  readonly ratePerSecond: number
  readonly warmUpSeconds: number
  readonly seconds: number
  readonly nextRequest: (index: number) => Buffer
}): Promise<LoadResult> {
  const total = Math.floor(options.ratePerSecond * (options.warmUpSeconds + options.seconds))
  const latencies = new Float64Array(total)
  let measured = 0
  let errors = 0
  let index = 0
  const idle: { connection: Connection; dueAt: number }[] = []
  const due: number[] = []
  const all: Connection[] = []
  let answered = 0
  let measuredFrom = Number.POSITIVE_INFINITY

  const start = (slot: { connection: Connection; dueAt: number }, dueAt: number) => {
    slot.dueAt = dueAt
    slot.connection.send(options.nextRequest(index++))
  }
  for (let number = 0; number < options.connections; number += 1) {
    const slot: { connection: Connection; dueAt: number } = {
      connection: { send() {}, close() {} },
      dueAt: 0,
    }
    slot.connection = await openConnection(options.port, (isOk) => {
      answered += 1
      if (slot.dueAt >= measuredFrom) latencies[measured++] = performance.now() - slot.dueAt
      if (!isOk) errors += 1
      const next = due.shift()
      if (next === undefined) idle.push(slot)
      else start(slot, next)
    })
    idle.push(slot)
    all.push(slot.connection)
  }

  const startedAt = performance.now()
  measuredFrom = startedAt + options.warmUpSeconds * 1000
  let scheduled = 0
  await new Promise<void>((resolve) => {
    const tick = () => {
      const elapsedSeconds = (performance.now() - startedAt) / 1000
      const wanted = Math.min(total, Math.floor(elapsedSeconds * options.ratePerSecond))
      while (scheduled < wanted) {
        const dueAt = startedAt + (scheduled / options.ratePerSecond) * 1000
        scheduled += 1
        const slot = idle.pop()
        if (slot === undefined) due.push(dueAt)
        else start(slot, dueAt)
      }
      if (scheduled === total && answered >= total) resolve()
      else setTimeout(tick, TICK_MS)
    }
    tick()
  })
  const seconds = (performance.now() - startedAt) / 1000
  for (const connection of all) connection.close()
  return { errors, seconds, latenciesMs: latencies.slice(0, measured).sort() }
}
