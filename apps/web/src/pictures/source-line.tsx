import type { PictureFacts } from '#figures/picture-facts.ts'
import { useWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'

/** Of how much a picture was made, when that was read, and what was left out. */
export function SourceLine(props: { readonly facts: PictureFacts }) {
  const { from, excluded, partial } = props.facts
  const { format: pageFormat } = useWords()
  const { format, words, readAt } = useFigures()
  const counted = (count: number | undefined, say: (text: string, count: number) => string) =>
    count === undefined ? [] : [say(format.count(count), count)]
  const parts = [
    ...counted(from.transactions, words.transactions),
    ...counted(from.payments, words.payments),
    ...counted(from.invoices, words.invoices),
    ...counted(from.accounts, words.accounts),
  ]
  const others = excluded.otherCurrency
  const sentences = [
    ...(parts.length === 0
      ? []
      : [words.source({ from: pageFormat.list(parts), moment: pageFormat.moment(readAt) })]),
    ...(partial ? [words.partial] : []),
    ...(excluded.drafts === 0 ? [] : counted(excluded.drafts, words.drafts)),
    ...(excluded.unknownStatus === 0 ? [] : counted(excluded.unknownStatus, words.unknownStatus)),
    ...(others.length === 0
      ? []
      : [
          words.otherCurrency(
            pageFormat.list(others.map(({ code, count }) => words.inCurrency(format.count(count), code))),
            others.reduce((sum, { count }) => sum + count, 0),
          ),
        ]),
  ]
  return sentences.length === 0 ? null : <p className="note">{sentences.join(' ')}</p>
}
