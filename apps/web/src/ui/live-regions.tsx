import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'

/** Announces a text. Returns a function that removes it, so that reading on to the end of the page does not repeat old text. */
type Say = (text: string) => () => void

const SAY_NOTHING: Say = () => () => undefined
const AnnouncerContext = createContext({
  /** Announces a text when the screen reader is idle. */
  announce: SAY_NOTHING,
  /** Announces a text at once: only for "your change was not saved" and a session about to end. */
  alert: SAY_NOTHING,
})

/** Shows two live regions that exist from the first paint: a region that appears together with its text is not read. */
export function LiveRegions(props: { readonly children: ReactNode }) {
  const [status, announce] = useRegion()
  const [urgent, alert] = useRegion()
  const announcer = useMemo(() => ({ announce, alert }), [announce, alert])
  return (
    <AnnouncerContext value={announcer}>
      {props.children}
      <div id="status" role="status" className="visually-hidden">
        {status}
      </div>
      <div id="alert" role="alert" className="visually-hidden">
        {urgent}
      </div>
    </AnnouncerContext>
  )
}

function useRegion(): readonly [string, Say] {
  const [said, setSaid] = useState('')
  const say = useCallback<Say>((text) => {
    setSaid((before) => distinct({ before, text }))
    return () => setSaid((before) => (before.trimEnd() === text ? '' : before))
  }, [])
  return [said, say]
}

/** Changes a repeated sentence, because a region whose text stays the same is not read again. */
function distinct({ before, text }: { readonly before: string; readonly text: string }): string {
  return before === text ? `${text}\u00a0` : text
}

export function useAnnouncer() {
  return useContext(AnnouncerContext)
}

/** Announces a text of the page when it appears and when it changes, and removes it once it is gone. */
export function useSaid(say: Say, text: string | undefined): void {
  useEffect(() => (text === undefined || text === '' ? undefined : say(text)), [say, text])
}
