import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { SearchResults } from './search-results.tsx'

/** Between the last key and the question. */
const TYPING_MS = 150

/** One search over customers, products, notes about them, and invoices by number and by amount due. The address keeps the text. */
export function SearchScreen({ connection }: { readonly connection: ConnectionView }) {
  const words = usePartWords('search')
  const { t } = useWords()
  const [typed, setTyped] = useState(new URLSearchParams(useSearch()).get('q') ?? '')
  const [sought, setSought] = useState(typed.trim())
  const field = useRef<HTMLInputElement>(null)
  // After the heading has taken it: people come here to type.
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => {
      setSought(typed.trim())
      const q = typed.trim() === '' ? '' : `?${new URLSearchParams({ q: typed.trim() }).toString()}`
      history.replaceState(history.state, '', location.pathname + q)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Screen title={t.app.search}>
      <ConnectionNotice connection={connection} />
      <search>
        <form className="list-filters" onSubmit={(event) => event.preventDefault()}>
          <label className="list-search">
            <span>{words.label}</span>
            <input
              ref={field}
              type="search"
              name="q"
              value={typed}
              autoComplete="off"
              enterKeyHint="search"
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
        </form>
      </search>
      {sought !== '' && <SearchResults key={connection.version} connection={connection} sought={sought} />}
    </Screen>
  )
}
