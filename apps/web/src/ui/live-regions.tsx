import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'

interface Announcer {
  /** Said when speech is free. */
  readonly announce: (text: string) => void
  /** Said at once: only for "your change was not saved" and a sign-in about to end. */
  readonly alert: (text: string) => void
}

const AnnouncerContext = createContext<Announcer>({ announce: () => undefined, alert: () => undefined })

/** Two live regions that exist from the first paint: a region that appears together with its text is not read. */
export function LiveRegions(props: { readonly children: ReactNode }) {
  const [status, setStatus] = useState('')
  const [urgent, setUrgent] = useState('')
  const announce = useCallback((text: string) => setStatus((before) => distinct({ before, text })), [])
  const alert = useCallback((text: string) => setUrgent((before) => distinct({ before, text })), [])
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

/** The same sentence twice must change the region to be read twice. */
function distinct({ before, text }: { readonly before: string; readonly text: string }): string {
  return before === text ? `${text}\u00a0` : text
}

export function useAnnouncer(): Announcer {
  return useContext(AnnouncerContext)
}

/** Says a text that the page shows when it appears and when it changes, once: an effect may run twice. */
export function useSaid(say: (text: string) => void, text: string | undefined): void {
  const said = useRef<string>(undefined)
  useEffect(() => {
    if (said.current === text) return
    said.current = text
    if (text !== undefined && text !== '') say(text)
  }, [say, text])
}
