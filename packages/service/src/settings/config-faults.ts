import { closestMatch } from 'leven'
import { isGuessable } from './guessable-secret.ts'

/** The name of an environment variable. The upper case distinguishes it from a value. */
export type SettingName = Uppercase<string>

/** One fault of the configuration. The value itself is never repeated: it may be a secret. */
export type ConfigFault = { readonly setting: SettingName; readonly message: string }

/** Reports that the configuration cannot be used. Carries all faults, one line each in `message`. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[]) {
    super(faults.map(({ setting, message }) => `${setting}: ${message}`).join('\n'))
    this.name = 'ConfigError'
    this.faults = faults
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Secrets for signing or deriving, newest first: the first one signs, all of them are accepted. */
export type Secrets = readonly [newest: string, ...older: string[]]

type Range = { readonly min: number; readonly max: number }

export type SettingsReader = ReturnType<typeof readSettings>

/** Variables that Kubernetes sets for a service whose name is like our prefixes (`BFF_SERVICE_HOST`, `BFF_PORT_3000_TCP`). */
const SERVICE_LINK = /_(?:SERVICE_(?:HOST|PORT\w*)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/
/** The largest edit distance that counts as a misspelling. */
const MAX_SLIPS = 4
/** The same for a name without our prefix, such as `DATABASE_ULR`: smaller, because most names of an environment are not ours. */
const MAX_SLIPS_ELSEWHERE = 2
export const GUESSABLE = 'is easily guessed; `openssl rand -base64 32` makes a good one'
/** The prefix of a standard with many more names than we read, some of which differ by a letter or two. */
const OPEN_TELEMETRY = 'OTEL_'

/**
 * Reads settings one by one and collects their faults, so that all are reported at once. An empty value counts as not set. Call
 * {@link SettingsReader.finish} before using the values.
 */
export function readSettings(env: Environment) {
  const faults: ConfigFault[] = []
  const fault = (setting: SettingName, message: string) => void faults.push({ setting, message })
  const known = new Set<SettingName>()
  const raw = (setting: SettingName) => {
    known.add(setting)
    const value = env[setting]?.trim()
    return value === '' ? undefined : value
  }

  function parseInteger(setting: SettingName, value: string, { min, max }: Range) {
    const number = Number(value)
    if (/^-?\d+$/.test(value) && number >= min && number <= max) return number
    fault(setting, `must be a whole number from ${min} to ${max}`)
    return min
  }

  function parseUrl(setting: SettingName, value: string) {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (
      url &&
      (url.protocol === 'http:' || url.protocol === 'https:') &&
      url.username === '' &&
      url.hash === ''
    ) {
      return value.replace(/\/+$/, '')
    }
    fault(setting, 'must be an absolute http or https address')
    return 'http://invalid.example'
  }

  return {
    /** Records a fault found by the caller. */
    fault,
    /** Returns the faults so far. */
    faults: (): readonly ConfigFault[] => [...faults],
    text(setting: SettingName, fallback?: string): string {
      const value = raw(setting) ?? fallback
      if (value === undefined) fault(setting, 'is required')
      return value ?? ''
    },
    optionalText: raw,
    /** Reads a secret: at least `minLength` characters that are not easily guessed, no fallback. */
    secret(setting: SettingName, minLength: number): string {
      const value = raw(setting)
      if (value === undefined) fault(setting, 'is required')
      else if (value.length < minLength) fault(setting, `must have at least ${minLength} characters`)
      else if (isGuessable(value, minLength)) fault(setting, GUESSABLE)
      return value ?? ''
    },
    /** Reads {@link Secrets}, separated by commas; each as {@link SettingsReader.secret}. */
    secrets(setting: SettingName, minLength: number): Secrets {
      const value = raw(setting)
      const entries = (value ?? '').split(',').map((entry) => entry.trim())
      const [newest = '', ...older] = entries.filter((entry) => entry !== '')
      if (value === undefined) fault(setting, 'is required')
      else if ([newest, ...older].some((entry) => entry.length < minLength))
        fault(setting, `each must have at least ${minLength} characters`)
      else if ([newest, ...older].some((entry) => isGuessable(entry, minLength))) fault(setting, GUESSABLE)
      return [newest, ...older]
    },
    integer(setting: SettingName, { fallback, ...range }: Range & { readonly fallback?: number }): number {
      const value = raw(setting)
      if (value !== undefined) return parseInteger(setting, value, range)
      if (fallback === undefined) fault(setting, 'is required')
      return fallback ?? range.min
    },
    optionalInteger(setting: SettingName, range: Range): number | undefined {
      const value = raw(setting)
      return value === undefined ? undefined : parseInteger(setting, value, range)
    },
    flag(setting: SettingName, fallback: boolean): boolean {
      const value = raw(setting)
      if (value === undefined) return fallback
      if (value === 'true') return true
      if (value !== 'false') fault(setting, 'must be true or false')
      return false
    },
    oneOf<const Value extends string>(
      setting: SettingName,
      values: readonly Value[],
      fallback?: Value,
    ): Value {
      const value = raw(setting)
      const found =
        values.find((candidate) => candidate === value) ?? (value === undefined ? fallback : undefined)
      if (found !== undefined) return found
      fault(setting, value === undefined ? 'is required' : `must be one of ${values.join(', ')}`)
      const [first] = values
      if (first === undefined) throw new TypeError('oneOf needs at least one value')
      return first
    },
    /** Reads an absolute http or https address; returns it without a trailing slash. */
    url(setting: SettingName, fallback?: string): string {
      const value = raw(setting) ?? fallback
      if (value !== undefined) return parseUrl(setting, value)
      fault(setting, 'is required')
      return ''
    },
    optionalUrl(setting: SettingName): string | undefined {
      const value = raw(setting)
      return value === undefined ? undefined : parseUrl(setting, value)
    },
    /**
     * Throws if there was a fault. Call it after all settings were read.
     * @param family The prefix of our settings. A variable with the prefix that was never read is a fault as well. So is a
     * misspelling of a setting without the prefix that is not set, such as `DATABASE_URL`.
     * @throws ConfigError with all faults
     */
    finish(family?: SettingName): void {
      if (family !== undefined) {
        faults.push(...findUnknown(env, { family, known }), ...findSlips(env, { family, known }))
      }
      if (faults.length > 0) throw new ConfigError(faults)
    },
  }
}

/** Finds variables with our prefix that were never read, each with the probably intended setting. */
function findUnknown(
  env: Environment,
  { family, known }: { readonly family: SettingName; readonly known: ReadonlySet<SettingName> },
): readonly ConfigFault[] {
  return Object.keys(env)
    .filter((name): name is SettingName => name.startsWith(family) && name === name.toUpperCase())
    .filter((name) => !known.has(name) && !SERVICE_LINK.test(name) && env[name]?.trim() !== '')
    .map((setting) => {
      const meant = closestMatch(setting, [...known], { maxDistance: MAX_SLIPS })
      return {
        setting,
        message: meant === undefined ? 'is no setting' : `is no setting; is ${meant} meant?`,
      }
    })
}

/** Finds misspellings of settings without our prefix that are not set: the default would be used unnoticed. */
function findSlips(
  env: Environment,
  { family, known }: { readonly family: SettingName; readonly known: ReadonlySet<SettingName> },
): readonly ConfigFault[] {
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== ''
  const missing = [...known].filter(
    (name) => !name.startsWith(family) && !name.startsWith(OPEN_TELEMETRY) && !isSet(name),
  )
  return Object.keys(env)
    .filter((name): name is SettingName => name === name.toUpperCase() && !name.startsWith(family))
    .filter((name) => !known.has(name) && isSet(name))
    .flatMap((setting) => {
      const meant = closestMatch(setting, missing, { maxDistance: MAX_SLIPS_ELSEWHERE })
      return meant === undefined ? [] : [{ setting, message: `is no setting; is ${meant} meant?` }]
    })
}
