import type { BrowserId } from '@counterfoil/oauth/ids'
import { formatPreferences, parsePreferences, parseTimeZone } from '#browser/preferences.ts'
import type { CookieNames } from '#session/cookie-names.ts'

/** The `Cookie` header of a browser that was left, as it sends it next: what it kept of `jar`, under its new id. */
export function keptCookies(
  jar: ReadonlyMap<string, string>,
  cookies: Pick<CookieNames, 'browser' | 'preferences' | 'timeZone' | 'device' | 'left'>,
  { browserId, forgetsDevice }: { readonly browserId: BrowserId; readonly forgetsDevice: boolean },
): string {
  const kept = {
    [cookies.browser]: browserId,
    [cookies.left]: '1',
    [cookies.preferences]: formatPreferences(parsePreferences(jar.get(cookies.preferences))),
    [cookies.timeZone]: parseTimeZone(jar.get(cookies.timeZone)) ?? '',
    ...(forgetsDevice ? {} : { [cookies.device]: jar.get(cookies.device) ?? '' }),
  }
  return Object.entries(kept)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}
