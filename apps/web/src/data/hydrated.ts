import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** Returns false in the first HTML and while it is hydrated, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
