import { type ReactNode, useState } from 'react'
import {
  AHEAD_DAYS,
  type AheadStep,
  type CashAheadDrawn,
  drawAhead,
  type OwedTax,
} from '#figures/cash-ahead.ts'
import { addDays, daysBetween } from '#figures/day.ts'
import type { AheadFigures } from '#figures/read/read-ahead.ts'
import type { RepeatingPayment } from '#figures/repeating.ts'
import { detailPath, PATHS } from '#navigation/paths.ts'
import { Axis, createScale, Drawing, Grid, percent, type Scale } from '#pictures/drawing.tsx'
import { useFigures } from '#pictures/figures-context.tsx'
import type { LedgerRows } from '#pictures/ledger-table.tsx'
import { Money } from '#pictures/money.tsx'
import { keepNames, Picture, readNames, UnavailablePicture } from '#pictures/picture.tsx'
import { LinkedText, RowsLink, sentenceCase } from '#pictures/rows-link.tsx'
import { useSumText } from '#pictures/use-sum-text.ts'
import { Rich } from '#ui/rich.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** The results in `bench/results/cash-ahead.md`: `missed` and `held` in whole percent. */
export const TRIED = { books: 123, missed: 5, held: 90 } as const

export function AheadPicture(props: {
  readonly model: AheadFigures['ahead']
  /** The storage key, on this device, of the payments that are switched off. */
  readonly storeAs: string
}) {
  const { model, storeAs } = props
  const words = usePartWords('pictures').ahead
  switch (model.form) {
    case 'unavailable':
      return <UnavailablePicture name="ahead" title={words.title} why={model.why} />
    case 'young':
    case 'unknown':
      return <Picture name="ahead" title={words.title} sentence={words[model.form]} />
    case 'full':
      return <Drawn model={model} storeAs={storeAs} />
  }
}

function Drawn({ model, storeAs }: { readonly model: CashAheadDrawn; readonly storeAs: string }) {
  const { format } = useFigures()
  const words = usePartWords('pictures').ahead
  const { cash } = useWords().t.overview
  const [off, toggle] = useSwitchedOff(storeAs)
  const { ends, low } = drawAhead(model, off)
  const until = addDays(model.today, AHEAD_DAYS)
  const last = { minor: ends.at(-1) ?? 0, isAbout: true }
  const lowest = { minor: low.minor, isAbout: true }
  const say = useSumText([last, lowest])
  const { uncounted } = model
  return (
    <Picture
      name="ahead"
      title={words.title}
      sentence={
        <Rich
          text={sentenceCase(
            words.answer({
              ...{ until: format.day(until), amount: say(last).text },
              ...{ day: format.day(low.day), low: say(lowest).text },
            }),
          )}
        />
      }
      facts={model}
      table={useTable(model, { off, ends })}
      {...(uncounted.count === 0
        ? {}
        : {
            caption: words.uncounted({
              ...{ text: format.count(uncounted.count), count: uncounted.count },
              amount: format.whole(uncounted.minor),
            }),
          })}
    >
      <Line model={model} ends={ends} low={low} />
      <p className="marks">
        <span>{cash.low({ amount: format.whole(low.minor), day: format.day(low.day) })}</span>
        <span>{format.dayShort(model.today)}</span>
        <span>{format.dayShort(until)}</span>
      </p>
      {model.tax && <TaxToPutAside {...model.tax} />}
      <Repeating payments={model.repeating} off={off} onToggle={toggle} />
      <Certainty model={model} lastMinor={last.minor} />
    </Picture>
  )
}

/** Shows the sales tax that is part of the cash but owed to the tax authority. */
function TaxToPutAside({ minor, accountId }: OwedTax) {
  const { format } = useFigures()
  const words = usePartWords('pictures').ahead
  const to = accountId === null ? PATHS.accounts : detailPath('account', accountId)
  return (
    <p>
      <LinkedText text={words.tax(format.whole(minor))} leads={[{ to, heard: words.taxRows }]} />
    </p>
  )
}

/** Shows the forecast's range, its backtests and the measured results. @param props.lastMinor The cash on the last day. */
function Certainty({ model, lastMinor }: { readonly model: CashAheadDrawn; readonly lastMinor: number }) {
  const { format } = useFigures()
  const words = usePartWords('pictures').ahead
  return (
    <details>
      <summary>{words.sure}</summary>
      <p>
        {words.band({
          until: format.day(addDays(model.today, AHEAD_DAYS)),
          low: format.whole(lastMinor - (model.below.at(-1) ?? 0)),
          high: format.whole(lastMinor + (model.above.at(-1) ?? 0)),
        })}{' '}
        {words.tried({
          text: format.count(model.tries.count),
          missed: format.whole(model.tries.missedMinor),
        })}{' '}
        {words.measured({
          books: format.count(TRIED.books),
          ...{ missed: format.count(TRIED.missed), held: format.count(TRIED.held) },
        })}{' '}
        {words.limits}
      </p>
    </details>
  )
}

const WIDTH = 1200
const HEIGHT = 200

