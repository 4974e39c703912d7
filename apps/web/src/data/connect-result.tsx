import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { AttemptId, LeaveId } from '@counterfoil/oauth/ids'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { bff } from './bff-client.ts'
import { tellOtherTabs } from './live-updates.ts'

interface ConnectResultContextValue extends LastOutcome {
  /** Dismisses the reported outcome. */
  readonly leave: () => void
  /** Replaces the shown result, for example once its question was answered. */
  readonly replace: (connectResult: ConnectResult) => void
}

const NOTHING: LastOutcome = { connectResult: null, left: null }
const ConnectResultContext = createContext<ConnectResultContextValue>({
  ...NOTHING,
  leave: () => undefined,
  replace: () => undefined,
})

/** The outcome is kept in the history entry and not in the address: a reload shows the same screen. */
const KINDS = ['connectResult', 'left'] as const
type Kind = (typeof KINDS)[number]
/** The query parameters in which the BFF sends the ids of outcomes. */
const PARAMETERS: Readonly<Record<Kind, string>> = { connectResult: 'result', left: 'left' }

type ResultId =
  { readonly kind: 'connectResult'; readonly id: AttemptId } | { readonly kind: 'left'; readonly id: LeaveId }

export function resultOf(state: unknown): ResultId | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const { connectResult, left }: Readonly<Partial<Record<Kind, unknown>>> = state
  if (typeof connectResult === 'string') return { kind: 'connectResult', id: connectResult as AttemptId }
  return typeof left === 'string' ? { kind: 'left', id: left as LeaveId } : undefined
}

/** Returns true if this document was opened by reloading or going back. A typed address opens the page itself. */
function isReturning(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward')
}

/** Removes the outcome from a query string; everything else stays. */
export function withoutResult(search: string): string {
  const query = new URLSearchParams(search)
  for (const kind of KINDS) query.delete(PARAMETERS[kind])
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function tellTabs({ connectResult, left }: LastOutcome): void {
  // The pages of other tabs were rendered before this outcome.
  if (left !== null && left.kind !== 'disconnected' && left.kind !== 'device_forgotten')
    tellOtherTabs({ kind: 'signed-out' })
  else if (left !== null || connectResult !== null) tellOtherTabs({ kind: 'changed' })
}

export function ConnectResultProvider(props: { readonly boot: LastOutcome; readonly children: ReactNode }) {
  const [shown, setShown] = useState(props.boot)
  const { boot } = props
  const bootKind: Kind = boot.left === null ? 'connectResult' : 'left'
  const bootId = boot[bootKind]?.id

  const first = useRef(boot)
  useEffect(() => tellTabs(first.current), [])

  useEffect(() => {
    const { pathname, search, hash } = location
    const query = new URLSearchParams(search)
    if (KINDS.some((kind) => query.has(PARAMETERS[kind])))
      history.replaceState(
        bootId === undefined ? null : { [bootKind]: bootId },
        '',
        pathname + withoutResult(search) + hash,
      )
    else {
      const kept = resultOf(history.state)
      if (kept === undefined || kept.id === bootId) return
      if (!isReturning()) history.replaceState(null, '')
      else if (kept.kind === 'connectResult')
        void bff.connectResult(kept.id).then(
          (connectResult) => setShown({ ...NOTHING, connectResult }),
          () => undefined,
        )
      else
        void bff.leave(kept.id).then(
          (left) => setShown({ ...NOTHING, left }),
          () => undefined,
        )
    }
  }, [bootId, bootKind])

  const leave = useCallback(() => {
    setShown(NOTHING)
    if (resultOf(history.state) !== undefined) history.replaceState(null, '')
  }, [])
  const replace = useCallback((connectResult: ConnectResult) => setShown({ ...NOTHING, connectResult }), [])
  const value = useMemo(() => ({ ...shown, leave, replace }), [shown, leave, replace])
  return <ConnectResultContext value={value}>{props.children}</ConnectResultContext>
}

export function useConnectResult(): ConnectResultContextValue {
  return useContext(ConnectResultContext)
}

/** The outcome of the person's last action, reported once in place of their page. */
export interface LastOutcome {
  readonly connectResult: ConnectResult | null
  readonly left: LeaveResult | null
}
