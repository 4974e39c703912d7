import { isNothing, isSameSum, type MoneySum } from '#figures/amount.ts'
import type { LateInvoice, WhoOwesYou, WhoOwesYouDrawn } from '#figures/who-owes-you.ts'
import { agePath, detailPath, LATE_INVOICES, UNPAID_INVOICES } from '#navigation/paths.ts'
import { useWords } from '#words/words.tsx'
import { Block, Drawing } from './drawing.tsx'
import { useFigures } from './figures-context.tsx'
import { Money, SumMoney } from './money.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'
import { type Lead, LinkedText, RowsLink } from './rows-link.tsx'
import { useSumText } from './use-sum-text.ts'

/** Shows P3: the amounts owed by customers, by age. */
export function OwedPicture({ model }: { readonly model: WhoOwesYou }) {
  const { owed } = useWords().t.overview
  switch (model.form) {
    case 'unavailable':
      return <UnavailablePicture name="owed" title={owed.title} why={model.why} needs={owed.needs} />
    case 'empty':
      return (
        <Picture name="owed" title={owed.title} sentence={owed.none} facts={model}>
          <Credit model={model} />
        </Picture>
      )
    case 'full':
      return <Ages model={model} />
  }
}

function Ages({ model }: { readonly model: WhoOwesYouDrawn }) {
  const { owed } = useWords().t.overview
  return (
    <Picture
      name="owed"
      title={owed.title}
      sentence={<LinkedText text={useSentence(model)} leads={useLeads(model)} />}
      facts={model}
    >
      <AgesLedger model={model} />
      <Credit model={model} />
      <TopLate invoices={model.topLate} />
    </Picture>
  )
}

/** Shows the amounts owed by age: one bar, and its parts in a ledger. */
export function AgesLedger({ model }: { readonly model: WhoOwesYouDrawn }) {
  const { format, words } = useFigures()
  const { owed } = useWords().t.overview
  const { ages, total, partial } = model
  return (
    <>
      {/* Without a common currency, the bar's parts have no lengths that could be compared. */}
      {(total.others ?? []).length === 0 && <AgesDrawing ages={ages} total={total.minor} />}
      <ul className="ledger">
        {ages.map(({ key, count, ...sum }, index) => (
          <li key={key} className={`age-row-${index + 1}`}>
            <span className={`swatch swatch-${index + 1}`} />
            <span className="leaders">
              {isNothing(sum) ? (
                owed.ages[key]
              ) : (
                <RowsLink
                  to={agePath(key)}
                  text={owed.ages[key]}
                  heard={count === null ? owed.total : words.invoices(format.count(count), count)}
                />
              )}
            </span>
            {partial && count === 0 ? <Money minor={null} /> : <SumMoney sum={sum} atLeast={partial} />}
          </li>
        ))}
        <li className="total">
          <span>{owed.total}</span>
          <SumMoney sum={total} atLeast={partial} isAbout={model.isAbout === true} />
        </li>
      </ul>
    </>
  )
}

function useSentence({ late, veryLate, total, partial, isAbout = false }: WhoOwesYouDrawn): string {
  const { owed, headline } = useWords().t.overview
  const sum = useSumText([late, veryLate, total])
  const say = (said: MoneySum) => sum({ ...said, atLeast: partial, isAbout })
  if (isNothing(late)) {
    const { text: amount, count } = say(total)
    return partial ? headline.owedOnly({ amount, count }) : owed.notLate({ amount, count })
  }
  const { text, count } = say(late)
  if (isNothing(veryLate)) return owed.late({ amount: text, count })
  if (isSameSum(late, veryLate)) return owed.allVeryLate({ late: text, count })
  return owed.veryLate({ late: text, count, very: say(veryLate).text })
}

/** Returns the links of the sentence's numbers, in their order. */
function useLeads({ late }: WhoOwesYouDrawn): readonly Lead[] {
  const { owed } = useWords().t.overview
  if (isNothing(late)) return [{ to: UNPAID_INVOICES, heard: owed.total }]
  return [
    { to: LATE_INVOICES, heard: owed.lateRows },
    { to: agePath('over90'), heard: owed.ages.over90 },
  ]
}

/** The smallest share of the bar: two pixels on a narrow phone. */
const LEAST_SHARE = 0.008

/** Draws one bar of five parts. The smallest stays visible, at the cost of the largest. */
function AgesDrawing(props: { readonly ages: WhoOwesYouDrawn['ages']; readonly total: number }) {
  const shares = shareOut(props.ages.map(({ minor }) => minor / (props.total || 1)))
  const edges = shares.map((_, index) => shares.slice(0, index).reduce((sum, share) => sum + share, 0))
  const parts = props.ages.map(({ key }, index) => {
    const left = edges[index] ?? 0
    return { key, left, right: left + (shares[index] ?? 0), age: index + 1 }
  })
  return (
    <div className="ages-bar">
      <Drawing>
        {parts.map((part) =>
          part.right === part.left ? null : (
            <Block
              key={part.key}
              className={`age-${part.age}`}
              left={part.left}
              right={part.right}
              top={0}
              bottom={1}
            />
          ),
        )}
      </Drawing>
    </div>
  )
}

/** Returns the widths of the parts: none that is not zero is too thin to see, and together they are 1. */
export function shareOut(shares: readonly number[]): readonly number[] {
  const widths = shares.map((share) => (share === 0 ? 0 : Math.max(LEAST_SHARE, share)))
  const over = widths.reduce((sum, width) => sum + width, 0) - 1
  const largest = widths.indexOf(Math.max(...widths))
  return over <= 0 ? widths : widths.map((width, index) => (index === largest ? width - over : width))
}

function Credit({ model }: { readonly model: Pick<WhoOwesYouDrawn, 'credit' | 'isAbout'> }) {
  const { owed } = useWords().t.overview
  const { isAbout = false } = model
  if (isNothing(model.credit)) return null
  return (
    <p className="beside">
      <span className="leaders">{owed.credit}</span>
      <SumMoney sum={model.credit} isAbout={isAbout} />
    </p>
  )
}

function TopLate(props: { readonly invoices: readonly LateInvoice[] }) {
  const { format } = useFigures()
  const { owed } = useWords().t.overview
  if (props.invoices.length === 0) return null
  return (
    <>
      <h3>{owed.topTitle}</h3>
      <ul className="ledger">
        {props.invoices.map(({ id, number, customer, daysLate, minor, code, exponent }) => (
          <li key={id}>
            <span>
              <RowsLink
                to={detailPath('invoice', id)}
                text={customer?.name ?? owed.number(number)}
                heard={owed.days({ text: format.count(daysLate), count: daysLate })}
              />
              <span className="line note">
                {customer === null ? null : `${owed.number(number)} · `}
                {owed.days({ text: format.count(daysLate), count: daysLate })}
              </span>
            </span>
            <Money minor={minor} currency={{ code, exponent }} />
          </li>
        ))}
      </ul>
    </>
  )
}
