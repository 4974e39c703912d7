import type { MoneySum } from '#figures/amount.ts'
import { createFigureFormat } from '#words/figure-format.ts'
import { useWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import { isTiny } from './money.tsx'

type Sum = MoneySum & { readonly atLeast?: boolean; readonly isAbout?: boolean }

interface SaidSum {
  readonly text: string
  /** The number of amounts in the text, for agreement of the verb. */
  readonly count: number
}

/**
 * Returns a function that formats the sums of a paragraph: "$1,000", "about $1,000", "at least $1,000", "$1,000 and €50". All have
 * cents if one of them would otherwise round to zero.
 *
 * @param paragraph Every sum of the paragraph; null if one is unknown.
 */
export function useSumText(paragraph: readonly (Sum | null)[]): (sum: Sum) => SaidSum {
  const { spelling, format: pageFormat } = useWords()
  const { format, words, currency } = useFigures()
  const isExact = paragraph.some(
    (sum) =>
      sum !== null &&
      [{ minor: sum.minor, exponent: currency.exponent }, ...(sum.others ?? [])].some((amount) =>
        isTiny(amount),
      ),
  )
  const style = isExact ? 'exact' : 'whole'
  return ({ minor, others = [], atLeast, isAbout }) => {
    const own = minor !== 0 || others.length === 0 ? [format[style](minor)] : []
    const amounts = [
      ...own,
      ...others.map((other) => createFigureFormat(spelling, other)[style](other.minor)),
    ]
    const text = pageFormat.list(amounts)
    const said = atLeast === true ? words.atLeast(text) : isAbout === true ? words.about(text) : text
    return { text: said, count: amounts.length }
  }
}
