import { usePermissions } from '#connection/use-permissions.ts'
import { useSession } from '#data/session/session.tsx'
import { usePartWords } from '#words/words.tsx'

/** What may be seen, what never happens, how to stop: as this app is set up. */
export function Facts() {
  const { session } = useSession()
  const words = usePartWords('start')
  const permissions = usePermissions()
  const asked = permissions.inWords(session.requestedScopes)
  // Names hold an "and" of their own: one more at the end would join the wrong ones.
  const sees = permissions.names(session.requestedScopes).join(', ')
  const facts = [
    {
      term: asked.some(({ kind }) => kind === 'own') ? words.may : words.sees,
      detail: `${sees.charAt(0).toUpperCase()}${sees.slice(1)}.`,
    },
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
