import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { FlowResult } from '@counterfoil/bff-api/flow'
import { bff } from '#data/bff-client.ts'
import { tellOtherTabs } from '#data/live-updates.ts'

interface FlowContextValue {
  /** How the attempt ended that brought the person here; null once they have moved on. */
  readonly flow: FlowResult | null
  readonly leave: () => void
  /** Shows the same result after it was answered. */
  readonly replace: (flow: FlowResult) => void
}

const FlowContext = createContext<FlowContextValue>({
  flow: null,
  leave: () => undefined,
  replace: () => undefined,
})

/** The address keeps no trace of the result, the entry of the history does: a reload shows the same screen. */
const STATE_KEY = 'flow'

/** The result's id of an entry of the browser's history. */
export function flowIdOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !(STATE_KEY in state)) return undefined
  return typeof state[STATE_KEY] === 'string' ? state[STATE_KEY] : undefined
}

/** Was this document reached by reloading or going back? Typing the address of the page asks for the page itself. */
function isReturning(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward')
}

/** Takes `flow` out of a query; the rest stays as it was. */
export function withoutFlow(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('flow')
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export function FlowProvider(props: { readonly boot: FlowResult | null; readonly children: ReactNode }) {
  const [flow, setFlow] = useState(props.boot)
  const bootId = props.boot?.id

  useEffect(() => {
    // Whatever the attempt changed, pages of other tabs were made before it.
    if (bootId !== undefined) tellOtherTabs({ kind: 'changed' })
  }, [bootId])

  useEffect(() => {
    const { pathname, search, hash } = location
    if (new URLSearchParams(search).has('flow'))
      history.replaceState(
        bootId === undefined ? null : { [STATE_KEY]: bootId },
        '',
        pathname + withoutFlow(search) + hash,
      )
    else {
      const kept = flowIdOf(history.state)
      if (kept === undefined || kept === bootId) return
      if (isReturning()) void bff.flow(kept).then(setFlow, () => undefined)
      else history.replaceState(null, '')
    }
  }, [bootId])

  const leave = useCallback(() => {
    setFlow(null)
    if (flowIdOf(history.state) !== undefined) history.replaceState(null, '')
  }, [])
  const value = useMemo(() => ({ flow, leave, replace: setFlow }), [flow, leave])
  return <FlowContext value={value}>{props.children}</FlowContext>
}

export function useFlow(): FlowContextValue {
  return useContext(FlowContext)
}
