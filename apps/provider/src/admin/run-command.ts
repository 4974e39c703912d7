import { parseArgs } from 'node:util'
import { hasControlCharacter } from '#applications/application.ts'
import { ACCESS_COMMANDS } from './access-commands.ts'
import { ACCOUNT_COMMANDS } from './account-commands.ts'
import { APPLICATION_COMMANDS } from './application-commands.ts'
import {
  CommandError,
  type Command,
  type CommandDependencies,
  type CommandInput,
  type Options,
} from './command.ts'
import { formatText } from './format-text.ts'
import { USER_COMMANDS } from './user-commands.ts'

/** Every command, in the order of the help. */
const COMMANDS: readonly Command[] = [
  ...APPLICATION_COMMANDS,
  ...USER_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...ACCESS_COMMANDS,
]

interface CommandResult {
  /** Output with `--json`. */
  readonly json: unknown
  /** Output for people. */
  readonly text: string
}

/**
 * Runs one command line, without the program's name. `--json` is allowed anywhere and ignored here.
 * @throws CommandError
 */
export async function runCommand(
  deps: CommandDependencies,
  argv: readonly string[],
  input: CommandInput = {},
): Promise<CommandResult> {
  const words = argv.filter((word) => word !== '--json')
  if (isHelp(words)) return helpResult()
  const command = commandOf(words)
  if (command === undefined) {
    throw new CommandError(
      'unknown_command',
      `There is no command "${words.slice(0, 2).join(' ')}". Try: harbour help`,
    )
  }
  const rest = words.slice(2)
  if (rest.includes('--help'))
    return { json: { name: command.name, summary: command.summary }, text: commandHelp(command) }

  const json = await command.run(deps, readOptions(command, rest), input)
  return { json, text: formatText(json) }
}

/** Returns the input that a command line needs before it runs. */
export function asksFor(argv: readonly string[]): Command['asks'] {
  if (argv.includes('--help') || argv.includes('--yes')) return undefined
  const command = commandOf(argv.filter((word) => word !== '--json'))
  const option = command?.asksWith === undefined ? undefined : `--${command.asksWith}`
  const isAsked =
    option === undefined || argv.some((word) => word === option || word.startsWith(`${option}=`))
  return isAsked ? command?.asks : undefined
}

function commandOf(words: readonly string[]): Command | undefined {
  return COMMANDS.find(({ name }) => name === words.slice(0, 2).join(' '))
}

/** Returns the list of commands; needs no database. */
export function helpResult(): CommandResult {
  return {
    json: { commands: COMMANDS.map(({ name, summary }) => ({ name, summary })) },
    text: helpText(),
  }
}

/** Returns true if {@link helpResult} is the result of the command line. */
export function isHelp(words: readonly string[]): boolean {
  return words.length === 0 || words[0] === 'help' || words[0] === '--help'
}

function readOptions(command: Command, args: readonly string[]): Options {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { kind }]) => [
      name,
      { type: kind === 'switch' ? ('boolean' as const) : ('string' as const), multiple: kind === 'texts' },
    ]),
  )
  let values: Options
  try {
    values = parseArgs({
      args: [...args],
      options,
      strict: true,
      allowNegative: true,
      allowPositionals: false,
    }).values as Options
  } catch (error) {
    throw new CommandError(
      'usage',
      error instanceof Error ? usageFault(error) : 'The options cannot be read.',
    )
  }
  for (const name of Object.keys(command.options)) {
    // Fields on the pages are single-line, except lists of scopes, which any white space separates.
    const texts = [values[name]].flat().filter((value) => typeof value === 'string')
    if (!name.endsWith('scopes') && texts.some(hasControlCharacter))
      throw new CommandError('invalid', `--${name} must be one line without control characters.`)
  }
  return values
}

/** Returns the parser's message, with an explanation of our own for a value that begins like an option. */
function usageFault(error: Error): string {
  const name = /^Option '(?:-\w, )?--([\w-]+)[^']*' argument is ambiguous/.exec(error.message)?.[1]
  return name === undefined
    ? firstSentence(error.message)
    : `--${name} has no value; one that begins with a dash is written --${name}=<value>.`
}

function firstSentence(text: string): string {
  return `${text.split(/\. |\n/)[0] ?? text}.`.replace(/\.+$/, '.')
}

function helpText(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length))
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Usage: harbour <command> [options] [--json]',
    '',
    ...lines,
    '',
    'harbour <command> --help shows its options.',
  ].join('\n')
}

function commandHelp(command: Command): string {
  const entries = Object.entries(command.options)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  const lines = entries.map(
    ([name, { help, isRequired }]) =>
      `  --${name.padEnd(width)}  ${help}${isRequired === true ? ' (required)' : ''}`,
  )
  return [`harbour ${command.name}`, command.summary, '', ...lines].join('\n')
}
