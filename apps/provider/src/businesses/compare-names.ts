const collator = new Intl.Collator(['en', 'fr'], { numeric: true })

/** Compares names by the numbers in them ("No 2" before "No 10") and by the alphabet of English and French. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other)
}

/** Returns a text without accents and capitals for searches: "cafe" finds "Café". */
export function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .trim()
    .toLowerCase()
}
