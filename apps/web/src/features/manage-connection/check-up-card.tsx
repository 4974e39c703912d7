import { useMutation } from '@tanstack/react-query'
import type { CheckUp, ConnectionView } from '@counterfoil/bff-api/connection'
import { bff } from '#data/bff-client.ts'
import { failureFrom, isToldHere } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { Icon } from '#ui/icon.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { CHECK_UP_WORDS } from '#words/check-up-words.ts'
import { useWords } from '#words/words.tsx'
import { checkAdvice, checkWords } from './check-up.ts'

const ICONS = { ok: 'connected', failed: 'needs_you', unknown: 'cloud' } as const

/** Four live checks, answered in words, ending with one thing to do. */
export function CheckUpCard(props: { readonly connection: ConnectionView }) {
  const { session, changed } = useSession()
  const { locale } = useWords()
  const { announce } = useAnnouncer()
  const provider = session.provider.name
  const words = CHECK_UP_WORDS[locale]
  const check = useMutation({
    mutationFn: () => bff.checkUp(props.connection.id),
    onSuccess: () => {
      announce(words.done)
      void changed()
    },
  })
  const failure = check.isError ? failureFrom(check.error) : undefined
  return (
    <Card title={words.title} busy={check.isPending}>
      <p>{words.body(provider)}</p>
      {check.data !== undefined && <Outcome checkUp={check.data} />}
      {failure !== undefined && isToldHere(failure, false) && (
        <FailureNotice failure={failure} provider={provider} />
      )}
      <ActionButton pending={check.isPending} pendingLabel={words.running} onPress={() => check.mutate()}>
        {words.run}
      </ActionButton>
    </Card>
  )
}

function Outcome(props: { readonly checkUp: CheckUp }) {
  const { checks, reference } = props.checkUp
  const { session } = useSession()
  const { t, format, locale } = useWords()
  const words = CHECK_UP_WORDS[locale]
  const provider = session.provider.name
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
