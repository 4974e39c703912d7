import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { ConfigError } from '@counterfoil/service/settings/config-faults'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { systemClock } from '@counterfoil/service/values/clock'
import { DataDirTakenError } from './database/data-dir.ts'
import { parseConfig, publicUrlOf, type ProviderConfig } from './config.ts'
import { askRunningProvider, type AdminAnswer } from './admin/ask-provider.ts'
import { CommandError, type Command, type CommandInput } from './admin/command.ts'
import { databaseOf, findNamedPlace } from './admin/named-place.ts'
import { asksFor, helpResult, isHelp, runCommand } from './admin/run-command.ts'

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

/** Reads the input of a command: on a terminal, a password twice and hidden; otherwise the first line of standard input. */
async function askInput(what: Command['asks']): Promise<CommandInput> {
  switch (what) {
    case undefined:
      return {}
    case 'confirmation':
      return {
        confirmation: (
          await readLine('Type the address of the account to delete it for good: ', 'shown')
        ).trim(),
      }
    case 'client_secret':
      return { clientSecret: (await readLine('Client secret: ', 'hidden')).trim() }
    case 'new_password': {
      const password = await readLine('New password: ', 'hidden')
      if (process.stdin.isTTY && password !== (await readLine('The same again: ', 'hidden')))
        throw new CommandError('invalid', 'The two passwords differ. Nothing was changed.')
      return { password }
    }
  }
}

function readLine(question: string, echo: 'shown' | 'hidden'): Promise<string> {
  const isTerminal = process.stdin.isTTY
  // Standard output is for the answer; readline would echo the typed text to its output.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: echo === 'hidden' || !isTerminal ? nowhere : process.stderr,
    terminal: isTerminal,
  })
  if (isTerminal) process.stderr.write(question)
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => {
      if (isTerminal && echo === 'hidden') process.stderr.write('\n')
      reject(new CommandError('usage', 'Nothing was typed, and nothing was changed.'))
    })
  })
}
