import type { CheckUp } from '@counterfoil/bff-api/connection'
import { useSession } from '#data/session.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { checkAdvice, checkWords } from './check-up.ts'

const ICONS = { ok: 'connected', failed: 'needs_you', unknown: 'cloud' } as const

/** What the checks found, one thing to do, and all of it as text for who is asked for help. */
export function CheckUpOutcome(props: { readonly checkUp: CheckUp }) {
  const { reference } = props.checkUp
  const { session } = useSession()
  const { name: provider, hasBusinesses } = session.provider
  // A plan is a business's.
  const checks = props.checkUp.checks.filter(({ name }) => name !== 'plan' || hasBusinesses)
  const { t, format } = useWords()
  const words = usePartWords('connection_page').checkUp
  const lines = checks.map((check) => checkWords(check, provider, words, format))
  const advice = words.advice[checkAdvice(checks)]
  const adviceText = typeof advice === 'string' ? advice : advice(provider)
  const supportText = [...lines, adviceText, t.app.reference(reference)].join('\n')
  return (
    <>
      <ul className="checks">
        {checks.map((check, index) => (
          <li key={check.name} className={`check check-${check.outcome}`}>
            <Icon name={ICONS[check.outcome]} />
            <span className="visually-hidden">{t.app.before(words.outcome[check.outcome])}</span>
            <span>{lines[index]}</span>
          </li>
        ))}
      </ul>
      <p>{adviceText}</p>
      <p className="reference">
        <span>{t.app.reference(reference)}</span>
        <CopyButton text={supportText} label={words.copy} />
      </p>
    </>
  )
}
