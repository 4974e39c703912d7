import type { ConnectionState } from '@counterfoil/bff-api/connection'
import { useOnline } from '@counterfoil/react'
import { useIsLive } from '#data/last-known.tsx'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useWords } from '#words/words.tsx'
import { badgeState, isReadWell, isSignedOut } from './connection-state.ts'
import { markWords, type ReportedState, stateTitle } from './state-words.ts'
import { useReadAge } from './use-read-age.ts'

type Sign = { readonly dot: 'ring' | 'half' | 'full' | 'bar' | 'slash' } | { readonly icon: IconName }

/** The shape of every state, so that colour is never the only sign. */
const SIGNS: Readonly<Record<ConnectionState, Sign>> = {
  none: { dot: 'ring' },
  connecting: { dot: 'half' },
  connected: { dot: 'full' },
  limited: { dot: 'bar' },
  reconnect: { icon: 'needs_you' },
  plan_ended: { icon: 'lock' },
  trouble: { icon: 'cloud' },
  disconnected: { dot: 'slash' },
}

/** Shows the shape and colour of a state, without its words. */
export function StateSign(props: { readonly state: ConnectionState }) {
  const sign = SIGNS[props.state]
  return (
    <span className={`sign sign-${props.state}`} aria-hidden="true">
      {'icon' in sign ? <Icon name={sign.icon} /> : <span className={`dot dot-${sign.dot}`} />}
    </span>
  )
}

export function StateWords(props: { readonly reported: ReportedState; readonly age?: string | undefined }) {
  const { t } = useWords()
  const { session } = useSession()
  return (
    <span className="state-words">
      <StateSign state={props.reported.state} />
      <span>
        {stateTitle(props.reported, session.provider.name, t)}
        {props.age !== undefined && ` · ${props.age}`}
      </span>
    </span>
  )
}

/** Shows the badge in the header of every page: the state of the connection, its age, and the link to its page. */
export function StatusBadge() {
  const { t } = useWords()
  const { session } = useSession()
  const reported = badgeState(session)
  const words = markWords(reported, session.provider.name, t)
  const age = useReadAge(selectedConnection(session))
  const isOnline = useOnline()
  const isLive = useIsLive() && isOnline
  const suffix = isReadWell(reported.state) && [
    ' ',
    <span key="age" className="status-badge-age" data-longest={`· ${t.state.justRead}`}>
      {age !== undefined && `· ${age}`}
    </span>,
  ]
  return (
    <AppLink to={PATHS.connection} className={`status-badge status-badge-${reported.state}`}>
      {/* A grey ring is no wider than a green dot. */}
      <StateSign state={isReadWell(reported.state) && !isLive ? 'none' : reported.state} />
      <span className="visually-hidden">{t.app.before(t.state.label)}</span>
      <span className="status-badge-full">
        {isSignedOut(session) ? t.state.signedOut : words.full}
        {suffix}
      </span>
      <span className="status-badge-short" aria-hidden="true">
        {isSignedOut(session) ? t.state.signedOut : words.short}
        {reported.state !== 'limited' && suffix}
      </span>
    </AppLink>
  )
}
