import { useSession } from '#data/session.tsx'
import { permissionNames, permissionWords } from '#words/permission-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'

/** What may be seen, what never happens, how to stop: as this app is set up. */
export function Facts() {
  const { session } = useSession()
  const { t, format } = useWords()
  const words = usePartWords('start')
  const asked = permissionWords(session.requestedScopes, t)
  // Names hold an "and" of their own: one more at the end would join the wrong ones.
  const sees = permissionNames(session.requestedScopes, t, format).join(', ')
  const facts = [
    { term: words.sees, detail: `${sees.charAt(0).toUpperCase()}${sees.slice(1)}.` },
    ...(asked.some(({ kind }) => kind !== 'see') ? [] : [words.cant]),
    {
      term: words.stop.term,
      detail: words.stop.detail(session.provider.name, session.unusedDays),
    },
  ]
  return (
    <ul className="facts">
      {facts.map((fact) => (
        <li key={fact.term}>
          <strong>{fact.term}</strong>
          <span>{fact.detail}</span>
        </li>
      ))}
    </ul>
  )
}
