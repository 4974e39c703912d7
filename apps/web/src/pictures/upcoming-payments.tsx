import { sumMinor } from '#figures/amount.ts'
import { addDays } from '#figures/day.ts'
import type { Unavailable } from '#figures/picture-facts.ts'
import {
  SHOWN_UPCOMING,
  UPCOMING_DAYS,
  type UpcomingPaymentsModel,
  type UpcomingRow,
} from '#figures/upcoming-payments.ts'
import { usePartWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import { sayHabit } from './habit-words.ts'
import type { LedgerRows } from './ledger-table.tsx'
import { Money, TotalMoney } from './money.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'
import { sentenceCase } from './rows-link.tsx'
import { useSumText } from './use-sum-text.ts'

const LANE_HEIGHT = 30
const DAY_WIDTH = 10

/** Shows P5: the payments expected in the next sixty days. */
export function UpcomingPayments({ model }: { readonly model: UpcomingPaymentsModel | Unavailable }) {
  const words = usePartWords('pictures').coming
  switch (model.form) {
    case 'unavailable':
      return <UnavailablePicture name="coming" title={words.title} why={model.why} />
    case 'empty':
      return <Picture name="coming" title={words.title} sentence={words.empty} facts={model} />
    case 'full':
      return <Drawn model={model} />
  }
}

function Drawn({ model }: { readonly model: UpcomingPaymentsModel }) {
  const all = usePartWords('pictures')
  const { format } = useFigures()
  const rest = model.rows.slice(SHOWN_UPCOMING)
  return (
    <Picture
      name="coming"
      title={all.coming.title}
      sentence={<Answer model={model} />}
      facts={model}
      table={useTable(model)}
    >
      <TimeLine model={model} />
      <ol className="ranked">
        {model.rows.slice(0, SHOWN_UPCOMING).map((row) => (
          <DatedRow key={row.id} row={row} />
        ))}
      </ol>
      <dl className="picture-sums">
        {rest.length > 0 && (
          <div>
            <dt>{all.coming.more(format.count(rest.length), rest.length)}</dt>
            <dd>
              <Money minor={sumMinor(rest.map(({ minor }) => minor))} />
            </dd>
          </div>
        )}
        <div className="sum-total">
          <dt>{all.coming.due}</dt>
          <dd>
            <TotalMoney model={model} />
          </dd>
        </div>
      </dl>
    </Picture>
  )
}

function Answer({ model }: { readonly model: UpcomingPaymentsModel }) {
  const { coming, habits } = usePartWords('pictures')
  const { format } = useFigures()
  const { usual, totalMinor, partial, isAbout = false } = model
  const total = { minor: totalMinor, atLeast: partial, isAbout }
  const { text: amount } = useSumText([total])(total)
  return (
    <>
      {sentenceCase(coming.answer({ amount, until: format.day(model.until) }))}
      {usual !== null && ` ${coming.usual({ who: usual.customer, when: sayHabit(habits, usual.daysLate) })}`}
    </>
  )
}

/** Shows the time line on wide pages; narrow ones have only the dated list. */
function TimeLine({ model }: { readonly model: UpcomingPaymentsModel }) {
  const words = usePartWords('pictures').coming
  const { format } = useFigures()
  const height = model.levels * LANE_HEIGHT + 2
  const yOf = (level: number) => height - 2 - LANE_HEIGHT / 2 - level * LANE_HEIGHT
  return (
    <div className="time-line">
      <svg
        aria-hidden="true"
        height={height}
        viewBox={`0 0 ${UPCOMING_DAYS * DAY_WIDTH} ${height}`}
        preserveAspectRatio="none"
      >
        <path className="time-axis" d={`M0 ${height - 1}H${UPCOMING_DAYS * DAY_WIDTH}`} />
        {model.dots.map(({ id, day, expectedDay, radius, level }) => (
          <g key={id}>
            {expectedDay !== null && (
              <>
                <path
                  className="time-way"
                  d={`M${day * DAY_WIDTH} ${yOf(level)}H${expectedDay * DAY_WIDTH}`}
                />
                <Dot x={expectedDay} y={yOf(level)} width={radius * 2} />
                <Dot
                  className="time-hole"
                  x={expectedDay}
                  y={yOf(level)}
                  width={Math.max(1, radius * 2 - 3)}
                />
              </>
            )}
            <Dot x={day} y={yOf(level)} width={radius * 2} />
          </g>
        ))}
      </svg>
      <div className="time-days note" aria-hidden="true">
        <span>{words.today}</span>
        <span>{format.dayShort(addDays(model.today, 20))}</span>
        <span>{format.dayShort(addDays(model.today, 40))}</span>
        <span>{format.dayShort(model.until)}</span>
      </div>
      <p className="note">{words.key}</p>
    </div>
  )
}

/** Draws a dot as a line without length and with round ends: round at any width of the drawing. */
function Dot(props: {
  readonly className?: string
  readonly x: number
  readonly y: number
  readonly width: number
}) {
  return (
    <path
      className={props.className}
      d={`M${props.x * DAY_WIDTH} ${props.y}h.01`}
      strokeWidth={props.width}
    />
  )
}

function DatedRow({ row }: { readonly row: UpcomingRow }) {
  const words = usePartWords('pictures').coming
  const { format } = useFigures()
  return (
    <li>
      <span className="ranked-row">
        <span className="ranked-name dated-name">
          <time className="dated" dateTime={row.dueDate}>
            {format.dayShort(row.dueDate)}
          </time>
          <span>
            <bdi>{row.customer ?? words.invoice(row.number)}</bdi>
            {row.expectedDate !== null && (
              <span className="note"> {words.expected(format.dayShort(row.expectedDate))}</span>
            )}
          </span>
        </span>
        <span className="leader" />
        <Money minor={row.minor} />
      </span>
    </li>
  )
}

function useTable(model: UpcomingPaymentsModel): LedgerRows {
  const all = usePartWords('pictures')
  const { format } = useFigures()
  return {
    caption: all.coming.title,
    head: [all.coming.due, all.customer, all.coming.usually, all.amount],
    rows: model.rows.map((row) => ({
      key: row.id,
      name: <time dateTime={row.dueDate}>{format.dayOfYear(row.dueDate)}</time>,
      cells: [
        <bdi key="customer">{row.customer ?? all.coming.invoice(row.number)}</bdi>,
        row.expectedDate === null ? (
          '–'
        ) : (
          <time key="usual" dateTime={row.expectedDate}>
            {format.dayOfYear(row.expectedDate)}
          </time>
        ),
        <Money key="amount" minor={row.minor} />,
      ],
    })),
    total: {
      key: 'total',
      name: all.coming.due,
      cells: ['', '', <TotalMoney key="amount" model={model} />],
    },
  }
}
