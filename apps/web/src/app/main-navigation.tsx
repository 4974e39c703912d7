import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '#data/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { shownLists } from '#navigation/shown-lists.ts'
import { useWords } from '#words/words.tsx'

/** The ways to the screens; none while nobody is signed in. */
export function MainNavigation() {
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
  if (session.person === null) return null
  const ways = [
    { to: PATHS.overview, label: t.app.overview },
    ...shownLists(session).map((name) => ({ to: PATHS[name], label: t.app.lists[name] })),
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