/** Draws the sixty days before today, then the forecast with its range. */
function Line(props: {
  readonly model: CashAheadDrawn
  readonly ends: readonly number[]
  readonly low: { readonly day: string; readonly minor: number }
}) {
  const { model, ends, low } = props
  const { before, today, cashMinor, below, above } = model
  const floor = ends.map((end, index) => end - (below[index] ?? 0))
  const roof = ends.map((end, index) => end + (above[index] ?? 0))
  const scale = createScale([...before, ...floor, ...roof])
  const past = before.map((minor, index) => placeOf({ day: index + 1 - before.length, minor }, scale))
  const from = (minors: readonly number[]) => [
    placeOf({ day: 0, minor: cashMinor }, scale),
    ...minors.map((minor, index) => placeOf({ day: index + 1, minor }, scale)),
  ]
  const dot = placeOf({ day: daysBetween({ from: today, to: low.day }), minor: low.minor }, scale)
  return (
    <div className="months">
      <Axis scale={scale} />
      <div className="months-drawing">
        <Drawing>
          <Grid scale={scale} />
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" width="100%" height="100%">
            <path
              className="cash-area"
              d={`${pathOf(from(roof))}${pathOf(from(floor).toReversed()).replace('M', 'L')}Z`}
            />
            <path className="cash-path" d={pathOf(past)} />
            <path className="cash-path" strokeDasharray="6 4" d={pathOf(from(ends))} />
          </svg>
          <line className="hairline" x1="50%" x2="50%" y1="0" y2="100%" />
          <circle className="dot-low" cx={percent(dot.x)} cy={percent(dot.y)} r="4" />
        </Drawing>
      </div>
    </div>
  )
}

interface Place {
  readonly x: number
  readonly y: number
}

/** @param end.day The number of days from today. Today is in the middle. */
function placeOf(end: { readonly day: number; readonly minor: number }, scale: Scale): Place {
  return { x: (end.day + AHEAD_DAYS) / (2 * AHEAD_DAYS), y: scale.y(end.minor) }
}

function pathOf(places: readonly Place[]): string {
  return `M${places.map(({ x, y }) => `${Math.round(x * WIDTH)} ${Math.round(y * HEIGHT)}`).join('L')}`
}

/** Lists the repeating payments, each with the reason for the forecast and a switch. */
function Repeating(props: {
  readonly payments: readonly RepeatingPayment[]
  readonly off: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}) {
  const { payments, off, onToggle } = props
  const { format } = useFigures()
  const words = usePartWords('pictures').ahead
  if (payments.length === 0) return null
  return (
    <details>
      <summary>{words.repeats(format.count(payments.length))}</summary>
      <p>{words.switches}</p>
      <ul className="ledger">
        {payments.map((payment) => (
          <li key={payment.key}>
            <span>
              <label>
                <input
                  type="checkbox"
                  checked={!off.has(payment.key)}
                  onChange={() => onToggle(payment.key)}
                />{' '}
                <bdi>{payment.name}</bdi>
              </label>
              <span className="line note">
                {words.why[payment.cadence]({
                  ...{ seen: format.count(payment.seen), expected: format.count(payment.expected) },
                  day: format.day(payment.lastSeen),
                })}
              </span>
            </span>
            <RowsLinkOf payment={payment} text={format.exact(payment.minor)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Links to the past payments that a forecast payment is based on. */
function RowsLinkOf({ payment, text }: { readonly payment: RepeatingPayment; readonly text: string }) {
  const words = usePartWords('pictures').ahead
  const { firstSeen, lastSeen, minor } = payment
  const to = `${PATHS.transactions}?kind=${minor > 0 ? 'in' : 'out'}&from=${firstSeen}&to=${lastSeen}`
  return <RowsLink to={to} text={text} heard={words.rows} />
}

function useTable(
  model: CashAheadDrawn,
  { off, ends }: { readonly off: ReadonlySet<string>; readonly ends: readonly number[] },
): LedgerRows {
  const { format } = useFigures()
  const { amount, ahead: words } = usePartWords('pictures')
  const payments = new Map(model.repeating.map((payment) => [payment.key, payment]))
  const nameOf = ({ from }: AheadStep): ReactNode => {
    if (from.kind === 'invoice')
      return (
        <RowsLink
          to={detailPath('invoice', from.id)}
          text={from.customer ?? words.invoice}
          heard={words.due(format.day(from.dueDate))}
        />
      )
    const payment = payments.get(from.key)
    return payment && <RowsLinkOf payment={payment} text={payment.name} />
  }
  const after = (day: string) => ends[daysBetween({ from: model.today, to: day }) - 1] ?? 0
  return {
    caption: words.title,
    head: [words.day, words.what, amount, words.after],
    rows: model.steps
      .filter(({ from }) => from.kind === 'invoice' || !off.has(from.key))
      .map((step, index) => ({
        key: `${index}`,
        name: <time dateTime={step.day}>{format.dayShort(step.day)}</time>,
        cells: [
          nameOf(step),
          <Money key="amount" minor={step.minor} />,
          <Money key="after" minor={after(step.day)} />,
        ],
      })),
    total: {
      key: 'rest',
      name: format.dayShort(addDays(model.today, AHEAD_DAYS)),
      cells: [
        words.rest,
        <Money key="amount" minor={model.rest.at(-1) ?? 0} />,
        <Money key="after" minor={ends.at(-1) ?? 0} />,
      ],
    },
  }
}

/** Returns the keys of the payments that are switched off, stored on this device per business, and a function that toggles one. */
function useSwitchedOff(storeAs: string): readonly [ReadonlySet<string>, (key: string) => void] {
  const [off, setOff] = useState<ReadonlySet<string>>(() => new Set(readNames(storeAs)))
  const toggle = (key: string) => {
    const next = new Set(off)
    if (!next.delete(key)) next.add(key)
    setOff(next)
    keepNames(storeAs, [...next])
  }
  return [off, toggle]
}
