import { pageElsewhere } from '@counterfoil/bff-api/paths'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { businessName, byName } from '#connection/state-words.ts'
import { StateSign } from '#connection/status-badge.tsx'
import { liveConnections, selectedConnection, useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { linkTo } from '#navigation/paths.ts'
import { useWords } from '#words/words.tsx'

/** Shows the name of the selected business; if there are others, links to the same page of each. */
export function ShownBusiness() {
  const { session } = useSession()
  const { t, locale } = useWords()
  const [page] = useLocation()
  const shown = selectedConnection(session)
  if (shown === undefined || !session.provider.hasBusinesses) return null
  const others = byName(liveConnections(session), t, locale).filter(({ id }) => id !== shown.id)
  const name = (
    <>
      <span className="visually-hidden">{t.app.before(t.app.business)}</span>
      <span className="business-name">{businessName(shown, t)}</span>
    </>
  )
  if (others.length === 0) return <p className="business-shown">{name}</p>
  return (
    <Disclosure key={`${shown.id} ${page}`} summary={name}>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <AppLink to={linkTo(other, pageElsewhere(page))}>
              <StateSign state={other.state} />
              <span>{businessName(other, t)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** Shows a disclosure that opens without scripts. With scripts, a press outside it and Escape close it. */
function Disclosure(props: { readonly summary: ReactNode; readonly children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = details
      if (current?.open !== true) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        current.querySelector('summary')?.focus()
      } else if (event.target instanceof Node && current.contains(event.target)) return
      current.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details ref={details} className="business-shown">
      <summary>{props.summary}</summary>
      {props.children}
    </details>
  )
}
