import { useOnline } from '@counterfoil/react'
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import { StatusBadge } from '#connection/status-badge.tsx'
import { useOldestShown, useReadAtMs } from '#data/last-known.tsx'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { shownLists } from '#navigation/decide-screen.ts'
import { DisplaySettings } from '#ui/display-settings.tsx'
import { Mark } from '#ui/icon.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'
import { ShownBusiness } from './shown-business.tsx'

/** Shows the frame of every screen: the mark, the navigation, the state of the connection, the footer. */
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

/** Shows the links to the screens; nothing while nobody is signed in. */
function MainNavigation() {
  const { session } = useSession()
  const { t } = useWords()
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  // If not all links fit, scrolls the current one into view.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector('[aria-current]')
    if (!nav.current || !(current instanceof HTMLElement)) return
    const { clientWidth, offsetLeft } = nav.current
    nav.current.scrollLeft = current.offsetLeft - offsetLeft - (clientWidth - current.offsetWidth) / 2
  }, [path])
  const lists = session.person === null ? [] : shownLists(session)
  useSearchKeys(lists.length > 0)
  if (session.person === null) return null
  const ways = [
    { to: PATHS.overview, label: t.app.overview },
    ...(lists.length > 0 ? [{ to: PATHS.search, label: t.app.search }] : []),
    ...lists.map((name) => ({ to: PATHS[name], label: t.app.lists[name] })),
    ...(session.provider.hasBusinesses ? [{ to: PATHS.businesses, label: t.app.businesses }] : []),
    { to: PATHS.profile, label: t.app.profile },
  ]
  return (
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
  )
}

/** Opens the search on "/" and Ctrl-K, but not while a field has focus. */
function useSearchKeys(hasSearch: boolean): void {
  const [path, navigate] = useLocation()
  useEffect(() => {
    if (!hasSearch) return undefined
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey } = event
      const isTyped = target instanceof Element && target.closest('input, textarea, select') !== null
      const isAsked = event.ctrlKey || event.metaKey ? key === 'k' : key === '/' && !altKey
      if (!isAsked || isTyped || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      if (path === PATHS.search) document.querySelector<HTMLElement>('search input')?.focus()
      else navigate(PATHS.search)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [hasSearch, path, navigate])
}

/** The time in milliseconds between two checks whether changes are possible again. */
const READ_ONLY_MS = 30_000

/** Shows a thin line under the header while the network is away, or while the app cannot store anything. */
function OfflineLine() {
  const online = useOnline()
  const { session, refresh } = useSession()
  const { t, format } = useWords()
  const { announce } = useAnnouncer()
  const readAtMs = useReadAtMs(selectedConnection(session))
  const isReadOnly = session.isReadOnly === true
  // A page that reads nothing shows the age of its connection's data.
  const atMs = useOldestShown() ?? readAtMs ?? Infinity
  const offlineText =
    atMs === Infinity
      ? t.failure.offline.bar
      : t.failure.offline.barSince(format.moment(new Date(atMs).toISOString()))
  const onlineText = isReadOnly ? t.failure.readOnly : undefined
  const text = online ? onlineText : offlineText
  const onlineHindrance = isReadOnly ? 'readOnly' : undefined
  const hindrance = online ? onlineHindrance : 'offline'
  const hindered = useRef(hindrance)

  useSaid(announce, text)
  useEffect(() => {
    if (!isReadOnly) return undefined
    const timer = setInterval(refresh, READ_ONLY_MS)
    return () => clearInterval(timer)
  }, [isReadOnly, refresh])
  useEffect(() => {
    const before = hindered.current
    hindered.current = hindrance
    if (before === undefined || before === hindrance) return
    if (before === 'offline') refresh()
    // The last text stays readable until the next one.
    if (hindrance === undefined)
      announce(before === 'offline' ? t.failure.offline.back : t.failure.changeable)
  }, [hindrance, announce, refresh, t])

  if (text === undefined) return null
  return (
    <div className="offline-line">
      <p className="frame">{text}</p>
    </div>
  )
}

/** Shows the list of sent changes. Its file is loaded once a change is sent, or was sent before the page loaded. */
function SentChangesSlot() {
  const [tray, setTray] = useState<{ readonly SentChanges: ComponentType }>()
  useEffect(() => {
    const load = () => {
      import('#forms/sent-changes.tsx').then(
        ({ SentChanges }) => setTray({ SentChanges }),
        // The form itself reports the outcome.
        () => undefined,
      )
    }
    if (Object.keys(sessionStorage).some(isOfSent)) load()
    window.addEventListener('command-sent', load)
    return () => window.removeEventListener('command-sent', load)
  }, [])
  if (tray === undefined) return null
  return (
    <Suspense fallback={null}>
      <tray.SentChanges />
    </Suspense>
  )
}

/** Returns true if a storage key holds a sent change, as named by `forms/draft-client.ts`. */
function isOfSent(key: string): boolean {
  return key.startsWith('draft:') && key.split(':')[3] === 'sent'
}
