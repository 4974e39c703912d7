import type { PictureFacts } from '#figures/picture-facts.ts'
import { useWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'

/** Of how much a picture was made, when that was read, and what was left out. */
export function SourceLine(props: { readonly facts: PictureFacts }) {
  const { from, excluded, partial, isAbout } = props.facts
  const { format: pageFormat } = useWords()
  const { format, words, readAt } = useFigures()
  const counted = (count: number | undefined, say: (text: string, count: number) => string) =>
    count === undefined ? [] : [say(format.count(count), count)]
  const parts = [
    ...counted(from.transactions, words.transactions),
    ...counted(from.payments, words.payments),
    ...(from.invoicesInAll === undefined
      ? counted(from.invoices, words.invoices)
      : [
          words.invoicesOf({ text: format.count(from.invoices ?? 0), all: format.count(from.invoicesInAll) }),
        ]),
    ...counted(from.accounts, words.accounts),
  ]
  const sentences = [
    ...(parts.length === 0
      ? []
      : [words.source({ from: pageFormat.list(parts), moment: pageFormat.moment(readAt) })]),
    ...(partial ? [words.partial] : []),
    ...(excluded.drafts === 0 ? [] : counted(excluded.drafts, words.drafts)),
    ...(excluded.unknownStatus === 0 ? [] : counted(excluded.unknownStatus, words.unknownStatus)),
    ...(isAbout === true ? [words.converted] : []),
  ]
  return sentences.length === 0 ? null : <p className="note">{sentences.join(' ')}</p>
}
