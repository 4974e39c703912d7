import type { LateInvoice, WhoOwesYou, WhoOwesYouDrawn } from '#figures/who-owes-you.ts'
import { detailPath } from '#navigation/paths.ts'
import { Block, Drawing } from './drawing.tsx'
import { useFigures } from './figures-context.tsx'
import { agePath, LATE_INVOICES, UNPAID_INVOICES } from '#navigation/invoice-paths.ts'
import { Money } from './money.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'
import { LinkedText, RowsLink, type Lead } from './rows-link.tsx'
import { useWords } from '#words/words.tsx'

/** P3: what customers owe, by how long ago it was due. */
export function OwedPicture(props: { readonly model: WhoOwesYou }) {
  const { model } = props
  const { owed } = useWords().t.overview
  switch (model.form) {
    case 'unavailable':
      return <UnavailablePicture name="owed" title={owed.title} why={model.why} needs={owed.needs} />
    case 'empty':
      return (
        <Picture name="owed" title={owed.title} sentence={owed.none} facts={model}>
          <Credit minor={model.creditMinor} count={model.creditCount} />
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
      <Credit minor={model.creditMinor} count={model.creditCount} />
      <TopLate invoices={model.topLate} />
    </Picture>
  )
}

/** What is owed by its age: one bar, and its parts in a ledger. */
export function AgesLedger({ model }: { readonly model: WhoOwesYouDrawn }) {
  const { format, words } = useFigures()
  const { owed } = useWords().t.overview
  const { ages, partial } = model
  return (
    <>
      <AgesDrawing ages={ages} total={model.totalMinor} />
      <ul className="ledger">
        {ages.map(({ key, minor, count }, index) => (
          <li key={key} className={`age-row-${index + 1}`}>
            <span className={`swatch swatch-${index + 1}`} />
            <span className="leaders">
              {count === 0 ? (
                owed.ages[key]
              ) : (
                <RowsLink
                  to={agePath(key)}
                  text={owed.ages[key]}
                  heard={words.invoices(format.count(count), count)}
                />
              )}
            </span>
            <Money minor={minor} />
          </li>
        ))}
        <li className="total">
          <span>{owed.total}</span>
          <Money minor={model.totalMinor} atLeast={partial} />
        </li>
      </ul>
    </>
  )
}

function useSentence({ lateMinor, veryLateMinor, totalMinor, partial }: WhoOwesYouDrawn): string {
  const { format, words } = useFigures()
  const { owed } = useWords().t.overview
  const say = (minor: number) => (partial ? words.atLeast(format.whole(minor)) : format.whole(minor))
  if (lateMinor === 0) return owed.notLate(say(totalMinor))
  if (veryLateMinor === 0) return owed.late(say(lateMinor))
  return owed.veryLate({ late: say(lateMinor), very: say(veryLateMinor) })
}

/** Where the numbers of the sentence lead, in their order. */
function useLeads({ lateMinor }: WhoOwesYouDrawn): readonly Lead[] {
  const { owed } = useWords().t.overview
  if (lateMinor === 0) return [{ to: UNPAID_INVOICES, heard: owed.total }]
  return [
    { to: LATE_INVOICES, heard: owed.lateRows },
    { to: agePath('over90'), heard: owed.ages.over90 },
  ]
}

/** Two pixels of a narrow phone. */
const LEAST_SHARE = 0.008

/** One bar of five parts; the smallest is still seen, at the cost of the largest. */
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

/** Widths of the parts: none that is something is thinner than can be seen, and together they are the whole. */
export function shareOut(shares: readonly number[]): readonly number[] {
  const widths = shares.map((share) => (share === 0 ? 0 : Math.max(LEAST_SHARE, share)))
  const over = widths.reduce((sum, width) => sum + width, 0) - 1
  const largest = widths.indexOf(Math.max(...widths))
  return over <= 0 ? widths : widths.map((width, index) => (index === largest ? width - over : width))
}

function Credit(props: { readonly minor: number; readonly count: number }) {
  const { format } = useFigures()
  const { owed } = useWords().t.overview
  if (props.count === 0) return null
  return (
    <p className="beside">
      <span className="leaders">{owed.credit({ text: format.count(props.count), count: props.count })}</span>
      <Money minor={props.minor} />
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
        {props.invoices.map(({ id, number, customer, daysLate, minor }) => (
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
            <Money minor={minor} />
          </li>
        ))}
      </ul>
    </>
  )
}
