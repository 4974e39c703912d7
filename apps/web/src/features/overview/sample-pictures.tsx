import { sampleOverview } from '#figures/sample-overview.ts'
import { CashPicture } from '#pictures/cash-picture.tsx'
import { FiguresProvider } from '#pictures/figures-context.tsx'
import { FlowPicture } from '#pictures/flow-picture.tsx'
import { OwedPicture } from '#pictures/owed-picture.tsx'
import { ProfitPicture } from '#pictures/profit-picture.tsx'
import { useWords } from '#words/words.tsx'

/** The key for figures that belong to no connection. */
const SAMPLE_KEY = 'sample'

/** Shows the first charts with made-up figures, each stamped as a sample. They do not link to rows. */
export function SamplePictures(props: { readonly today: string; readonly provider: string }) {
  const { t } = useWords()
  const figures = sampleOverview({}, props.today)
  const made = <Model extends object>(model: Model) => ({ ...model, from: {} })
  return (
    <section className="overview-sample" aria-label={t.picture.sampleNote}>
      <p className="note">
        <span className="stamp">{t.picture.sample}</span> {t.picture.sampleNote}
      </p>
      <FiguresProvider
        about={{
          connectionKey: SAMPLE_KEY,
          readAt: figures.readAt,
          currency: figures.currency,
          provider: props.provider,
        }}
      >
        <div className="pictures">
          <CashPicture model={made(figures.cashLine)} />
          <OwedPicture model={made(figures.whoOwesYou)} />
          <FlowPicture model={made(figures.inAndOut)} />
          <ProfitPicture model={made(figures.profit)} />
        </div>
      </FiguresProvider>
    </section>
  )
}
