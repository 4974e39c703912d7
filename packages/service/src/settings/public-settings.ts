import type { SettingName, SettingsReader } from './config-faults.ts'

/** Is `host` (as a URL spells it, or as it is listened on) one that only this machine reaches? */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/**
 * Where people reach a service: an origin, https unless it is on loopback. Cookies for people's data need `__Host-`, and
 * that needs https; pages and links begin at the root, so a path in front of them would lead elsewhere.
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
 * Reads how many proxies in front add to `X-Forwarded-For`. A service reached by https usually has one; without trusting it, all
 * callers would share its address and one attacker would block everyone. So the setting is required there.
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

/** The bearer token of `/metrics`; undefined: there is no such address. */
export function readMetricsToken(settings: SettingsReader, setting: SettingName): string | undefined {
  const token = settings.optionalText(setting)
  return token === undefined ? undefined : settings.secret(setting, MIN_METRICS_TOKEN_CHARACTERS)
}
