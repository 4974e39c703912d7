import type { LetterChoice, MondayLetter } from '@counterfoil/bff-api/letter'
import { BFF_PATHS, pathFor } from '@counterfoil/bff-api/paths'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isReadable } from '#connection/connection-state.ts'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { call } from '#data/bff-client.ts'
import { failureFrom } from '#data/failure.ts'
import { letterKey } from '#data/query-client.ts'
import { useHydrated } from '#data/hydrated.ts'
import { useSession } from '#data/session/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** Reads whether the weekly letter is on; reads nothing if the provider has no letters. */
export function useLetter({ id }: Pick<ConnectionView, 'id'>) {
  const { provider } = useSession().session
  const isHydrated = useHydrated()
  return useQuery({
    queryKey: letterKey(id),
    queryFn: () => call<MondayLetter>('GET', pathFor(BFF_PATHS.connectionLetter, id)),
    enabled: isHydrated && provider.hasLetter === true,
  })
}

/** Shows whether the person receives the Monday letter about this business, and the switch for it. */
export function LetterCard(props: { readonly connection: ConnectionView }) {
  const { id, state } = props.connection
  const words = usePartWords('letter_card')
  const queries = useQueryClient()
  const { data, error, refetch } = useLetter(props.connection)
  const choice = useMutation({
    mutationFn: (isWanted: boolean) =>
      call<MondayLetter>('POST', pathFor(BFF_PATHS.connectionLetterChoice, id), {
        isWanted,
      } satisfies LetterChoice),
    onSuccess: (letter) => queries.setQueryData(letterKey(id), letter),
  })
  const isOn = data !== undefined && data.nextAt !== null
  return (
    <Card title={words.title} busy={choice.isPending}>
      <p>{words.what}</p>
      {data === undefined && error === null && (
        <Skeleton lines={1} label={words.waiting} still={words.waiting} />
      )}
      {data === undefined && error !== null && (
        <InlineFailure failure={failureFrom(error)} onRetry={() => void refetch()} />
      )}
      <div role="status">{data !== undefined && <LetterState letter={data} reads={isReadable(state)} />}</div>
      {choice.isError && <InlineFailure failure={failureFrom(choice.error)} />}
      {data !== undefined && (
        <ActionButton
          pending={choice.isPending}
          pendingLabel={isOn ? words.switchOff : words.switchOn}
          onPress={() => choice.mutate(!isOn)}
        >
          {isOn ? words.switchOff : words.switchOn}
        </ActionButton>
      )}
    </Card>
  )
}

function LetterState(props: { readonly letter: MondayLetter; readonly reads: boolean }) {
  const { nextAt, trouble } = props.letter
  const { provider } = useSession().session
  const { format } = useWords()
  const words = usePartWords('letter_card')
  const message = trouble === null ? undefined : words.trouble[trouble]
  return (
    <>
      <p>
        {nextAt === null ? words.off : words.next(provider.name, format.date(nextAt), format.clock(nextAt))}
      </p>
      {nextAt !== null && !props.reads && <p>{words.unread}</p>}
      {message !== undefined && <p>{typeof message === 'string' ? message : message(provider.name)}</p>}
    </>
  )
}
