import type { ESTIMATE_WORDS } from '#words/estimate-words.ts'

/** A status as the provider names it, in words; one that this page does not know is said to be another. */
export function estimateStatus(status: string, words: (typeof ESTIMATE_WORDS)['en']): string {
  const known: Readonly<Record<string, string>> = words.statuses
  return Object.hasOwn(known, status) ? (known[status] ?? words.unknownStatus) : words.unknownStatus
}
