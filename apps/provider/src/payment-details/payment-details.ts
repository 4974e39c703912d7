import { hasLink } from '#books/messages/message-draft.ts'

/** Texts printed on the invoices of a business; null if not set. */
export type PaymentDetails = { readonly paymentDetails: string | null; readonly taxNumber: string | null }

export type PaymentDetailsFault = {
  readonly field: 'paymentDetails' | 'taxNumber'
  readonly reason: 'too_long' | 'link' | 'unreadable'
}

const MAX_CHARACTERS = { paymentDetails: 1000, taxNumber: 100 } as const

/**
 * Parses the form. Links are rejected: a message must contain no link but that to its document, so that nobody can send others to a
 * page of their own in our name.
 */
export function readPaymentDetails(sent: { readonly paymentDetails: string; readonly taxNumber: string }): {
  readonly details: PaymentDetails
  readonly faults: readonly PaymentDetailsFault[]
} {
  const paymentDetails = sent.paymentDetails.replaceAll(/\r\n?/g, '\n').trim()
  const taxNumber = sent.taxNumber.trim()
  const texts = { paymentDetails, taxNumber }
  const faults = (['paymentDetails', 'taxNumber'] as const).flatMap((field): PaymentDetailsFault[] => {
    const text = texts[field]
    // Payment details may have several lines; the tax number may not.
    const isUnreadable = /[\p{Cc}\u2028\u2029]/u.test(
      field === 'taxNumber' ? text : text.replaceAll('\n', ''),
    )
    if (isUnreadable) return [{ field, reason: 'unreadable' }]
    if ([...text].length > MAX_CHARACTERS[field]) return [{ field, reason: 'too_long' }]
    return hasLink(text) ? [{ field, reason: 'link' }] : []
  })
  return { details: { paymentDetails: paymentDetails || null, taxNumber: taxNumber || null }, faults }
}
