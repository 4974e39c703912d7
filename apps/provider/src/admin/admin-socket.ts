import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname, join, parse } from 'node:path'
import { REQUEST_TIMEOUT_MS } from '@counterfoil/service/http/listen-and-stop'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { openSocket, readLine, RequestSchema, type AdminAnswer } from './ask-provider.ts'
import type { ProviderConfig } from '../config.ts'
import { CommandError, type CommandDependencies } from './command.ts'
import { findPlaceFault } from './named-place.ts'
import { runCommand } from './run-command.ts'

type SocketDependencies = CommandDependencies & { readonly config: ProviderConfig; readonly logger: Logger }

/** Thrown if another provider already listens on the socket. */
export class AdminSocketTakenError extends Error {
  override readonly name = 'AdminSocketTakenError'
}

/**
 * Serves the command line of this machine over a socket. The socket's file belongs to the provider's user alone (0600 in a folder
 * of 0700): anyone who can open it could read the database as well.
 *
 * @param requestTimeoutMs Time for a caller to send a whole line.
 * @throws AdminSocketTakenError
 */
async function serveAdminSocket(
  deps: SocketDependencies,
  path: string,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
): Promise<{ close(): Promise<void> }> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (await isServed(path))
    throw new AdminSocketTakenError(`PROVIDER_ADMIN_SOCKET: another provider listens on ${path}.`)
  rmSync(path, { force: true })

  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    const patience = setTimeout(() => socket.destroy(), requestTimeoutMs)
    readLine(socket)
      .finally(() => clearTimeout(patience))
      .then((line) => answer(deps, line))
      .then((result) => socket.end(`${JSON.stringify(result)}\n`))
      .catch(() => socket.destroy())
  })
  const umask = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
  } finally {
    process.umask(umask)
  }
  chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/**
 * Calls {@link serveAdminSocket}. If another provider uses the default path, serves on a path beside it that contains this
 * process's id: several providers of one database can run side by side, and commands go to the first. Never replaces a named path.
 */
export async function serveAdminSocketBeside(
  deps: SocketDependencies,
  socket: { readonly path: string; readonly isNamed: boolean },
  requestTimeoutMs?: number,
): Promise<{ close(): Promise<void> }> {
  try {
    return await serveAdminSocket(deps, socket.path, requestTimeoutMs)
  } catch (error) {
    if (socket.isNamed || !(error instanceof AdminSocketTakenError)) throw error
    const { dir, name, ext } = parse(socket.path)
    return serveAdminSocket(deps, join(dir, `${name}-${process.pid}${ext}`), requestTimeoutMs)
  }
}

async function answer(deps: SocketDependencies, line: string): Promise<AdminAnswer> {
  try {
    const { argv, input, place } = RequestSchema.parse(JSON.parse(line))
    const fault = place === undefined ? undefined : await findPlaceFault(place, deps.config)
    if (fault !== undefined) return { kind: 'refused', code: 'other_provider', message: fault }
    deps.logger.info({ event: 'admin.command', command: argv.slice(0, 2).join(' ') })
    return { kind: 'done', ...(await runCommand(deps, argv, input)) }
  } catch (error) {
    if (error instanceof CommandError) return { kind: 'refused', code: error.code, message: error.message }
    deps.logger.error({ event: 'admin.failed', err: error })
    return {
      kind: 'refused',
      code: 'internal',
      message: 'The command failed. The log of the provider says why.',
    }
  }
}

async function isServed(path: string): Promise<boolean> {
  const socket = await openSocket(path)
  socket?.destroy()
  return socket !== undefined
}
