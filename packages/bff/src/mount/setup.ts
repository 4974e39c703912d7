import { readSettings, type Secrets } from '@counterfoil/service/settings/config-faults'
import { isGuessable } from '@counterfoil/service/settings/guessable-secret'
import { readPublicOrigin } from '@counterfoil/service/settings/public-settings'
import { parseRedisConfig, type RedisConfig } from '#redis/redis-config.ts'

/** One fault of the options of the engine. Never repeats a value: it may be a secret. */
export interface SetupFault {
  /** The name of the option, as it is written in the call. */
  readonly option: string
  /** One sentence with the fault and the line to write. */
  readonly message: string
}

/** The engine does not start. `message` has one line for each fault. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
  readonly faults: readonly SetupFault[]

  constructor(faults: readonly SetupFault[]) {
    super(faults.map(({ message }) => message).join('\n'))
    this.faults = faults
  }
}

/** The options that are texts. They may be undefined, because a variable of the environment may be missing. */
export interface TextOptions {
  /** The public address, the same in every process of the app, workers too: a provider may compare `redirect_uri` at a refresh. */
  readonly publicUrl: string | undefined
  readonly redis: string | undefined
  readonly keys: string | undefined
  readonly basePath?: string | undefined
}

interface ReadTexts {
  readonly publicUrl: string
  readonly basePath: string
  readonly redis: RedisConfig
  /** The secrets, newest first. */
  readonly secrets: Secrets
}

const MIN_KEY_CHARACTERS = 32
const LINES = {
  publicUrl: "publicUrl: 'https://app.example'",
  redis: "redis: 'redis://127.0.0.1:6379'",
  keys: 'keys: process.env.COUNTERFOIL_KEYS',
  basePath: "basePath: '/books'",
} as const
const KNOWN: ReadonlySet<string> = new Set([
  ...['publicUrl', 'redis', 'keys', 'basePath', 'provider', 'operations', 'trustedProxies', 'person'],
  ...['onConnectionChange', 'logger', 'metrics', 'tracer', 'overrides'],
])

/** Reads the options that are texts. @throws SetupError with all faults */
export function readTexts(options: TextOptions): ReadTexts {
  const faults: SetupFault[] = []
  const fault = (option: keyof typeof LINES, problem: string) =>
    void faults.push({ option, message: `${option} ${problem}; write ${LINES[option]}.` })

  for (const option of Object.keys(options).filter((name) => !KNOWN.has(name)))
    faults.push({ option, message: unknownOption(option) })

  const settings = readSettings({ PUBLIC_URL: options.publicUrl })
  const publicUrl = readPublicOrigin(settings, 'PUBLIC_URL')
  for (const { message } of settings.faults().slice(0, 1)) fault('publicUrl', message)

  const { redis: address, basePath = '', keys } = options
  if (!address) fault('redis', 'is missing')
  const redis = parseRedisConfig({ url: address ?? '' })
  if (address && redis.kind === 'faults') fault('redis', 'is no address of Redis')

  const secrets = (keys ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  if (secrets.length === 0) fault('keys', 'is missing')
  else if (secrets.some((key) => key.length < MIN_KEY_CHARACTERS))
    fault(
      'keys',
      `has a key of fewer than ${MIN_KEY_CHARACTERS} characters; make one by openssl rand -base64 32`,
    )
  else if (secrets.some((key) => isGuessable(key, MIN_KEY_CHARACTERS)))
    fault('keys', 'has a key that is easily guessed; make one by openssl rand -base64 32')

  if (basePath !== '' && !/^(?:\/[a-z0-9-]+)+$/.test(basePath))
    fault('basePath', 'must be a path of small letters, digits and hyphens without a slash at its end')

  const [newest] = secrets
  if (faults.length > 0 || newest === undefined || redis.kind === 'faults') throw new SetupError(faults)
  return { publicUrl, basePath, redis: redis.config, secrets: [newest, ...secrets.slice(1)] }
}

function unknownOption(option: string): string {
  return /cookie|domain/i.test(option)
    ? `${option} is no option: cookies belong to the host of publicUrl alone; remove the line ${option}: ….`
    : `${option} is no option; remove the line ${option}: ….`
}
