import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable, isToldAbove } from '#connection/connection-state.ts'
import { businessName } from '#connection/state-words.ts'
import { ToldFailure } from '#connection/told-failure.tsx'
import { useSession } from '#data/session.tsx'
import { useFigures } from '#data/use-figures.ts'
import type { MoreFigures } from '#figures/more-figures.ts'
import { BestCustomers } from '#pictures/best-customers.tsx'
import { Coming } from '#pictures/coming.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { FiguresProvider } from '#pictures/figures-context.tsx'
import { Habits } from '#pictures/habits.tsx'
import { Journey } from '#pictures/journey.tsx'
import { Ladder } from '#pictures/ladder.tsx'
import { WhatSells } from '#pictures/what-sells.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** The pictures that are one press away, with figures of their own. */
export function MorePictures(props: {
  readonly connection: ConnectionView
  readonly connectionKey: string
  /** Pictures that stand among the first ones already. */
  readonly shownAbove: readonly ('coming' | 'ladder')[]
  /** False while they are only fetched ahead. */
  readonly isShown: boolean
}) {
  const { connection } = props
  const { session } = useSession()
  const { t } = useWords()
  const name = businessName(connection, t)
  const reads = isReadable(connection.state)
  const {
    data: figures,
    failure,
    loading,
    willRetry,
    retry,
  } = useFigures<MoreFigures>('more', connection, reads)
  if (!props.isShown) return null
  return (
    <>
      {figures === undefined && loading && (
        <Skeleton lines={3} label={t.home.getting(name)} still={t.home.stillGetting(name)} />
      )}
      {failure !== undefined && reads && (
        <ToldFailure
          failure={failure}
          isToldAbove={isToldAbove(connection.state, connection.reason)}
          onRetry={retry}
          willRetry={willRetry}
        />
      )}
      {figures !== undefined && (
        <FiguresProvider
          about={{
            connectionKey: props.connectionKey,
            readAt: figures.readAt,
            currency: figures.currency,
            provider: session.provider.name,
            Link: AppLink,
          }}
        >
          {/* Side by side stand those that are about as tall. */}
          <div className={reads ? 'pictures' : 'pictures frozen'}>
            {!props.shownAbove.includes('coming') && <Coming model={figures.coming} />}
            <Habits model={figures.habits} />
            <BestCustomers model={figures.bestCustomers} />
            {!props.shownAbove.includes('ladder') && <Ladder model={figures.ladder} />}
            <WhatSells model={figures.whatSells} />
            <Journey model={figures.journey} />
          </div>
        </FiguresProvider>
      )}
    </>
  )
}
