import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { AppLink } from '#navigation/app-link.tsx'
import { StatusBadge } from '#connection/status-badge.tsx'
import { DisplaySettings } from '#ui/display-settings.tsx'
import { PATHS } from '#navigation/paths.ts'
import { shownLists } from '#navigation/shown-lists.ts'
import { useSession } from '#data/session.tsx'
import { Mark } from '#ui/icon.tsx'
import { useWords } from '#words/words.tsx'
import { OfflineLine } from './offline-line.tsx'
import { TraySlot } from './tray-slot.tsx'

/** What every screen has around it: the mark, the ways, the state of the connection, the footer. */
export function Shell(props: { readonly children: ReactNode }) {
  const { session } = useSession()
  const { t } = useWords()
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  // Where there is no room for all ways, the one that is taken is among those that are seen.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector('[aria-current]')
    if (!nav.current || !(current instanceof HTMLElement)) return
    const { clientWidth, offsetLeft } = nav.current
    nav.current.scrollLeft = current.offsetLeft - offsetLeft - (clientWidth - current.offsetWidth) / 2
  }, [path])
  const ways = [
    { to: PATHS.overview, label: t.app.overview },
    ...shownLists(session).map((name) => ({ to: PATHS[name], label: t.app.lists[name] })),
    { to: PATHS.businesses, label: t.app.businesses },
    { to: PATHS.profile, label: t.app.profile },
  ]
  return (
    <>
      <a className="skip" href="#main">
        {t.app.skip}
      </a>
      <header className="head">
        <div className="frame head-row">
          <AppLink to={PATHS.overview} className="brand">
            <Mark />
            <span>{t.app.name}</span>
          </AppLink>
          <StatusBadge />
        </div>
        {session.person !== null && (
          <nav ref={nav} className="frame ways" aria-label={t.app.navigation}>
            {ways.map(({ to, label }) => (
              <AppLink
                key={to}
                to={to}
                current={path === to || (to !== PATHS.overview && path.startsWith(`${to}/`))}
              >
                {label}
              </AppLink>
            ))}
          </nav>
        )}
        <OfflineLine />
        <TraySlot />
      </header>
      <main id="main" className="frame" tabIndex={-1}>
        {props.children}
      </main>
      <footer className="foot">
        <div className="frame foot-row">
          <p>{t.app.footer}</p>
          {path !== PATHS.profile && <DisplaySettings />}
        </div>
        <p className="frame scripts-line">{t.app.needsScripts}</p>
      </footer>
    </>
  )
}
