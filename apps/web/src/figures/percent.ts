/** In whole percent, halves up; 0 of nothing. */
export function percentOf({ part, total }: { readonly part: number; readonly total: number }): number {
  return total === 0 ? 0 : Math.round((part / total) * 100)
}
