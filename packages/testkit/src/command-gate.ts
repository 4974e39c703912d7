import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { readCommand } from './redis-command.ts'

/** A loopback proxy in front of a Redis that counts commands and can stop at one for ever. */
export type CommandGate = {
  readonly port: number
  /** Number of commands since the counting began, without keep-alives. */
  count(): number
  /**
   * Counts commands from now on. At the `number`th, or the first for which `number` returns true, calls `onReached` and stops all.
   * @param options.moment `before`: the store never sees that command; `after`: it does, and nobody sees its answer.
   * @param options.number Undefined: everything passes.
   */
  begin(options: {
    readonly number: number | ((words: string) => boolean) | undefined
    readonly moment: 'before' | 'after'
    readonly onReached: () => void
  }): void
  /** The commands that were counted, in order, as far as they passed. */
  commands(): readonly PassedCommand[]
  /** Ends every connection and takes no other until {@link CommandGate.open}. */
  cut(): void
  /** Passes everything again, once the store has processed the commands before the cut. */
  open(): Promise<void>
  /** Resolves when the store has dealt with everything that passed. */
  close(): Promise<void>
}

/** A command by its name and first key; `atMs` is its time by the monotonic clock of this process. */
export type PassedCommand = { readonly words: string; readonly atMs: number }

/** Commands that carry no data and change nothing. */
const UNCOUNTED = new Set([
  'CLIENT',
  'INFO',
  'HELLO',
  'AUTH',
  'SELECT',
  'PING',
  'QUIT',
  'SUBSCRIBE',
  'UNSUBSCRIBE',
])

/** Opens a gate in front of the Redis on `redisPort`. */
export async function createCommandGate(redisPort: number): Promise<CommandGate> {
  const passed: PassedCommand[] = []
  const stores = new Set<Promise<void>>()
  const callers = new Set<Socket>()
  let counted = 0
  let isOpen = true
  let isCut = false
  let stop: Parameters<CommandGate['begin']>[0] | undefined

  /** Answers whether the command may pass. */
  function judge(words: readonly string[]): 'pass' | 'pass-and-stop' | 'stop' {
    const name = words[0]?.toUpperCase() ?? ''
    if (stop === undefined || UNCOUNTED.has(name)) return 'pass'
    counted += 1
    // A script is known by its first key.
    const known = `${name} ${words[name.startsWith('EVAL') ? 3 : 1] ?? ''}`
    const isReached = typeof stop.number === 'function' ? stop.number(known) : counted === stop.number
    if (isReached && stop.moment === 'before') return 'stop'
    passed.push({ words: known, atMs: performance.now() })
    return isReached ? 'pass-and-stop' : 'pass'
  }

  function cut(): void {
    isOpen = false
    isCut = true
    for (const caller of callers) caller.destroy()
  }

  const server = createServer((caller) => {
    if (isCut) return void caller.destroy()
    const store = connect({ port: redisPort, host: '127.0.0.1', allowHalfOpen: true })
    let rest: Buffer = Buffer.alloc(0)
    callers.add(caller)
    const ended = new Promise<void>((resolve) => store.once('close', resolve))
    stores.add(ended)
    void ended.then(() => stores.delete(ended))
    caller.on('error', () => caller.destroy())
    caller.on('close', () => {
      callers.delete(caller)
      // Not cut: sent commands are still read.
      store.end()
    })
    store.on('error', () => store.destroy())
    store.on('close', () => caller.destroy())
    store.on('data', (chunk: Buffer) => {
      if (isOpen) caller.write(chunk)
    })
    store.on('end', () => store.end())
    caller.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      while (isOpen) {
        const command = readCommand(rest)
        if (command === undefined) return
        const bytes = rest.subarray(0, command.bytes)
        rest = rest.subarray(command.bytes)
        const verdict = judge(command.words)
        if (verdict === 'pass') store.write(bytes)
        else {
          isOpen = false
          stop?.onReached()
          if (verdict === 'pass-and-stop') store.write(bytes)
        }
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    count: () => counted,
    commands: () => [...passed],
    begin(options) {
      counted = 0
      passed.length = 0
      stop = options
    },
    cut,
    async open() {
      if (isCut) await Promise.all(stores)
      stop = undefined
      isOpen = true
      isCut = false
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(stores)
    },
  }
}
