import { createContext, type ReactNode, startTransition, useContext, useLayoutEffect, useState } from 'react'
import { Router } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

/** The path and query of the shown page. */
const AddressContext = createContext('/')

/** The events of a changed address; `wouter` sends the last two. */
const CHANGES = ['popstate', 'replaceState', 'pushState'] as const

/**
 * Provides the address to `wouter`. A new one is rendered as a transition, in slices: a press is answered by a paint first, and
 * the page before stays until the next one is ready. `wouter` itself would render the whole page before the next paint.
 *
 * @param props.url The address on the server. Undefined in the browser, which has its own.
 */
export function AddressRouter(props: { readonly url: string | undefined; readonly children: ReactNode }) {
  const [shown, setShown] = useState(props.url ?? readLocation)
  useLayoutEffect(() => {
    const show = () => setShown(readLocation())
    // A replaced address is a correction of the shown page.
    const follow = ({ type }: Event) => (type === 'pushState' ? startTransition(show) : show())
    for (const type of CHANGES) addEventListener(type, follow)
    show()
    return () => CHANGES.forEach((type) => removeEventListener(type, follow))
  }, [])
  return (
    <AddressContext value={shown}>
      <Router hook={useShownPath} searchHook={useShownSearch}>
        {props.children}
      </Router>
    </AddressContext>
  )
}

const readLocation = () => location.pathname + location.search
const useShownPath = (): [string, typeof navigate] => [
  useContext(AddressContext).replace(/\?.*/s, ''),
  navigate,
]
const useShownSearch = () => useContext(AddressContext).replace(/^[^?]*/, '')
