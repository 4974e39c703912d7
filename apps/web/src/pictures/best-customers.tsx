import type { BestCustomersModel } from '#figures/best-customers.ts'
import type { Unavailable } from '#figures/picture-facts.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'
import { OthersRow, RankedBars, useRankedTable, useSince } from './ranked-bars.tsx'
import { useSumText } from './use-sum-text.ts'

/** The number of bars that are drawn before "12 others". */
const SHOWN_CUSTOMERS = 8

/** Shows P6: the customers on whom the business depends. */
export function BestCustomers({ model }: { readonly model: BestCustomersModel | Unavailable }) {
  const words = usePartWords('pictures').best
  if (model.form === 'unavailable')
    return <UnavailablePicture name="customers" title={words.title} why={model.why} />
  return <Drawn model={model} />
}

function Drawn({ model }: { readonly model: BestCustomersModel }) {
  const all = usePartWords('pictures')
  const sentence = useAnswer(model)
  const table = useRankedTable(model, { title: all.best.title, name: all.customer })
  if (model.form !== 'full')
    return <Picture name="customers" title={all.best.title} sentence={sentence} facts={model} />
  return (
    <Picture name="customers" title={all.best.title} sentence={sentence} facts={model} table={table}>
      <RankedBars
        atLeast={model.partial}
        rows={model.rows.slice(0, SHOWN_CUSTOMERS).map(({ id, name, minor }, place) => ({
          key: id,
          name: <bdi>{name}</bdi>,
          minor,
          mark: place + 1 === model.half.customers ? all.best.half : undefined,
        }))}
      />
      <OthersRow model={model} shown={SHOWN_CUSTOMERS} />
    </Picture>
  )
}

function useAnswer(model: BestCustomersModel): string {
  const { format: pageFormat } = useWords()
  const { best } = usePartWords('pictures')
  const since = useSince(model.since)
  const total = { minor: model.totalMinor, atLeast: model.partial, isAbout: model.isAbout === true }
  const say = useSumText([total])
  if (model.form === 'empty') return best.empty(since)
  const { text: amount } = say(total)
  if (model.form === 'few')
    return best.few({ names: pageFormat.list(model.rows.map(({ name }) => name)), amount, since })
  return best.answer({ count: model.half.customers, percent: model.half.percent, since })
}
