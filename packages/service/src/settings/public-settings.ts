import type { SettingName, SettingsReader } from './config-faults.ts'

/** Returns true if `host`, as in a URL or in a setting, can only be reached from this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/**
 * Reads the public address of a service: an origin, https unless it is on loopback. Cookies for people's data need `__Host-`,
 * which requires https; pages and links begin at the root, so a path in the address would break them.
 */
export function readPublicOrigin(settings: SettingsReader, setting: SettingName, fallback?: string): string {
  const faultCount = settings.faults().length
  const text = settings.url(setting, fallback)
  if (settings.faults().length > faultCount) return text
  const url = new URL(text)
  if (url.origin !== text) settings.fault(setting, 'must be an origin: no path, no query')
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    settings.fault(setting, 'must be https, except on localhost')
  }
  return url.origin
}

const MAX_PROXIES = 10

/**
 * Reads how many proxies in front add to `X-Forwarded-For`. A service behind https usually has one. Without trusting it, all
 * callers would share its address and one attacker would block everyone, so the setting is required there.
 */
export function readTrustedProxies(
  settings: SettingsReader,
  setting: SettingName,
  publicUrl: { readonly setting: SettingName; readonly value: string | undefined },
): number {
  const said = settings.optionalInteger(setting, { min: 0, max: MAX_PROXIES })
  if (said === undefined && publicUrl.value?.startsWith('https:') === true) {
    settings.fault(
      setting,
      `is required when ${publicUrl.setting} is https: how many proxies in front add to X-Forwarded-For, 0 for none`,
    )
  }
  return said ?? 0
}

/** A bearer token shorter than this could be guessed. */
const MIN_METRICS_TOKEN_CHARACTERS = 16

/** Reads the bearer token of `/metrics`; undefined if the endpoint does not exist. */
export function readMetricsToken(settings: SettingsReader, setting: SettingName): string | undefined {
  const token = settings.optionalText(setting)
  return token === undefined ? undefined : settings.secret(setting, MIN_METRICS_TOKEN_CHARACTERS)
}
