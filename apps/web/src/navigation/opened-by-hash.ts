import { useEffect } from 'react'

/** Opens a part of the page once, if the address ends with `hash` and the part can be opened. */
export function useOpenedByHash(hash: string, canOpen: boolean, open: () => void): void {
  useEffect(() => {
    if (!canOpen || location.hash !== hash) return
    // Once: a later change must not open it again.
    history.replaceState(history.state, '', location.pathname + location.search)
    open()
  }, [canOpen, hash, open])
}
