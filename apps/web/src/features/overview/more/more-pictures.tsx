import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { ReadFailure } from '#connection/inline-failure.tsx'
import { businessName } from '#connection/state-words.ts'
import { useFigures } from '#data/use-figures.ts'
import { AheadPicture } from '#features/overview/cash-ahead/cash-ahead.tsx'
import { FiguresFrame } from '#features/overview/figures-frame.tsx'
import type { MoreFigures } from '#figures/more-figures.ts'
import type { AheadFigures } from '#figures/read/read-ahead.ts'
import { AccountBalances } from '#pictures/account-balances.tsx'
import { BestCustomers } from '#pictures/best-customers.tsx'
import { Habits } from '#pictures/habits.tsx'
import { InvoiceProgress } from '#pictures/invoice-progress.tsx'
import { UpcomingPayments } from '#pictures/upcoming-payments.tsx'
import { WhatSells } from '#pictures/what-sells.tsx'
import { Button } from '#ui/action-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** Shows the further charts in order. */
export function MorePictures(props: {
  readonly connection: ConnectionView
  /** The further charts that are already shown among the first ones. */
  readonly shownAbove: readonly ('coming' | 'ladder')[]
  /** False while the charts are only prefetched. */
  readonly isShown: boolean
}) {
  const { connection } = props
  const { t } = useWords()
  const name = businessName(connection, t)
  const reads = isReadable(connection.state)
  const read = useFigures<MoreFigures>('more', connection, reads)
  const { data: figures } = read
  if (!props.isShown) return null
  return (
    <>
      {figures === undefined && read.loading && (
        <Skeleton lines={3} label={t.home.getting(name)} still={t.home.stillGetting(name)} />
      )}
      <ReadFailure connection={connection} read={read} />
      {figures !== undefined && (
        <FiguresFrame connection={connection} figures={figures} read={read}>
          {/* Charts of similar height are side by side. While nothing can be read, they show the last known figures. */}
          <div className={reads ? 'pictures' : 'pictures frozen'}>
            {!props.shownAbove.includes('coming') && <UpcomingPayments model={figures.coming} />}
            <Habits model={figures.habits} />
            <BestCustomers model={figures.bestCustomers} />
            {!props.shownAbove.includes('ladder') && <AccountBalances model={figures.ladder} />}
            <WhatSells model={figures.whatSells} />
            <InvoiceProgress model={figures.journey} />
          </div>
        </FiguresFrame>
      )}
    </>
  )
}

/** Draws the forecast after the cash chart, from figures that are loaded separately. */
export function CashAhead({ connection }: { readonly connection: ConnectionView }) {
  const read = useFigures<AheadFigures>('ahead', connection, isReadable(connection.state))
  const { data: figures, failure } = read
  const { t } = useWords()
  const words = usePartWords('pictures').ahead
  if (figures === undefined)
    return (
      <section className="card picture picture-waiting" aria-busy={failure === undefined}>
        <h2>{words.title}</h2>
        {failure !== undefined && (
          <>
            <p className="picture-answer">{t.failure.part}</p>
            <p>
              <Button variant="quiet" onClick={read.retry}>
                {t.failure.retry}
              </Button>
            </p>
          </>
        )}
      </section>
    )
  return (
    <FiguresFrame connection={connection} figures={figures} read={read}>
      <AheadPicture model={figures.ahead} storeAs={`ahead-off ${connection.key}`} />
    </FiguresFrame>
  )
}
