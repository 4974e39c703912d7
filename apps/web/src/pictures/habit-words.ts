import type { PartWords } from '#words/part-words.ts'

type HabitWords = PartWords['pictures']['habits']

/** When somebody pays: `days` after the due day, before it where it is negative. */
export function sayHabit(words: HabitWords, days: number): string {
  if (days === 0) return words.onTime
  return days > 0 ? words.daysLate(days) : words.daysEarly(-days)
}

/** The same on an axis, where there is little place. */
export function sayOnAxis(words: HabitWords, days: number): string {
  if (days === 0) return words.axisOnTime
  return days > 0 ? words.axisLate(days) : words.axisEarly(-days)
}
