import { createServer, type AddressInfo, type Socket } from 'node:net'
import { readCommand } from './redis-command.ts'

/**
 * A Sentinel controlled by the test: with real ones a test cannot order the announcement of a failover and the answer for the
 * primary.
 */
export type ScriptedSentinel = {
  readonly port: number
  /** Returns how many clients currently listen for failovers. */
  listeners(): number
  /** Returns how many clients have asked for the primary and wait for the answer. */
  waiting(): number
  /** Sets the port of the primary in the following answers: each of several once, the last one forever. */
  name(...ports: readonly number[]): void
  /** Delays all answers for the primary until {@link ScriptedSentinel.release}. */
  hold(): void
  release(): void
  /** Announces a changed primary to all listeners. */
  announce(fromPort: number, toPort: number): void
  close(): Promise<void>
}

const text = (value: string) => `$${Buffer.byteLength(value)}\r\n${value}\r\n`
const list = (...values: readonly string[]) => `*${values.length}\r\n${values.map(text).join('')}`

/** Starts it as the only sentinel of the primary `main`. */
export async function startScriptedSentinel(primaryPort: number): Promise<ScriptedSentinel> {
  const callers = new Set<Socket>()
  const listeners = new Set<Socket>()
  let ports: readonly number[] = [primaryPort]
  const waiting = new Set<Socket>()
  let isHeld = false

  function tellPrimary(caller: Socket): void {
    const [port = 0, ...others] = ports
    if (others.length > 0) ports = others
    caller.write(list('127.0.0.1', String(port)))
  }

  function answer(caller: Socket, words: readonly string[]): void {
    const [name = '', what = ''] = words.map((word) => word.toUpperCase())
    if (name === 'SUBSCRIBE') {
      listeners.add(caller)
      caller.write(`*3\r\n${text('subscribe')}${text(words[1] ?? '')}:1\r\n`)
    } else if (name === 'SENTINEL' && what === 'SENTINELS') caller.write('*0\r\n')
    else if (name === 'SENTINEL') {
      if (isHeld) waiting.add(caller)
      else tellPrimary(caller)
    } else caller.write('+OK\r\n')
  }

  const server = createServer((caller) => {
    let rest: Buffer = Buffer.alloc(0)
    callers.add(caller)
    caller.on('error', () => caller.destroy())
    caller.on('close', () => {
      callers.delete(caller)
      listeners.delete(caller)
      waiting.delete(caller)
    })
    caller.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (let command = readCommand(rest); command !== undefined; command = readCommand(rest)) {
        rest = rest.subarray(command.bytes)
        answer(caller, command.words)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    listeners: () => listeners.size,
    waiting: () => waiting.size,
    name(...named) {
      ports = named
    },
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      for (const caller of waiting) tellPrimary(caller)
      waiting.clear()
    },
    announce(fromPort, toPort) {
      const news = `main 127.0.0.1 ${fromPort} 127.0.0.1 ${toPort}`
      for (const listener of listeners) listener.write(list('message', '+switch-master', news))
    },
    async close() {
      for (const caller of callers) caller.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
