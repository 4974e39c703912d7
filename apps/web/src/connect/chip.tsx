import type { ConnectionState } from '@counterfoil/bff-api/connection'
import { useSession } from '#data/session.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useWords } from '#words/words.tsx'
import { AppLink } from './app-link.tsx'
import { markState, selectedConnection } from './connection-state.ts'
import { PATHS } from './paths.ts'
import { markWords } from './state-words.ts'

type Sign = { readonly dot: 'ring' | 'half' | 'full' | 'bar' | 'slash' } | { readonly icon: IconName }

/** A shape for every state, so that colour never speaks alone. */
function signOf(state: ConnectionState): Sign {
  switch (state) {
    case 'none':
      return { dot: 'ring' }
    case 'connecting':
      return { dot: 'half' }
    case 'connected':
      return { dot: 'full' }
    case 'limited':
      return { dot: 'bar' }
    case 'reconnect':
      return { icon: 'needs_you' }
    case 'plan_ended':
      return { icon: 'lock' }
    case 'trouble':
      return { icon: 'cloud' }
    case 'disconnected':
      return { dot: 'slash' }
  }
}

/** Shape and colour of a state, without its words. */
export function StateSign(props: { readonly state: ConnectionState }) {
  const sign = signOf(props.state)
  return (
    <span className={`sign sign-${props.state}`} aria-hidden="true">
      {'icon' in sign ? <Icon name={sign.icon} /> : <span className={`dot dot-${sign.dot}`} />}
    </span>
  )
}

/** State of a connection in a sign and words. */
export function StateWords(props: { readonly state: ConnectionState; readonly age?: string | undefined }) {
  const { t } = useWords()
  const { session } = useSession()
  const words = markWords(props.state, session.provider.name, t)
  return (
    <span className="state-words">
      <StateSign state={props.state} />
      <span>
        {words.full}
        {props.age !== undefined && ` · ${props.age}`}
      </span>
    </span>
  )
}

/** The mark at the top of every page: the state of the connection, its age, and the way to its page. */
export function Chip() {
  const { t, format } = useWords()
  const { session } = useSession()
  const state = markState(session)
  const selected = selectedConnection(session)
  const words = markWords(state, session.provider.name, t)
  const age =
    (state === 'connected' || state === 'limited') && selected?.lastGoodAt
      ? ` · ${format.age(selected.lastGoodAt)}`
      : ''
  return (
    <AppLink to={PATHS.connection} className={`chip chip-${state}`}>
      <StateSign state={state} />
      <span className="visually-hidden">{`${t.chip.label}: `}</span>
      <span className="chip-full">
        {words.full}
        {age}
      </span>
      <span className="chip-short" aria-hidden="true">
        {words.short}
        {state === 'limited' ? '' : age}
      </span>
    </AppLink>
  )
}
