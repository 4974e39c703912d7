import type { Habit, HabitsModel } from '#figures/habits.ts'
import type { Unavailable } from '#figures/picture-facts.ts'
import { usePartWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import { sayHabit, sayOnAxis } from './habit-words.ts'
import type { LedgerRows } from './ledger-table.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'

/** The ends of the axis, in days after the due day. */
const FROM = -10
const TO = 60
/** The ticks of the axis, labelled with signed numbers, because words do not fit beside each other on a phone. */
const TICKS = [-10, 0, 30, 60] as const

/** The number of rows that are drawn before "and 3 more". */
const SHOWN_HABITS = 6

/** Shows P9: the customers who usually pay late. */
export function Habits({ model }: { readonly model: HabitsModel | Unavailable }) {
  const words = usePartWords('pictures').habits
  switch (model.form) {
    case 'unavailable':
      return <UnavailablePicture name="habits" title={words.title} why={model.why} />
    case 'empty':
      return <Picture name="habits" title={words.title} sentence={words.empty} facts={model} />
    case 'full':
      return <Drawn model={model} />
  }
}

function Drawn({ model }: { readonly model: HabitsModel }) {
  const words = usePartWords('pictures').habits
  const { format } = useFigures()
  const [first] = model.rows
  const hidden = model.rows.length - SHOWN_HABITS
  return (
    <Picture
      name="habits"
      title={words.title}
      sentence={
        first !== undefined && first.median > 0
          ? words.late({ who: first.customer, when: sayHabit(words, first.median) })
          : words.inTime
      }
      facts={model}
      table={useTable(model)}
    >
      <ul className="ranked">
        {model.rows.slice(0, SHOWN_HABITS).map((habit) => (
          <HabitRow key={habit.customerId} habit={habit} />
        ))}
      </ul>
      <div className="habit-axis note" aria-hidden="true">
        {TICKS.map((days) => (
          <span key={days}>{days === 0 ? words.axisOnTime : days > 0 ? `+${days}` : `−${-days}`}</span>
        ))}
      </div>
      {hidden > 0 && <p className="note">{words.more(format.count(hidden), hidden)}</p>}
      <p className="note">{words.key}</p>
    </Picture>
  )
}

function HabitRow({ habit }: { readonly habit: Habit }) {
  const words = usePartWords('pictures').habits
  const { customer, median, quartile1, quartile3, earliest, latest } = habit
  const [low, high, middle] = [placeOf(quartile1), placeOf(quartile3), placeOf(median)]
  return (
    <li>
      <span className="ranked-row">
        <span className="ranked-name">
          <bdi>{customer}</bdi>
        </span>
        <span className="leader" />
        <span>
          {median > TO && <span aria-hidden="true">→ </span>}
          {words.usual(sayHabit(words, median))}
          <span className="visually-hidden">
            , {words.range({ from: sayHabit(words, earliest), to: sayHabit(words, latest) })}
          </span>
        </span>
      </span>
      <svg
        className="habit"
        aria-hidden="true"
        viewBox={`0 0 ${(TO - FROM) * 10} 20`}
        preserveAspectRatio="none"
      >
        <path className="habit-zero" d={`M${placeOf(0)} 0v20`} />
        <path className="habit-half" d={`M${low} 10H${high === low ? low + 1 : high}`} />
        <path className="habit-middle" d={`M${middle} 10h.01`} />
      </svg>
    </li>
  )
}

/** Returns the position on the axis. Days beyond its ends are drawn there; the text has the exact number. */
function placeOf(days: number): number {
  return (Math.min(TO, Math.max(FROM, days)) - FROM) * 10
}

function useTable(model: HabitsModel): LedgerRows {
  const all = usePartWords('pictures')
  const words = all.habits
  const { format } = useFigures()
  return {
    caption: words.title,
    head: [all.customer, words.paid, words.first, words.half, words.last],
    rows: model.rows.map((habit) => ({
      key: habit.customerId,
      name: habit.customer,
      cells: [
        format.count(habit.paid),
        sayOnAxis(words, habit.earliest),
        `${sayOnAxis(words, habit.quartile1)} – ${sayOnAxis(words, habit.quartile3)}`,
        sayOnAxis(words, habit.latest),
      ],
    })),
  }
}
