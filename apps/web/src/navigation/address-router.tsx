import { createContext, type ReactNode, startTransition, useContext, useLayoutEffect, useState } from 'react'
import { Router } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

/** The address of the shown page. */
interface Address {
  readonly path: string
  readonly search: string
}

const AddressContext = createContext<Address>({ path: '/', search: '' })

/** The events of a changed address; `wouter` sends the last two. */
const CHANGES = ['popstate', 'hashchange', 'replaceState', 'pushState'] as const

/**
 * Provides the address to `wouter`. A new one is rendered as a transition, in slices: a press is answered by a paint first, and
 * the page before stays until the next one is ready. `wouter` itself would render the whole page before the next paint.
 *
 * @param props.url The address on the server. Undefined in the browser, which has its own.
 */
export function AddressRouter(props: { readonly url: Address | undefined; readonly children: ReactNode }) {
  const [shown, setShown] = useState(() => props.url ?? readLocation())
  useLayoutEffect(() => {
    const show = () => {
      const { path, search } = readLocation()
      setShown((before) => (before.path === path && before.search === search ? before : { path, search }))
    }
    // A replaced address is a correction of the shown page.
    const follow = ({ type }: Event) => (type === 'pushState' ? startTransition(show) : show())
    for (const type of CHANGES) addEventListener(type, follow)
    show()
    return () => {
      for (const type of CHANGES) removeEventListener(type, follow)
    }
  }, [])
  return (
    <AddressContext value={shown}>
      <Router hook={useShownPath} searchHook={useShownSearch}>
        {props.children}
      </Router>
    </AddressContext>
  )
}

const readLocation = (): Address => ({ path: location.pathname, search: location.search })
const useShownPath = (): [string, typeof navigate] => [useContext(AddressContext).path, navigate]
const useShownSearch = () => useContext(AddressContext).search
