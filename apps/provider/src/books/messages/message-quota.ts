import { inputFault, type InputFault } from '#books/input-faults.ts'

/** To how many addresses one business may send in {@link QUOTA_WINDOW_MS}. */
export type MessageQuotas = {
  /** Each address that a message goes to counts, copies too. */
  readonly addresses: number
  /** Those among them to which the business has never sent before. */
  readonly newAddresses: number
}

export const QUOTA_WINDOW_MS = 86_400_000

/** What a business has sent within the window, with the message that is judged. */
export type MessageUsage = Readonly<
  Record<keyof MessageQuotas, { readonly count: number; readonly oldestAtMs: number | undefined }>
>

/** Returns why a message may not be sent, with the hours until it may. */
export function findQuotaFault(
  usage: MessageUsage,
  quotas: MessageQuotas,
  nowMs: number,
): InputFault | undefined {
  const over = (['addresses', 'newAddresses'] as const).find((each) => usage[each].count > quotas[each])
  if (over === undefined) return undefined
  const freeAtMs = (usage[over].oldestAtMs ?? nowMs) + QUOTA_WINDOW_MS
  const hours = Math.max(1, Math.ceil((freeAtMs - nowMs) / 3_600_000))
  const what = over === 'addresses' ? 'addresses' : 'new addresses'
  const message = `A business may send to ${quotas[over]} ${what} within 24 hours. Nothing was sent; try again in ${hours} h.`
  return inputFault('to', 'DAILY_LIMIT', message)
}
