import { inputFault, type InputFault } from '#books/input-faults.ts'

/** Maximum numbers of addresses within {@link QUOTA_WINDOW_MS}. */
export type MessageQuotas = {
  /** The limit of one business, and of one person in all businesses. Each recipient of a message counts, copies too. */
  readonly addresses: number
  /** The limit of recipients to which the business has never sent before. They count as `addresses` too. */
  readonly newAddresses: number
  /** The limit of one application, over all its users. */
  readonly addressesOfApplication: number
}

export const QUOTA_WINDOW_MS = 86_400_000

/** The counted addresses, their quota, and the message for the caller. */
const COUNTED = {
  addresses: { quota: 'addresses', who: 'A business', what: 'addresses' },
  newAddresses: { quota: 'newAddresses', who: 'A business', what: 'new addresses' },
  addressesOfPerson: { quota: 'addresses', who: 'A person', what: 'addresses' },
  newAddressesOfPerson: { quota: 'newAddresses', who: 'A person', what: 'new addresses' },
  addressesOfApplication: { quota: 'addressesOfApplication', who: 'An application', what: 'addresses' },
} as const satisfies Record<string, { readonly quota: keyof MessageQuotas } & Record<'who' | 'what', string>>

/** The number of messages sent within the window, and the message being checked. */
export type MessageUsage = {
  readonly counted: keyof typeof COUNTED
  readonly count: number
  readonly oldestAt: Date | null
}

/** Returns why a message must not be sent, with the hours until it may be; undefined if it may be sent now. */
export function findQuotaFault(
  usage: readonly MessageUsage[],
  quotas: MessageQuotas,
  nowMs: number,
): InputFault | undefined {
  const over = usage.find(({ counted, count }) => count > quotas[COUNTED[counted].quota])
  if (over === undefined) return undefined
  const { quota, who, what } = COUNTED[over.counted]
  const freeAtMs = (over.oldestAt?.getTime() ?? nowMs) + QUOTA_WINDOW_MS
  const hours = Math.max(1, Math.ceil((freeAtMs - nowMs) / 3_600_000))
  const message = `${who} may send to ${quotas[quota]} ${what} within 24 hours. Nothing was sent; try again in ${hours} h.`
  return inputFault('to', 'DAILY_LIMIT', message)
}
