import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

const isOnline = () => navigator.onLine
const serverIsOnline = () => true

/** Does the browser believe it has a network? True in the first HTML: it came over one. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, serverIsOnline)
}
