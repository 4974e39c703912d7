import type { ConfigFault, SettingName, SettingsReader } from '@counterfoil/service/settings/config-faults'

/** The configuration of the connection to the store; the result of {@link parseRedisConfig}. */
export interface RedisConfig {
  readonly mode: 'single' | 'sentinel' | 'cluster'
  /** The server, the sentinels, or some nodes of the cluster. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  /** Only for `sentinel`: the name of the monitored primary. */
  readonly sentinelName?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly sentinelUsername?: string | undefined
  readonly sentinelPassword?: string | undefined
  readonly database: number
  readonly tls?: RedisTls | undefined
  /** The time in milliseconds after which a command without an answer means that the store is down. */
  readonly commandTimeoutMs: number
  /** The number of replicas that must have a write before it is confirmed to a person; 0: none. */
  readonly replicas: number
  /** The time in milliseconds to wait for replicas. Later it is unknown whether a write survives a failover. */
  readonly replicaTimeoutMs: number
}

interface RedisTls {
  /** PEM texts. Undefined: the certificate authorities of the system, and no client certificate. */
  readonly ca: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
  /** The name in the certificate, if it is not the host. */
  readonly serverName: string | undefined
}

/** The settings as text, with the contents of files. */
export interface RedisSettings {
  /** `redis://` or `rediss://`; several hosts, separated by commas, for sentinel and cluster. */
  readonly url: string
  /** The password as plain text, not percent-encoded; then `url` must have none. */
  readonly password?: string | undefined
  readonly mode?: string | undefined
  readonly sentinelName?: string | undefined
  readonly sentinelUsername?: string | undefined
  readonly sentinelPassword?: string | undefined
  readonly caPem?: string | undefined
  readonly certPem?: string | undefined
  readonly keyPem?: string | undefined
  readonly tlsServerName?: string | undefined
  readonly commandTimeoutMs?: number | undefined
  readonly replicas?: number | undefined
  readonly replicaTimeoutMs?: number | undefined
}

