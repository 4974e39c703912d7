import type { Headline, HeadlineAmount } from '#figures/headline.ts'
import { useFigures } from '#pictures/figures-context.tsx'
import { Rich } from '#ui/rich.tsx'
import { useWords } from '#words/words.tsx'

/** The sentence that answers first; nothing where none of its numbers is known. */
export function HeadlineText(props: { readonly headline: Headline }) {
  const { cash, owed, late } = props.headline
  const { format, words } = useFigures()
  const { headline } = useWords().t.overview
  const say = ({ minor, atLeast }: HeadlineAmount) =>
    atLeast ? words.atLeast(format.whole(minor)) : format.whole(minor)
  const owedText = (total: HeadlineAmount) => {
    if (late !== null && late.minor > 0) return headline.owedLate({ owed: say(total), late: say(late) })
    // While rows are missing, nothing is said to be none.
    if (total.atLeast) return headline.owedOnly(say(total))
    return total.minor === 0 ? headline.owedNothing : headline.owed(say(total))
  }
  const sentences = [
    ...(cash === null ? [] : [cash.minor < 0 ? headline.debt(say(cash)) : headline.cash(say(cash))]),
    ...(owed === null ? [] : [owedText(owed)]),
  ]
  return sentences.length === 0 ? null : (
    <p className="lede">
      <Rich text={sentences.join(' ')} />
    </p>
  )
}
