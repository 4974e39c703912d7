import { createServer } from 'node:net'

/**
 * A TCP port of the loopback address that nothing listens on right now.
 *
 * Prefer listening on port 0; this is for programs that must be told their port beforehand.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, resolve)
  })
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('The port could not be read.')
  return address.port
}

/** Several free ports, all different, each below `below` (Redis Cluster needs its port + 10000 as well). */
export async function freePorts(count: number, below = 65_536): Promise<readonly number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = await freePort()
    if (port < below) ports.add(port)
  }
  return [...ports]
}