const MODES = ['single', 'sentinel', 'cluster'] as const
const DEFAULT_PORTS = { single: 6379, sentinel: 26379, cluster: 6379 } as const
const URL_SHAPE = /^(rediss?):\/\/(?:([^@/]*)@)?([^/?#@]+)(?:\/(\d*))?$/

/** The default in milliseconds: two commands must fit into the second in which a request is answered. */
export const DEFAULT_COMMAND_TIMEOUT_MS = 400
/** The default in milliseconds. A replica usually answers within one or two; one that needs longer than this lags. */
const DEFAULT_REPLICA_TIMEOUT_MS = 200

/**
 * Reads the settings of the store; returns all faults, each with the name of its setting. A fault never contains the URL, which
 * holds the password.
 */
export function parseRedisConfig(
  settings: RedisSettings,
):
  | { readonly kind: 'config'; readonly config: RedisConfig }
  | { readonly kind: 'faults'; readonly faults: readonly ConfigFault[] } {
  const faults: ConfigFault[] = []
  const mode = MODES.find((known) => known === (settings.mode ?? 'single'))
  if (mode === undefined)
    faults.push({ setting: 'BFF_REDIS_MODE', message: `must be one of ${MODES.join(', ')}` })

  const url = readUrl(settings, DEFAULT_PORTS[mode ?? 'single'])
  if (url === undefined) {
    faults.push({
      setting: 'REDIS_URL',
      message:
        'must look like redis://[user:password@]host[:port][,host[:port]…][/database], or rediss:// for TLS',
    })
  }
  if (url?.password !== undefined && settings.password !== undefined) {
    faults.push({ setting: 'BFF_REDIS_PASSWORD', message: 'is given in REDIS_URL as well' })
  }
  if (url !== undefined && mode === 'single' && url.nodes.length > 1) {
    faults.push({
      setting: 'REDIS_URL',
      message: 'names several hosts; set BFF_REDIS_MODE to sentinel or cluster',
    })
  }
  if (url !== undefined && mode === 'cluster' && url.database !== 0) {
    faults.push({ setting: 'REDIS_URL', message: 'a cluster has database 0 only' })
  }
  if (mode === 'sentinel' && !settings.sentinelName) {
    faults.push({
      setting: 'BFF_REDIS_SENTINEL_NAME',
      message: 'is required when BFF_REDIS_MODE is sentinel',
    })
  }
  faults.push(...findCertificateFaults(settings, url?.tls))
  if (url === undefined || mode === undefined || faults.length > 0) return { kind: 'faults', faults }

  return {
    kind: 'config',
    config: {
      mode,
      nodes: url.nodes,
      sentinelName: settings.sentinelName,
      username: url.username,
      password: settings.password ?? url.password,
      sentinelUsername: settings.sentinelUsername,
      sentinelPassword: settings.sentinelPassword,
      database: url.database,
      tls: url.tls ? tlsOf(settings) : undefined,
      commandTimeoutMs: settings.commandTimeoutMs ?? DEFAULT_COMMAND_TIMEOUT_MS,
      // With sentinel or cluster, confirmed writes must survive a failover.
      replicas: settings.replicas ?? (mode === 'single' ? 0 : 1),
      replicaTimeoutMs: settings.replicaTimeoutMs ?? DEFAULT_REPLICA_TIMEOUT_MS,
    },
  }
}

function tlsOf({ caPem, certPem, keyPem, tlsServerName }: RedisSettings): RedisTls {
  return { ca: caPem, cert: certPem, key: keyPem, serverName: tlsServerName }
}

function findCertificateFaults(
  settings: Pick<RedisSettings, 'caPem' | 'certPem' | 'keyPem'>,
  isTls: boolean | undefined,
): readonly ConfigFault[] {
  const { caPem, certPem, keyPem } = settings
  const faults: ConfigFault[] = []
  if (isTls === false && (caPem ?? certPem ?? keyPem) !== undefined) {
    faults.push({ setting: 'REDIS_URL', message: 'must begin with rediss:// when certificates are given' })
  }
  if ((certPem === undefined) !== (keyPem === undefined)) {
    faults.push({ setting: 'BFF_REDIS_KEY_FILE', message: 'and BFF_REDIS_CERT_FILE go together' })
  }
  return faults
}

interface UrlParts {
  readonly nodes: RedisConfig['nodes']
  readonly username: string | undefined
  readonly password: string | undefined
  readonly database: number
  readonly tls: boolean
}

function readUrl(
  { url, password: givenApart }: Pick<RedisSettings, 'url' | 'password'>,
  defaultPort: number,
): UrlParts | undefined {
  const match = URL_SHAPE.exec(url)
  if (match === null) return undefined
  const [, scheme, credentials = '', hosts = '', database = ''] = match
  const nodes = hosts.split(',').map((host) => readNode(host, defaultPort))
  const known = nodes.filter((node) => node !== undefined)
  if (known.length !== nodes.length) return undefined
  const [rawUsername = '', ...rest] = credentials.split(':')
  const username = decode(rawUsername)
  const password = decode(rest.join(':'))
  if (username === undefined || password === undefined) return undefined
  // A user without a password is probably a password in the wrong place.
  if (username !== '' && password === '' && givenApart === undefined) return undefined
  return {
    nodes: known,
    username: username || undefined,
    password: password || undefined,
    database: database === '' ? 0 : Number(database),
    tls: scheme === 'rediss',
  }
}

function readNode(text: string, defaultPort: number): { host: string; port: number } | undefined {
  const match = /^(\[[0-9a-fA-F:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/.exec(text)
  const host = match?.[1]?.replace(/^\[|\]$/g, '')
  if (match === null || host === undefined) return undefined
  const port = match[2] === undefined ? defaultPort : Number(match[2])
  return port >= 1 && port <= 65_535 ? { host, port } : undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the address of the store and the options of the connection; faults are noted in `settings`.
 * @param readFile Returns the text of a file (a certificate), or undefined if it cannot be read.
 */
export function parseStore(
  settings: SettingsReader,
  readFile: (path: string) => string | undefined,
): RedisConfig {
  const readPem = (setting: SettingName) => {
    const path = settings.optionalText(setting)
    if (path === undefined) return undefined
    const text = readFile(path)
    if (text === undefined) settings.fault(setting, 'names a file that cannot be read')
    return text
  }
  const parsed = parseRedisConfig({
    url: settings.text('REDIS_URL', 'redis://127.0.0.1:6379'),
    password: settings.optionalText('BFF_REDIS_PASSWORD'),
    mode: settings.optionalText('BFF_REDIS_MODE'),
    sentinelName: settings.optionalText('BFF_REDIS_SENTINEL_NAME'),
    sentinelUsername: settings.optionalText('BFF_REDIS_SENTINEL_USERNAME'),
    sentinelPassword: settings.optionalText('BFF_REDIS_SENTINEL_PASSWORD'),
    caPem: readPem('BFF_REDIS_CA_FILE'),
    certPem: readPem('BFF_REDIS_CERT_FILE'),
    keyPem: readPem('BFF_REDIS_KEY_FILE'),
    tlsServerName: settings.optionalText('BFF_REDIS_TLS_SERVER_NAME'),
    commandTimeoutMs: settings.optionalInteger('BFF_REDIS_COMMAND_TIMEOUT_MS', { min: 50, max: 10_000 }),
    replicas: settings.optionalInteger('BFF_REDIS_REPLICAS', { min: 0, max: 5 }),
    replicaTimeoutMs: settings.optionalInteger('BFF_REDIS_REPLICA_TIMEOUT_MS', { min: 10, max: 5000 }),
  })
  if (parsed.kind === 'config') return parsed.config
  for (const fault of parsed.faults) settings.fault(fault.setting, fault.message)
  return NO_REDIS
}

/** A placeholder; `finish` throws before it is used. */
const NO_REDIS: RedisConfig = {
  mode: 'single',
  nodes: [],
  database: 0,
  commandTimeoutMs: 0,
  replicas: 0,
  replicaTimeoutMs: 0,
}
