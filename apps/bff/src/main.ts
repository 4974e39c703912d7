import { readFileSync } from 'node:fs'
import { ConfigError } from '@counterfoil/service/settings/config-faults'
import {
  findPassedSocket,
  HostNotHereError,
  PortTakenError,
  stopOnSignals,
} from '@counterfoil/service/http/listen-and-stop'
import { parseConfig } from './config.ts'
import { runBff } from './run.ts'

function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

try {
  const config = parseConfig(process.env, readTextFile)
  const bff = await runBff(config, { socketFd: findPassedSocket(process.env, process.pid) })
  stopOnSignals(bff, config)
} catch (error) {
  if (error instanceof ConfigError)
    process.stderr.write(`The configuration cannot be used:\n${error.message}\n`)
  else if (error instanceof PortTakenError) process.stderr.write(`BFF_PORT: ${error.message}\n`)
  else if (error instanceof HostNotHereError) process.stderr.write(`BFF_HOST: ${error.message}\n`)
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}
