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

/** Returns true if the browser reports a network connection; always true during server rendering. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, serverIsOnline)
}
