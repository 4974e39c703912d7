import { useSyncExternalStore } from 'react'
import { CopyButton } from '#ui/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useWords } from '#words/words.tsx'
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
  const { t } = useWords()
  const inApp = useSyncExternalStore(subscribe, insideAnotherApp, notKnown)
  const blocked = useSyncExternalStore(subscribe, cookiesBlocked, notKnown)
  const own = inApp ? ownBrowserLink({ userAgent: navigator.userAgent, url: location.href }) : undefined
  return (
    <>
      {inApp && (
        <Notice
          tone="warn"
          icon="needs_you"
          title={t.start.inApp.title}
          actions={
            <>
              {own !== undefined && (
                <a className="button-primary" href={own.href}>
                  {t.start.inApp.open(own.name)}
                </a>
              )}
              <CopyButton text={location.href} label={t.start.inApp.copy} />
            </>
          }
        >
          <p>{t.start.inApp.body}</p>
        </Notice>
      )}
      {blocked && (
        <Notice tone="warn" icon="needs_you" title={t.start.cookies.title}>
          <p>{t.start.cookies.body}</p>
          <p className="note">{t.start.cookies.how}</p>
        </Notice>
      )}
    </>
  )
}
