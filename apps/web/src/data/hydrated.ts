import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False in the first HTML and in the paint that takes it over, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
