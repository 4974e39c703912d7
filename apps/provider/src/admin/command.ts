import type { Clock } from '@counterfoil/service/values/clock'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import type { GrantStore } from '#grants/grant-store.ts'
import type { ApplicationStore } from '#applications/application-store.ts'
import type { Database } from '#database/database.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import type { PersonalTokenStore } from '#tokens/personal-token-store.ts'

/** The stores of commands, the same as those of the pages. */
export interface CommandDependencies {
  readonly config: {
    readonly name: string
    readonly accessTokenSeconds: number
    readonly secretOverlapSeconds: number
  }
  readonly clock: Clock
  /** Returns the address at which applications reach the provider. */
  readonly publicUrl: () => string
  readonly db: Database
  readonly applications: ApplicationStore
  readonly accessRevocations: AccessRevocationStore
  readonly grants: GrantStore
  readonly personalTokens: PersonalTokenStore
  readonly secondFactors: Pick<SecondFactorStore, 'remove'>
  readonly applicationLog: ApplicationLogStore
}

type CommandErrorCode =
  | 'unknown_command'
  | 'usage'
  | 'invalid'
  | 'not_found'
  | 'ambiguous'
  | 'already_exists'
  | 'deleted'
  | 'not_confirmed'
  | 'last_owner'
  | 'provider_unreachable'
  | 'other_provider'
  | 'internal'

/** Thrown if the command could not be carried out and nothing was changed. The code is the contract. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: CommandErrorCode

  constructor(code: CommandErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The options as typed: a text, several texts, or a switch. */
export type Options = Readonly<Record<string, string | readonly string[] | boolean | undefined>>

/** The syntax of an option, and how its value is read. */
export interface Option<Value> {
  readonly kind: 'text' | 'texts' | 'switch'
  readonly help: string
  readonly isRequired?: boolean
  /**
   * @param given The option as typed; undefined if omitted.
   * @param label The option's name in messages: `--name`.
   * @throws CommandError for an invalid value
   */
  read(given: Options[string], label: string, deps: CommandDependencies): Value | Promise<Value>
}

type OptionTable = Readonly<Record<string, Option<unknown>>>
export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Awaited<ReturnType<Table[Name]['read']>>
}

/** Returns an option that `parse` reads; the empty text counts as omitted. */
export function parsed<Value>(
  help: string,
  parse: (text: string, deps: CommandDependencies, label: string) => Value | Promise<Value>,
): Option<Value | undefined> {
  return {
    kind: 'text',
    help,
    read: (given, label, deps) =>
      typeof given === 'string' && given !== '' ? parse(given, deps, label) : undefined,
  }
}

export const text = (help: string) => parsed(help, (given) => given)

/** Returns an option whose value is one of `words`. */
export function word<const Word extends string>(words: readonly Word[], help = words.join(', ')) {
  return parsed(help, (given, _, label) => {
    const found = words.find((candidate) => candidate === given)
    if (found === undefined)
      throw new CommandError('invalid', `${label} must be one of: ${words.join(', ')}.`)
    return found
  })
}

/** Returns an option whose value is an integer within limits. */
export function integer(help: string, { min, max }: { readonly min: number; readonly max: number }) {
  return parsed(help, (given, _, label) => {
    const value = Number(given)
    if (/^\d{1,12}$/.test(given) && value >= min && value <= max) return value
    throw new CommandError('invalid', `${label} must be a whole number from ${min} to ${max}.`)
  })
}

/** Returns an option for scope values, separated by spaces or commas; the store checks them. */
export function scopes(help: string) {
  return parsed(help, (given) => [...new Set(given.split(/[\s,]+/).filter((scope) => scope !== ''))])
}

/** Returns an option that may be given several times. */
export function texts(help: string): Option<readonly string[] | undefined> {
  return { kind: 'texts', help, read: (given) => (Array.isArray(given) ? given : undefined) }
}

/** Returns a switch: true for `--strict`, false for `--no-strict`, undefined if omitted. */
export function onOff(help: string): Option<boolean | undefined> {
  return { kind: 'switch', help, read: (given) => (typeof given === 'boolean' ? given : undefined) }
}

export function required<Value>(option: Option<Value | undefined>): Option<Value> {
  return {
    ...option,
    isRequired: true,
    async read(given, label, deps) {
      const value = await option.read(given, label, deps)
      if (value === undefined) throw new CommandError('usage', `${label} is required: ${option.help}.`)
      return value
    },
  }
}

interface CommandFacts<Table extends OptionTable> {
  /** The words that call the command, for example `application create`. */
  readonly name: string
  readonly summary: string
  readonly options: Table
  /**
   * Input that the program reads before the command runs, from the terminal or standard input: a password is never an argument,
   * because every process of the machine can read arguments.
   */
  readonly asks?: 'new_password' | 'confirmation' | 'client_secret'
  /** The option that causes the program to ask for the input; undefined if it always asks. */
  readonly asksWith?: string
}

export interface Command extends CommandFacts<OptionTable> {
  run(deps: CommandDependencies, given: Options, input: CommandInput): Promise<unknown>
}

/** Returns a command whose `run` receives the values of its options. */
export function command<const Table extends OptionTable>(
  definition: CommandFacts<Table> & {
    run(deps: CommandDependencies, options: ValuesOf<Table>, input: CommandInput): Promise<unknown>
  },
): Command {
  return {
    ...definition,
    async run(deps, given, input) {
      const values: Record<string, unknown> = {}
      for (const [name, option] of Object.entries(definition.options))
        values[name] = await option.read(given[name], `--${name}`, deps)
      return definition.run(deps, values as ValuesOf<Table>, input)
    },
  }
}

/** The input typed by the caller. */
export interface CommandInput {
  readonly password?: string | undefined
  /** The email address of the account to be deleted, typed as a confirmation. */
  readonly confirmation?: string | undefined
  readonly clientSecret?: string | undefined
}
