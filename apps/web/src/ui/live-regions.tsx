import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'

/** Says a text. Returns how to take it back: anyone who reads on to the end of the page finds what was said last. */
type Say = (text: string) => () => void

interface Announcer {
  /** Said when speech is free. */
  readonly announce: Say
  /** Said at once: only for "your change was not saved" and a sign-in about to end. */
  readonly alert: Say
}

const SAY_NOTHING: Say = () => () => undefined
const AnnouncerContext = createContext<Announcer>({ announce: SAY_NOTHING, alert: SAY_NOTHING })

/** Two live regions that exist from the first paint: a region that appears together with its text is not read. */
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

/** The same sentence twice must change the region to be read twice. */
function distinct({ before, text }: { readonly before: string; readonly text: string }): string {
  return before === text ? `${text}\u00a0` : text
}

export function useAnnouncer(): Announcer {
  return useContext(AnnouncerContext)
}

/** Says a text that the page shows when it appears and when it changes, and takes it back once it is gone. */
export function useSaid(say: Say, text: string | undefined): void {
  useEffect(() => (text === undefined || text === '' ? undefined : say(text)), [say, text])
}
