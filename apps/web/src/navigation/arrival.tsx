import { createContext, useContext, useRef, type ReactNode } from 'react'

const ArrivalContext = createContext(0)

/** Counts the screens reached inside the app; 0 on the screen that came as HTML. `screen` names the current one. */
export function ArrivalProvider(props: { readonly screen: string; readonly children: ReactNode }) {
  const last = useRef({ screen: props.screen, count: 0 })
  if (last.current.screen !== props.screen)
    last.current = { screen: props.screen, count: last.current.count + 1 }
  return <ArrivalContext value={last.current.count}>{props.children}</ArrivalContext>
}

export function useArrival(): number {
  return useContext(ArrivalContext)
}
