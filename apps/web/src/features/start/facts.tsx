import { useSession } from '#data/session.tsx'
import { permissionNames, permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'

/** What may be seen, what never happens, how to stop: as this app is set up. */
export function Facts() {
  const { session } = useSession()
  const { t } = useWords()
  const asked = permissionWords(session.requestedScopes, t)
  // Names hold an "and" of their own: one more at the end would join the wrong ones.
  const sees = permissionNames(session.requestedScopes, t).join(', ')
  const facts = [
    { term: t.start.sees, detail: `${sees.charAt(0).toUpperCase()}${sees.slice(1)}.` },
    ...(asked.some(({ changes }) => changes) ? [] : [t.start.cant]),
    {
      term: t.start.stop.term,
      detail: t.start.stop.detail(session.provider.name, session.unusedDays),
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
