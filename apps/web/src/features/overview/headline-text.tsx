import type { Headline, HeadlineAmount } from '#figures/headline.ts'
import { useFigures } from '#pictures/figures-context.tsx'
import { PATHS } from '#navigation/paths.ts'
import { LATE_INVOICES, UNPAID_INVOICES } from '#navigation/invoice-paths.ts'
import { LinkedText } from '#pictures/rows-link.tsx'
import { useWords } from '#words/words.tsx'

/** The sentence that answers first; nothing where none of its numbers is known. */
export function HeadlineText(props: { readonly headline: Headline }) {
  const { cash, owed, late } = props.headline
  const { format, words } = useFigures()
  const { headline, owed: owedWords, cash: cashWords } = useWords().t.overview
  const say = ({ minor, atLeast }: HeadlineAmount) =>
    atLeast ? words.atLeast(format.whole(minor)) : format.whole(minor)
  const owedText = (total: HeadlineAmount) => {
    if (late !== null && late.minor > 0) return headline.owedLate({ owed: say(total), late: say(late) })
    // While rows are missing, nothing is said to be none.
    if (total.atLeast) return headline.owedOnly(say(total))
    return total.minor === 0 ? headline.owedNothing : headline.owed(say(total))
  }
  const leads = [
    { to: UNPAID_INVOICES, heard: owedWords.total },
    { to: LATE_INVOICES, heard: owedWords.lateRows },
  ]
  if (cash === null && owed === null) return null
  return (
    <p className="lede">
      {cash !== null && (
        <LinkedText
          text={cash.minor < 0 ? headline.debt(say(cash)) : headline.cash(say(cash))}
          leads={[{ to: PATHS.accounts, heard: cashWords.title }]}
        />
      )}
      {cash !== null && owed !== null && ' '}
      {owed !== null && <LinkedText text={owedText(owed)} leads={leads} />}
    </p>
  )
}
