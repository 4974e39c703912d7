import { ConfigError } from '@counterfoil/service/settings/config-faults'
import {
  findPassedSocket,
  HostNotHereError,
  PortTakenError,
  stopOnSignals,
} from '@counterfoil/service/http/listen-and-stop'
import { AdminSocketTakenError } from '#admin/admin-socket.ts'
import { DataDirTakenError, DiskFullError } from '#database/data-dir.ts'
import { SchemaTooOldError } from '#database/former-schema.ts'
import { SchemaTooNewError } from '#database/migrate.ts'
import { parseConfig } from './config.ts'
import { runProvider } from './run.ts'

try {
  const config = parseConfig(process.env)
  const provider = await runProvider(config, { socketFd: findPassedSocket(process.env, process.pid) })
  stopOnSignals(provider, config)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

/** Returns one line for a fault that the operator can correct, and the stack otherwise. */
function explain(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof DataDirTakenError ||
    error instanceof SchemaTooNewError ||
    error instanceof SchemaTooOldError ||
    error instanceof AdminSocketTakenError
  )
    return error.message
  if (error instanceof DiskFullError) return `PROVIDER_DATA_DIR: ${error.message}`
  if (error instanceof PortTakenError) return `PROVIDER_PORT: ${error.message}`
  if (error instanceof HostNotHereError) return `PROVIDER_HOST: ${error.message}`
  if (process.env['DATABASE_URL'] !== undefined && error instanceof Error && 'code' in error) {
    return `DATABASE_URL: the database cannot be used (${String(error.code)}).`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
