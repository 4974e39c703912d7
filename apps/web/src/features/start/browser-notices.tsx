import { useSyncExternalStore } from 'react'
import { CopyButton } from '#ui/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePartWords } from '#words/words.tsx'

const TEST_COOKIE = 'counterfoil_test'

function takesCookies(): boolean {
  if (!navigator.cookieEnabled) return false
  document.cookie = `${TEST_COOKIE}=1; path=/; SameSite=Lax`
  const kept = document.cookie.includes(TEST_COOKIE)
  document.cookie = `${TEST_COOKIE}=; path=/; max-age=0; SameSite=Lax`
  return kept
}

let cookieAnswer: boolean | undefined
const cookiesBlocked = () => !(cookieAnswer ??= takesCookies())
const insideAnotherApp = () => isInAppBrowser(navigator.userAgent)
const subscribe = () => () => undefined
const notKnown = () => false

/** Warns before the button about browser settings that may prevent connecting. */
export function BrowserNotices() {
  const words = usePartWords('start')
  const inApp = useSyncExternalStore(subscribe, insideAnotherApp, notKnown)
  const blocked = useSyncExternalStore(subscribe, cookiesBlocked, notKnown)
  const own = inApp ? ownBrowserLink({ userAgent: navigator.userAgent, url: location.href }) : undefined
  return (
    <>
      {inApp && (
        <Notice
          tone="warn"
          icon="needs_you"
          title={words.inApp.title}
          actions={
            <>
              {own !== undefined && (
                <a className="button-primary" href={own.href}>
                  {words.inApp.open(own.name)}
                </a>
              )}
              <CopyButton text={location.href} label={words.inApp.copy} />
            </>
          }
        >
          <p>{words.inApp.body}</p>
        </Notice>
      )}
      {blocked && (
        <Notice tone="warn" icon="needs_you" title={words.cookies.title}>
          <p>{words.cookies.body}</p>
          <p className="note">{words.cookies.how}</p>
        </Notice>
      )}
    </>
  )
}

/** The names that apps add to the user agent of their in-app browser. */
const SIGNS =
  /\b(FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|Twitter|TikTok|musical_ly|Snapchat|Pinterest|LinkedInApp|GSA\/|KAKAOTALK|NAVER)/

/** Matches Android's embedded web view, which marks itself with `; wv)`. */
const ANDROID_VIEW = /; wv\)/
/** Matches an embedded web view on iOS: it contains only "Mobile/…", while every real browser names itself. */
const IOS_VIEW = /\((iPhone|iPad|iPod).*AppleWebKit(?!.*(Safari|CriOS|FxiOS|EdgiOS|OPiOS))/

/**
 * Returns an address that opens `url` in the device's own browser; undefined if no such address is known. iOS 17 supports
 * `x-safari-https`, Android supports intents.
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

/** Returns true for the browser inside another app, where signing in elsewhere often fails. */
export function isInAppBrowser(userAgent: string): boolean {
  return SIGNS.test(userAgent) || ANDROID_VIEW.test(userAgent) || IOS_VIEW.test(userAgent)
}
