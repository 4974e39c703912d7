import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** The first port, below the range of outgoing connections, so that none of those uses a port before its program listens. */
const FIRST_PORT = 10_240
const AFTER_LAST_PORT = 32_768

/**
 * A TCP port of the loopback address that nothing listens on right now.
 *
 * Prefer listening on port 0; this is for programs that must be given their port beforehand.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, AFTER_LAST_PORT)
    if (await isFree(port, host)) return port
  }
}

export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/** Returns several free ports, all different, each with another free port `distance` above it that is not among them. */
export async function freePortPairs(count: number, distance: number): Promise<readonly number[]> {
  const ports = new Set<number>()
  const taken = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(FIRST_PORT, AFTER_LAST_PORT - distance)
    const pair = [port, port + distance]
    if (pair.some((one) => taken.has(one))) continue
    if (!(await isFree(port)) || !(await isFree(port + distance))) continue
    for (const one of pair) taken.add(one)
    ports.add(port)
  }
  return [...ports]
}

async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, host, () => resolve(true))
  })
  if (isListening) await new Promise<void>((resolve) => server.close(() => resolve()))
  return isListening
}
