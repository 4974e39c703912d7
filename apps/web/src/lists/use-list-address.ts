import { useMemo } from 'react'
import { useLocation, useRouter, useSearch } from 'wouter'
import { parseListAddress, printListAddress, type ListAddress, type ListShape } from './list-address.ts'

/** What the list of this page shows, as its address says, and the way to another view of it. */
export interface ListView {
  readonly shape: ListShape
  readonly address: ListAddress
  /** The whole path of the list, without a query. */
  readonly path: string
  readonly hrefOf: (address: ListAddress) => string
  /** Shows it as a step that Back takes back, or in place of this one: a word that is being typed is no step. */
  readonly show: (address: ListAddress, how: 'push' | 'replace') => void
}

/** @param shape The same object at every render. */
export function useListAddress(shape: ListShape): ListView {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { base } = useRouter()
  return useMemo(() => {
    const hrefOf = (address: ListAddress) => path + printListAddress(address, shape)
    return {
      shape,
      address: parseListAddress(search, shape),
      path: base + path,
      hrefOf,
      show: (address, how) => navigate(hrefOf(address), { replace: how === 'replace' }),
    }
  }, [search, base, path, navigate, shape])
}
