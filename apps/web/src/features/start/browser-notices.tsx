import { useSyncExternalStore } from 'react'
import { CopyButton } from '#ui/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePartWords } from '#words/words.tsx'
import { isInAppBrowser, ownBrowserLink } from './in-app-browser.ts'

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
