import { rm } from 'node:fs/promises'
import { Redis } from 'ioredis'
import type { Child } from './child.ts'
import { freePort } from './free-port.ts'

/** A Redis that runs, with its folder and where it listens now. */
type RunningRedis = { readonly child: Child; readonly folder: string; readonly port: number }

const spares: RunningRedis[] = []
let isKeeping = false

/** Keeps closed servers for the next tests from now on, until {@link endSpares}. */
export function keepSpares(): void {
  isKeeping = true
}

/** Ends all that are kept. */
export async function endSpares(): Promise<void> {
  isKeeping = false
  for (const server of spares.splice(0)) await endRedis(server)
}

/** Returns a kept server with its own port, as empty as a new one; undefined if none is kept. */
export function takeSpare(): RunningRedis | undefined {
  return spares.pop()
}

/** Kills it, as a crash would, and removes its folder. */
export async function endRedis({ child, folder }: RunningRedis): Promise<void> {
  await child.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
}

/**
 * Empties an unused server and keeps it at another address, so that a forgotten client cannot reach it; ends it if none are kept,
 * or if it cannot be reset. Starting one costs ten times the processor time, most of it for forking a large process.
 */
export async function keepOrEnd(server: RunningRedis): Promise<void> {
  const next = isKeeping ? await emptyAndMove(server).catch(() => undefined) : undefined
  if (next === undefined) await endRedis(server)
  else spares.push(next)
}

/** Commands that change more than data, or block the server. After one of them a server is not reused. */
const LASTING =
  /^cmdstat_(?:config\|(?:set|rewrite)|acl|debug|module|replicaof|slaveof|cluster|failover|shutdown|client\|pause)/m

async function emptyAndMove({ child, folder, port }: RunningRedis): Promise<RunningRedis | undefined> {
  if (child.process.exitCode !== null || child.process.signalCode !== null) return undefined
  const client = new Redis(port, '127.0.0.1', {
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
  })
  client.on('error', () => undefined)
  try {
    if (LASTING.test(await client.info('commandstats'))) return undefined
    const moved = await freePort()
    await client.config('SET', 'port', moved)
    // Both end the connections of others alone.
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal')
    await client.flushall('SYNC')
    await client.script('FLUSH')
    await client.function('FLUSH')
    await client.slowlog('RESET')
    await client.call('LATENCY', 'RESET')
    await client.config('RESETSTAT')
    return { child, folder, port: moved }
  } finally {
    client.disconnect()
  }
}
