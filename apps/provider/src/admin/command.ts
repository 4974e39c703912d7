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
  /** Where applications reach the provider. */
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

/** The command could not be carried out, and nothing was changed. The code is the contract. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: CommandErrorCode

  constructor(code: CommandErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Options as they were typed: a text, several texts, or a switch. */
type OptionKind = 'text' | 'texts' | 'switch'
export type Options = Readonly<Record<string, string | readonly string[] | boolean | undefined>>

export interface Command {
  /** For example `application create`. */
  readonly name: string
  readonly summary: string
  /** Each option with its kind and its line of help. */
  readonly options: Readonly<
    Record<string, { readonly kind: OptionKind; readonly help: string; readonly required?: boolean }>
  >
  /**
   * Input that the program reads before the command runs, from the terminal or standard input: a password is never an argument,
   * because every process of the machine can read arguments.
   */
  readonly asks?: 'new_password' | 'confirmation' | 'client_secret'
  /** The option without which it does not ask. */
  readonly asksWith?: string
  run(deps: CommandDependencies, options: Options, input: CommandInput): Promise<unknown>
}

/** The input typed by the caller. */
export interface CommandInput {
  readonly password?: string | undefined
  /** The address of the account that is to be deleted. */
  readonly confirmation?: string | undefined
  readonly clientSecret?: string | undefined
}

/** A text option; the empty text counts as not given. */
export function textOf(options: Options, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function requiredText(options: Options, name: string): string {
  const value = textOf(options, name)
  if (value === undefined) throw new CommandError('usage', `--${name} is required.`)
  return value
}

export function textsOf(options: Options, name: string): readonly string[] {
  const value = options[name]
  return Array.isArray(value) ? value : []
}

/** A switch as it was set: `--strict`, `--no-strict`, or undefined when it was left alone. */
export function switchOf(options: Options, name: string): boolean | undefined {
  const value = options[name]
  return typeof value === 'boolean' ? value : undefined
}

export function isOn(options: Options, name: string): boolean {
  return options[name] === true
}

/** A whole number within limits. */
export function integerOf(
  options: Options,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const text = textOf(options, name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d{1,12}$/.test(text) || value < min || value > max) {
    throw new CommandError('invalid', `--${name} must be a whole number from ${min} to ${max}.`)
  }
  return value
}

/** One of a few words. */
export function wordOf<const Word extends string>(
  options: Options,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = textOf(options, name)
  if (text === undefined) return undefined
  const word = words.find((candidate) => candidate === text)
  if (word === undefined) throw new CommandError('invalid', `--${name} must be one of: ${words.join(', ')}.`)
  return word
}

/** Splits scope values at spaces or commas; the store checks them. */
export function scopesOf(options: Options, name: string): readonly string[] | undefined {
  const text = textOf(options, name)
  return text === undefined ? undefined : [...new Set(text.split(/[\s,]+/).filter((scope) => scope !== ''))]
}
