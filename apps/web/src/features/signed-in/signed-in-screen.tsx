import type { SignedInSession } from '@counterfoil/bff-api/session'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { SignOutChoices } from '#connection/leave-form.tsx'
import { bff } from '#data/bff-client.ts'
import { failureFrom } from '#data/failure.ts'
import { useHydrated } from '#data/hydrated.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { Card } from '#ui/card.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'

export function SignedInScreen() {
  const { t } = useWords()
  const { leaving, signIns } = usePartWords('leaving')
  return (
    <Screen title={t.signedIn.title} lede={signIns.lede}>
      <div className="narrow">
        <Card title={leaving.everywhere}>
          <SignOutChoices everywhere />
        </Card>
      </div>
      <SessionList />
    </Screen>
  )
}

function SessionList() {
  const words = usePartWords('leaving').signIns
  const hydrated = useHydrated()
  const list = useQuery({ queryKey: SIGNED_IN_KEY, queryFn: bff.signedInSessions, enabled: hydrated })
  const others = list.data?.some(({ current }) => !current) ?? false
  return (
    <>
      {list.data === undefined && !list.isError && (
        <Skeleton lines={3} label={words.getting} still={words.getting} />
      )}
      {list.isError && (
        <InlineFailure failure={failureFrom(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.data !== undefined && (
        <ul className="ruled">
          {list.data.map((entry) => (
            <SessionItem key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {list.data !== undefined && !others && <p className="muted">{words.onlyThis}</p>}
    </>
  )
}

const SIGNED_IN_KEY = ['signed-in'] as const

/** Shows one session of the person, with the button that ends it. */
function SessionItem({ entry }: { readonly entry: SignedInSession }) {
  const { t, format } = useWords()
  const words = usePartWords('leaving').signIns
  const { announce, alert } = useAnnouncer()
  const queryClient = useQueryClient()
  const device = deviceWords(entry.device, words)
  const end = useMutation({
    mutationFn: () => bff.endSession(entry.id),
    onSuccess: () => {
      announce(words.ended(device))
      return queryClient.invalidateQueries({ queryKey: SIGNED_IN_KEY })
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

const DEVICES = ['iPhone', 'iPad', 'Mac']

/** Translates the browser and system of a session. The BFF names both in English: "Firefox on Linux". */
export function deviceWords(device: string, words: PartWords['leaving']['signIns']): string {
  if (device === 'Unknown browser') return words.unknownBrowser
  const [browser = '', system] = device.split(' on ')
  if (system === undefined) return browser
  const name = browser === 'A browser' ? words.someBrowser : browser
  return (DEVICES.includes(system) ? words.onDevice : words.onSystem)(name, system)
}
