import type { Headline, HeadlineAmount } from '#figures/headline.ts'
import { isNothing } from '#figures/money-sum.ts'
import { PATHS } from '#navigation/paths.ts'
import { LATE_INVOICES, UNPAID_INVOICES } from '#navigation/invoice-paths.ts'
import { LinkedText } from '#pictures/rows-link.tsx'
import { useSumText } from '#pictures/use-sum-text.ts'
import { useWords } from '#words/words.tsx'

/** The sentence that answers first; nothing where none of its numbers is known. */
export function HeadlineText(props: { readonly headline: Headline }) {
  const { cash, owed, late } = props.headline
  const { headline, owed: owedWords, cash: cashWords } = useWords().t.overview
  const say = useSumText([cash, owed, late])
  const owedText = (total: HeadlineAmount) => {
    const { text: amount, count } = say(total)
    if (late !== null && !isNothing(late))
      return headline.owedLate({ owed: amount, count, late: say(late).text })
    // While rows are missing, nothing is said to be none.
    if (total.atLeast) return headline.owedOnly({ amount, count })
    return isNothing(total) ? headline.owedNothing : headline.owed({ amount, count })
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
          text={cash.minor < 0 ? headline.debt(say(cash).text) : headline.cash(say(cash).text)}
          leads={[{ to: PATHS.accounts, heard: cashWords.title }]}
        />
      )}
      {cash !== null && owed !== null && ' '}
      {owed !== null && <LinkedText text={owedText(owed)} leads={leads} />}
    </p>
  )
}
