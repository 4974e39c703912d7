/** Returns the words for a provider's status; an unknown status is called another one. */
export function statusName(
  status: string,
  words: { readonly statuses: Readonly<Record<string, string>>; readonly unknownStatus: string },
): string {
  return Object.hasOwn(words.statuses, status) ? (words.statuses[status] ?? '') : words.unknownStatus
}
