import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { AppLink } from '#navigation/app-link.tsx'
import { StatusBadge } from '#connection/status-badge.tsx'
import { DisplaySettings } from '#ui/display-settings.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Mark } from '#ui/icon.tsx'
import { useWords } from '#words/words.tsx'
import { ShownBusiness } from './shown-business.tsx'
import { OfflineLine } from './offline-line.tsx'
import { SentChangesSlot } from './sent-changes-slot.tsx'
import { MainNavigation } from './main-navigation.tsx'

/** What every screen has around it: the mark, the ways, the state of the connection, the footer. */
export function Shell(props: { readonly children: ReactNode }) {
  const { t } = useWords()
  const [path] = useLocation()
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
          <ShownBusiness />
          <StatusBadge />
        </div>
        <MainNavigation />
        <OfflineLine />
      </header>
      <main id="main" className="frame" tabIndex={-1}>
        {props.children}
      </main>
      <SentChangesSlot />
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
