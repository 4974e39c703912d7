/** A status as the provider names it, in words; one that this page does not know is said to be another. */
export function statusName(
  status: string,
  words: { readonly statuses: Readonly<Record<string, string>>; readonly unknownStatus: string },
): string {
  return Object.hasOwn(words.statuses, status) ? (words.statuses[status] ?? '') : words.unknownStatus
}
