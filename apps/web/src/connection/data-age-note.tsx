import { figuresAge } from '#data/data-age.ts'
import type { Figures } from '#data/use-business-data.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { useWords } from '#words/words.tsx'

/** Under a heading: how old what is shown is, and the button that reads it anew when it is old. */
export function FiguresNote(props: {
  readonly figures: Pick<Figures<unknown>, 'asOfMs' | 'retry' | 'loading'>
  readonly canRead: boolean
  /** What is said of figures that were read just now. */
  readonly fresh: string
}) {
  const { figures } = props
  const { t, format, nowMs } = useWords()
  if (figures.asOfMs === undefined) return props.fresh
  const age = figuresAge(figures.asOfMs, nowMs, props.canRead)
  if (age === 'fresh') return props.fresh
  const text = t.home.frozen(format.moment(new Date(figures.asOfMs).toISOString()))
  if (age !== 'stale') return text
  return (
    <>
      {`${text} `}
      <ActionButton
        variant="quiet"
        pending={figures.loading}
        pendingLabel={t.home.updateNow}
        onPress={figures.retry}
      >
        {t.home.updateNow}
      </ActionButton>
    </>
  )
}
