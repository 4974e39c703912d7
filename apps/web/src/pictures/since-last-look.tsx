import { useId } from 'react'
import type { CurrencyAmount } from '#figures/amount.ts'
import type { SinceLastLookModel } from '#figures/since-last-look.ts'
import { createFigureFormat } from '#words/figure-format.ts'
import { useWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'

/** The lines of each kind before "3 more". */
const SHOWN = 3

/** Shows the changes since the person's last visit; nothing if there are none. */
export function SinceLastLook({ model }: { readonly model: SinceLastLookModel | null }) {
  if (model === null) return null
  return <Box model={model} />
}

function Box({ model }: { readonly model: SinceLastLookModel }) {
  const { spelling, t, format: pageFormat } = useWords()
  const { format, connectionKey, words: picture } = useFigures()
  const words = t.since
  const id = useId()
  const { paid, late, opened } = model
  // In the payment's own currency, since payments are listed one by one.
  const say = ({ minor, code, exponent }: CurrencyAmount) =>
    createFigureFormat(spelling, { code, exponent })
      .exact(minor)
      .replace(/[.,]00(?=\D*$)/, '')
  const { minor, others = [] } = late.total
  const lateAmounts = pageFormat.list(
    [...(minor === 0 && others.length > 0 ? [] : [late.total]), ...others].map(say),
  )
  const lines = [
    ...paid.slice(0, SHOWN).map(({ customer, amount }) => words.paid({ who: customer, amount: say(amount) })),
    ...more(paid, (count) => words.morePaid(format.count(count), count)),
    ...(late.invoices === 0
      ? []
      : [
          words.late({
            text: format.count(late.invoices),
            count: late.invoices,
            amount: late.isAbout === true ? picture.about(lateAmounts) : lateAmounts,
          }),
        ]),
    ...opened.slice(0, SHOWN).map(({ number, customer }) => words.opened({ number, who: customer })),
    ...more(opened, (count) => words.moreOpened(format.count(count), count)),
  ]
  return (
    <section className="card since-last-look" aria-labelledby={id} data-of={connectionKey}>
      <h2 id={id}>{words.title(pageFormat.moment(model.since))}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function more(all: readonly unknown[], say: (count: number) => string): readonly string[] {
  return all.length > SHOWN ? [say(all.length - SHOWN)] : []
}
