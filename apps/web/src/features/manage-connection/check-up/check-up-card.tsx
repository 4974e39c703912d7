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
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'

/** Runs four live checks of the connection and shows their results and one recommended action. */
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

/** Shows the results of the checks, one recommended action, and all of it as text to send to support. */
function CheckUpOutcome(props: { readonly checkUp: CheckUp }) {
  const { reference } = props.checkUp
  const { session } = useSession()
  const { name: provider, hasBusinesses } = session.provider
  // Only a business has a plan.
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

/** Runs the checks of a connection, which may change its state. @param done The announcement at the end. */
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

type CheckUpWords = PartWords['connection_page']['checkUp']
type Check = CheckUp['checks'][number]

/** Returns the text of one check. */
export function checkWords(check: Check, provider: string, words: CheckUpWords, format: Format): string {
  if (check.name !== 'data') return words.row[check.name][check.outcome]
  if (check.outcome === 'ok') return words.data.ok(provider, format.seconds(check.tookMs))
  return words.data[check.outcome](provider)
}

/** Returns the recommended action after the checks. The first failure decides, since later checks depend on it. */
export function checkAdvice(checks: readonly Check[]): keyof CheckUpWords['advice'] {
  const first = checks.find(({ outcome }) => outcome === 'failed')
  switch (first?.name) {
    case 'sign_in':
    case 'permission':
      return 'reconnect'
    case 'plan':
      return 'plan'
    case 'data':
      return 'wait'
    case undefined:
      return checks.some(({ outcome }) => outcome === 'unknown') ? 'wait' : 'fine'
  }
}
