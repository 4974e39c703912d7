/**
 * Returns the sort key of a name, without case and accents. It is stored beside the name, because one of the two databases sorts
 * by bytes only.
 */
export function sortKeyOf(name: string): string {
  return name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
