import type { PartWords } from '#words/part-words.ts'

type HabitWords = PartWords['pictures']['habits']

/** Returns words for a delay of `days` after the due day; negative is early. */
export function sayHabit(words: HabitWords, days: number): string {
  if (days === 0) return words.onTime
  return days > 0 ? words.daysLate(days) : words.daysEarly(-days)
}

/** Returns the label of an axis for a payment delay in days, for example "3 late". Negative days are early. */
export function sayOnAxis(words: HabitWords, days: number): string {
  if (days === 0) return words.axisOnTime
  return days > 0 ? words.axisLate(days) : words.axisEarly(-days)
}
