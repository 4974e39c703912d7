/** Always, once the rest is known: what needs no question was answered before any prompt (`authorize/auto-approval.ts`). */
export function needsConsent(): boolean {
  return true
}
