import { ConfigError } from '@counterfoil/service/settings/config-faults'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { systemClock } from '@counterfoil/service/values/clock'
import { DataDirTakenError } from './database/data-dir.ts'
import { parseConfig, publicUrlOf, type ProviderConfig } from './config.ts'
import { askRunningProvider, type AdminAnswer } from './admin/ask-provider.ts'
import { CommandError } from './admin/command.ts'
import { databaseOf, findNamedPlace } from './admin/named-place.ts'
import { asksFor, helpResult, isHelp, runCommand } from './admin/run-command.ts'
import { askInput } from './admin/terminal.ts'

/** The stand-in for `PROVIDER_SECRET`, because commands sign and derive nothing. A configured secret takes precedence. */
const NO_SECRET = 'a command of the line needs no key'

const argv = process.argv.slice(2)
const wantsJson = argv.includes('--json')
const answer = await run()

if (answer.kind === 'done') {
  console.log(wantsJson ? JSON.stringify(answer.json, null, 2) : answer.text)
} else {
  // An error goes to both outputs: JSON for programs to standard output, one line for people to standard error.
  if (wantsJson)
    console.log(JSON.stringify({ error: { code: answer.code, message: answer.message } }, null, 2))
  console.error(answer.message.replaceAll('\n', ' '))
  process.exitCode = 1
}

/** Runs the command in the running provider if there is one, otherwise directly on the database. */
async function run(): Promise<AdminAnswer> {
  if (isHelp(argv.filter((word) => word !== '--json'))) return { kind: 'done', ...helpResult() }
  try {
    const input = await askInput(asksFor(argv))
    const config = parseConfig({
      ...process.env,
      PROVIDER_SECRET: process.env['PROVIDER_SECRET'] ?? NO_SECRET,
      // A command changes only what it names: demo accounts are created by a start of the provider.
      PROVIDER_SEED: 'none',
    })
    if (config.adminSocket !== undefined) {
      const answered = await askRunningProvider(
        config.adminSocket.path,
        argv,
        input,
        await findNamedPlace(process.env, config),
      )
      if (answered !== undefined) return answered
    }
    await refuseNoDatabase(config)
    // Half of the code of this program, which is not needed if a running provider executes the command.
    const { createParts } = await import('./provider.ts')
    const deps = await createParts(config, {
      logger: createLogger({ name: 'harbour', level: 'error' }),
      clock: systemClock,
      publicUrl: () => publicUrlOf(config),
    })
    try {
      return { kind: 'done', ...(await runCommand(deps, argv, input)) }
    } finally {
      await deps.close()
    }
  } catch (error) {
    if (error instanceof CommandError) return { kind: 'refused', code: error.code, message: error.message }
    if (error instanceof ConfigError)
      return { kind: 'refused', code: 'invalid_configuration', message: error.message }
    if (error instanceof DataDirTakenError) {
      return {
        kind: 'refused',
        code: 'provider_unreachable',
        message: `${error.message} That process does not listen on PROVIDER_ADMIN_SOCKET.`,
      }
    }
    return {
      kind: 'refused',
      code: 'internal',
      message: error instanceof Error ? error.message : String(error),
    }
  }
}

/**
 * Refuses to run without an existing database: a command would create an empty one that no provider may ever read.
 *
 * @throws CommandError
 */
async function refuseNoDatabase(config: ProviderConfig): Promise<void> {
  const { isMade } = await import('./database/open-database.ts')
  if (await isMade(config.database)) return
  throw new CommandError(
    'provider_unreachable',
    `No provider answers, and none has its database in ${await databaseOf(config)}. Start a provider there first, or give this command the settings of the one that is meant.`,
  )
}
