import { Suspense, useEffect, useState, type ComponentType } from 'react'

/** The place of what was sent; its file comes once something is sent, or was before the page was loaded. */
export function SentChangesSlot() {
  const [tray, setTray] = useState<{ readonly SentChanges: ComponentType }>()
  useEffect(() => {
    const load = () => {
      import('#forms/sent-changes.tsx').then(
        ({ SentChanges }) => setTray({ SentChanges }),
        // The form itself says what came of it.
        () => undefined,
      )
    }
    if (Object.keys(sessionStorage).some(isOfSent)) load()
    window.addEventListener('command-sent', load)
    return () => window.removeEventListener('command-sent', load)
  }, [])
  if (tray === undefined) return null
  return (
    <Suspense fallback={null}>
      <tray.SentChanges />
    </Suspense>
  )
}

/** As `forms/draft.ts` names what is kept of a change that was sent. */
function isOfSent(key: string): boolean {
  return key.startsWith('draft:') && key.split(':')[3] === 'sent'
}
