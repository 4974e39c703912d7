import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Where the time of a process went. */
export interface TimeShare {
  readonly where: string
  /** Of the time it was busy, 0 to 1. */
  readonly share: number
}

const SYSTEM_CALLS = /^(?:writev|writeUtf8String|writeLatin1String|writeString|writeBuffer|shutdown|connect)$/
const NOT_BUSY = /^\((?:idle|program|root)\)$/

const PLACES: readonly (readonly [where: string, isThere: (name: string, url: string) => boolean])[] = [
  ['system calls: writing to sockets and to the log', (name, url) => url === '' && SYSTEM_CALLS.test(name)],
  ['garbage collection', (name) => name === '(garbage collector)'],
  [
    'the BFF itself: checks, limits, session, tokens, proxying',
    (_name, url) => /\/(?:apps\/bff|packages)\//.test(url),
  ],
  ['undici (to the provider)', (_name, url) => url.includes('/undici/') || url.startsWith('wasm:')],
  ['ioredis', (_name, url) => /\/(?:ioredis|redis-|denque)/.test(url)],
  ['pino (the log line)', (_name, url) => /\/(?:pino|sonic-boom|quick-format|safe-stable)/.test(url)],
  ['prom-client', (_name, url) => url.includes('/prom-client/')],
  [
    'node: http, sockets, streams, timers',
    (_name, url) => url.startsWith('node:') && !url.includes('/modules/'),
  ],
  ['native parts of Node (parsing, strings, promises)', (_name, url) => url === ''],
]

/** Reads the newest profile in `dir` that `--cpu-prof` wrote; loading of modules counts as "the rest". */
export async function readProfile(dir: string): Promise<readonly TimeShare[]> {
  const [name] = (await readdir(dir))
    .filter((file) => file.endsWith('.cpuprofile'))
    .toSorted()
    .toReversed()
  if (name === undefined) throw new Error(`no profile in ${dir}`)
  const profile = JSON.parse(await readFile(join(dir, name), 'utf8')) as CpuProfile
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const micros = new Map<string, number>()
  let busy = 0
  for (const [index, id] of profile.samples.entries()) {
    const frame = frames.get(id)
    if (frame === undefined || NOT_BUSY.test(frame.functionName)) continue
    const spent = profile.timeDeltas[index] ?? 0
    busy += spent
    const where = PLACES.find(([, isThere]) => isThere(frame.functionName, frame.url))?.[0] ?? 'the rest'
    micros.set(where, (micros.get(where) ?? 0) + spent)
  }
  return [...micros]
    .map(([where, spent]) => ({ where, share: spent / busy }))
    .toSorted((left, right) => right.share - left.share)
}
