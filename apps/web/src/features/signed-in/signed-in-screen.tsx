import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SignedInSession } from '@counterfoil/bff-api/session'
import { Screen } from '#navigation/screen-frame.tsx'
import { SignOutChoices } from '#connection/sign-out-choices.tsx'
import { bff } from '#data/bff-client.ts'
import { failureFrom, isToldHere } from '#data/failure.ts'
import { useHydrated } from '#data/hydrated.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { Card } from '#ui/card.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { withLeavingWords } from '#words/leaving-words.ts'
import { SIGNED_IN_WORDS } from '#words/signed-in-words.ts'
import { useWords } from '#words/words.tsx'

const KEY = ['signed-in'] as const

/** Where the person is signed in, and the way to end it there. */
export function SignedInScreen() {
  const { session } = useSession()
  const { t, locale } = useWords()
  const words = SIGNED_IN_WORDS[locale]
  const hydrated = useHydrated()
  const list = useQuery({ queryKey: KEY, queryFn: bff.signedInSessions, enabled: hydrated })
  const failure = list.isError ? failureFrom(list.error) : undefined
  const others = list.data?.some(({ current }) => !current) ?? false

  return (
    <Screen title={t.signedIn.title} lede={words.lede}>
      {list.data === undefined && !list.isError && (
        <Skeleton lines={3} label={words.getting} still={words.getting} />
      )}
      {failure !== undefined && isToldHere(failure, false) && (
        <FailureNotice
          failure={failure}
          provider={session.provider.name}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data !== undefined && (
        <ul className="ruled">
          {list.data.map((entry) => (
            <SessionItem key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {list.data !== undefined && !others && <p className="muted">{words.onlyThis}</p>}
      <div className="narrow">
        <Card title={withLeavingWords(t, locale).leaving.everywhere}>
          <SignOutChoices everywhere />
        </Card>
      </div>
    </Screen>
  )
}

function SessionItem(props: { readonly entry: SignedInSession }) {
  const { entry } = props
  const { t, format, locale } = useWords()
  const words = SIGNED_IN_WORDS[locale]
  const { announce, alert } = useAnnouncer()
  const queryClient = useQueryClient()
  const device = words.device(entry.device)
  const end = useMutation({
    mutationFn: () => bff.endSession(entry.id),
    onSuccess: () => {
      announce(words.ended(device))
      return queryClient.invalidateQueries({ queryKey: KEY })
    },
    onError: () => alert(t.app.changeFailed),
  })
  return (
    <li className="switch-row">
      <span>
        <strong>{device}</strong>
        {entry.current && <span className="tag">{words.current}</span>}
        <span className="note line">
          {`${words.started(format.date(entry.startedAt))} · ${words.seen(format.ago(entry.lastSeenAt))}`}
        </span>
      </span>
      {!entry.current && (
        <ActionButton pending={end.isPending} pendingLabel={words.end} onPress={() => end.mutate()}>
          <span aria-hidden="true">{words.end}</span>
          <span className="visually-hidden">{words.endOn(device)}</span>
        </ActionButton>
      )}
    </li>
  )
}
