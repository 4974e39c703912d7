/**
 * What a name is sorted by, so that capitals and accents do not part what belongs together. Kept beside the name: one of
 * the two databases knows no order but that of bytes.
 */
export function sortKeyOf(name: string): string {
  return name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
