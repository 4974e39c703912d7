import type { PartWords } from '#words/part-words.ts'

/** A status as the provider names it, in words; one that this page does not know is said to be another. */
export function estimateStatus(status: string, words: PartWords['estimates']): string {
  const known: Readonly<Record<string, string>> = words.statuses
  return Object.hasOwn(known, status) ? (known[status] ?? words.unknownStatus) : words.unknownStatus
}
