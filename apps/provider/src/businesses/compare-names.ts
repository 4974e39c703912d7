const collator = new Intl.Collator(['en', 'fr'], { numeric: true })

/** The order in which people count: "No 2" before "No 10", and no matter how letters are written. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other)
}

/** Returns a text as searches compare it: "Café" is found by "cafe". */
export function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .trim()
    .toLowerCase()
}
