import { Fragment } from 'react'
import { isNothing } from '#figures/amount.ts'
import type { Headline, HeadlineAmount, Outlook } from '#figures/headline.ts'
import { agePath, AHEAD_ROWS, LATE_INVOICES, PATHS, UNPAID_INVOICES } from '#navigation/paths.ts'
import { LinkedText } from '#pictures/rows-link.tsx'
import { useSumText } from '#pictures/use-sum-text.ts'
import { useWords } from '#words/words.tsx'

/** Shows the first sentences of the overview: cash, unpaid invoices, profit, and upcoming payments. */
export function HeadlineText(props: { readonly headline: Headline; readonly outlook?: Outlook | undefined }) {
  return (
    <>
      <FirstSentence headline={props.headline} />
      {props.outlook && <OutlookText {...props.outlook} />}
    </>
  )
}

/** Shows nothing if none of its numbers is known. */
function FirstSentence(props: { readonly headline: Headline }) {
  const { cash, owed, late } = props.headline
  const { headline, owed: owedWords, cash: cashWords } = useWords().t.overview
  const say = useSumText([cash, owed, late])
  const owedText = (total: HeadlineAmount) => {
    const { text: amount, count } = say(total)
    if (late !== null && !isNothing(late))
      return headline.owedLate({ owed: amount, count, late: say(late).text })
    // While rows are missing, the text must not claim that nothing is owed.
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

/** Shows further sentences, one for each known number. */
function OutlookText({ profit, due, goes }: Outlook) {
  const { outlook: words, cash, owed, profit: profitWords } = useWords().t.overview
  const result = profit && { minor: profit.minor }
  const before = profit && { minor: profit.beforeMinor }
  const say = useSumText([result, before, due, goes ?? null])
  const sentences = [
    result &&
      before && {
        text: words.profit({ profit: say(result).text, before: say(before).text }),
        lead: { to: `${PATHS.transactions}?from=${profit.since}`, heard: profitWords.title },
      },
    due && {
      text: isNothing(due) ? words.dueNothing : words.due({ amount: say(due).text, count: say(due).count }),
      lead: { to: agePath('notDue'), heard: owed.ages.notDue },
    },
    goes && { text: words.goes(say(goes).text), lead: { to: AHEAD_ROWS, heard: cash.title } },
  ].filter((sentence) => sentence != null)
  if (sentences.length === 0) return null
  return (
    <p className="outlook">
      {sentences.map(({ text, lead }, index) => (
        <Fragment key={lead.to}>
          {index > 0 && ' '}
          <LinkedText text={text} leads={[lead]} />
        </Fragment>
      ))}
    </p>
  )
}
