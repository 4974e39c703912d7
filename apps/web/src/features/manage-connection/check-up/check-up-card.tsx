import type { CheckUp, ConnectionView } from '@counterfoil/bff-api/connection'
import { useMutation } from '@tanstack/react-query'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { bff } from '#data/bff-client.ts'
import { failureFrom } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { checkAdvice, checkWords } from './check-up.ts'

/** Four live checks, answered in words, ending with one thing to do. */
export function CheckUpCard(props: { readonly connection: ConnectionView }) {
  const { session } = useSession()
  const words = usePartWords('connection_page').checkUp
  const check = useCheckUp(props.connection, words.done)
  return (
    <Card title={words.title} busy={check.isPending}>
      {session.provider.hasBusinesses && <p>{words.body(session.provider.name)}</p>}
      {check.data !== undefined && <CheckUpOutcome checkUp={check.data} />}
      {check.isError && <InlineFailure failure={failureFrom(check.error)} />}
      <ActionButton pending={check.isPending} pendingLabel={words.running} onPress={() => check.mutate()}>
        {words.run}
      </ActionButton>
    </Card>
  )
}

const ICONS = { ok: 'connected', failed: 'needs_you', unknown: 'cloud' } as const

/** What the checks found, one thing to do, and all of it as text for who is asked for help. */
function CheckUpOutcome(props: { readonly checkUp: CheckUp }) {
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

/** Asks the provider about a connection; what was found may have changed it. @param done What is said at the end. */
function useCheckUp(connection: ConnectionView, done: string) {
  const { changed } = useSession()
  const { announce } = useAnnouncer()
  return useMutation({
    mutationFn: () => bff.checkUp(connection.id),
    onSuccess: () => {
      announce(done)
      void changed()
    },
  })
}
