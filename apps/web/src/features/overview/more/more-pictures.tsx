import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { ReadFailure } from '#connection/inline-failure.tsx'
import { businessName } from '#connection/state-words.ts'
import { useFigures } from '#data/use-figures.ts'
import type { MoreFigures } from '#figures/more-figures.ts'
import type { AheadFigures } from '#figures/read/read-ahead.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { AheadPicture } from '../cash-ahead/cash-ahead.tsx'
import { FiguresFrame } from '../figures-frame.tsx'
import { SecondPictures } from './second-pictures.tsx'

/** The pictures that are one press away, with figures of their own. */
export function MorePictures(props: {
  readonly connection: ConnectionView
  /** Pictures that stand among the first ones already. */
  readonly shownAbove: readonly ('coming' | 'ladder')[]
  /** False while they are only fetched ahead. */
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
          <SecondPictures figures={figures} shownAbove={props.shownAbove} isFrozen={!reads} />
        </FiguresFrame>
      )}
    </>
  )
}

/** How the line of cash goes on after today, with figures of its own. */
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
              <button type="button" className="button-quiet" onClick={read.retry}>
                {t.failure.retry}
              </button>
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
