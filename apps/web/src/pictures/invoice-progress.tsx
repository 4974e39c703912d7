import { PROGRESS_STEPS, type InvoiceProgressModel } from '#figures/invoice-progress.ts'
import type { Unavailable } from '#figures/picture-facts.ts'
import { usePartWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'
import { Bar } from './ranked-bars.tsx'

/** Shows P12: the progress of invoices. It is a list of counts already, so it has no table. */
export function InvoiceProgress({ model }: { readonly model: InvoiceProgressModel | Unavailable }) {
  const words = usePartWords('pictures').journey
  switch (model.form) {
    case 'unavailable':
      return <UnavailablePicture name="journey" title={words.title} why={model.why} />
    case 'empty':
      return <Picture name="journey" title={words.title} sentence={words.empty} facts={model} />
    case 'full':
      return <Drawn model={model} />
  }
}

function Drawn({ model }: { readonly model: InvoiceProgressModel }) {
  const words = usePartWords('pictures').journey
  const { format } = useFigures()
  const { steps, waiting, paidUnopened } = model
  const sentences = [
    waiting === 0 ? words.noneWaiting : words.waiting(format.count(waiting), waiting),
    ...(paidUnopened === 0 ? [] : [words.paidUnopened(format.count(paidUnopened), paidUnopened)]),
  ]
  return (
    <Picture name="journey" title={words.title} sentence={sentences.join(' ')} facts={model}>
      <ol className="ranked">
        {PROGRESS_STEPS.map((step) => (
          <li key={step}>
            <span className="ranked-row">
              <span className="ranked-name">{words.steps[step]}</span>
              <span className="leader" />
              <span className="amount">{format.count(steps[step])}</span>
            </span>
            <Bar part={steps[step] / Math.max(1, steps.sent)} />
          </li>
        ))}
      </ol>
      <p className="note">{words.note}</p>
    </Picture>
  )
}
