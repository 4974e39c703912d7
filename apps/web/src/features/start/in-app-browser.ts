/** Names that apps put into the user agent of the browser inside them. */
const SIGNS =
  /\b(FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|Twitter|TikTok|musical_ly|Snapchat|Pinterest|LinkedInApp|GSA\/|KAKAOTALK|NAVER)/

/** Android's embedded view marks itself with `; wv)`. */
const ANDROID_VIEW = /; wv\)/
/** On iOS every real browser names itself; an embedded view says only "Mobile/…". */
const IOS_VIEW = /\((iPhone|iPad|iPod).*AppleWebKit(?!.*(Safari|CriOS|FxiOS|EdgiOS|OPiOS))/

/**
 * An address that asks the device to open `url` in its own browser; none where no such address is known.
 * iOS 17 knows `x-safari-https`, Android knows intents.
 */
export function ownBrowserLink({
  userAgent,
  url,
}: {
  readonly userAgent: string
  readonly url: string
}): { readonly name: string; readonly href: string } | undefined {
  if (!url.startsWith('https://')) return undefined
  const rest = url.slice('https://'.length)
  if (/iPhone|iPad|iPod/.test(userAgent)) return { name: 'Safari', href: `x-safari-https://${rest}` }
  if (/Android/.test(userAgent))
    return { name: 'Chrome', href: `intent://${rest}#Intent;scheme=https;package=com.android.chrome;end` }
  return undefined
}

/** Is this the browser inside another app, where signing in elsewhere often fails? */
export function isInAppBrowser(userAgent: string): boolean {
  return SIGNS.test(userAgent) || ANDROID_VIEW.test(userAgent) || IOS_VIEW.test(userAgent)
}
