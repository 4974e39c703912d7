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

/** What in this browser may keep connecting from working, said before the button. */
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
