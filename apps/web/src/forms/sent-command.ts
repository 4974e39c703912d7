import type { BusinessWireId, ConnectionId, UserWireId } from '@counterfoil/oauth/ids'
import type { FormName } from '#navigation/paths.ts'

/** The changes that this app can send, with the operation and the scope of each. */
export const VERBS = {
  'customer-create': { operationName: 'CustomerCreate', scope: 'customer:write' },
  'customer-patch': { operationName: 'CustomerPatch', scope: 'customer:write' },
  'product-create': { operationName: 'ProductCreate', scope: 'product:write' },
  'product-patch': { operationName: 'ProductPatch', scope: 'product:write' },
  'invoice-create': { operationName: 'InvoiceCreate', scope: 'invoice:write' },
  'invoice-patch': { operationName: 'InvoicePatch', scope: 'invoice:write' },
  'invoice-approve': { operationName: 'InvoiceApprove', scope: 'invoice:write' },
  'invoice-send': { operationName: 'InvoiceSend', scope: 'invoice:send' },
  'invoice-delete': { operationName: 'InvoiceDelete', scope: 'invoice:write' },
  'estimate-create': { operationName: 'EstimateCreate', scope: 'estimate:write' },
  'estimate-patch': { operationName: 'EstimatePatch', scope: 'estimate:write' },
  'estimate-approve': { operationName: 'EstimateApprove', scope: 'estimate:write' },
  'estimate-send': { operationName: 'EstimateSend', scope: 'estimate:send' },
  'estimate-accept': { operationName: 'EstimateMarkAccepted', scope: 'estimate:write' },
  'estimate-reopen': { operationName: 'EstimateResetAcceptance', scope: 'estimate:write' },
  'estimate-convert': { operationName: 'ConvertEstimateToInvoice', scope: 'estimate:write' },
  'estimate-delete': { operationName: 'EstimateDelete', scope: 'estimate:write' },
  'payment-create': { operationName: 'PaymentCreate', scope: 'invoice:write' },
  'payment-delete': { operationName: 'PaymentDelete', scope: 'invoice:write' },
} as const satisfies Record<string, { readonly operationName: string; readonly scope: string }>
export type Verb = keyof typeof VERBS

/** Returns whether a change belongs to a form with a page of its own, which shows the saved record. */
export function isFormVerb(verb: Verb): verb is `${FormName}-${'create' | 'patch'}` & Verb {
  return /^(?!payment).+(?:create|patch)$/.test(verb)
}

/** The scopes for writing and sending invoices, from the customer to the mail. They are requested at once. */
export const INVOICING: readonly string[] = [
  'customer:write',
  'product:write',
  'invoice:write',
  'invoice:send',
]
/** The scopes for estimates, which become invoices. */
export const ESTIMATING: readonly string[] = [...INVOICING.slice(0, -1), 'estimate:write', 'estimate:send']

type Input = Readonly<Record<string, unknown>>

/** A sent change, stored until its outcome is known. */
export interface SentCommand {
  readonly key: string
  readonly verb: Verb
  readonly userId: UserWireId
  readonly connectionId: ConnectionId
  readonly businessId: BusinessWireId
  /** The id of the invoice, customer or product; null for a new one. */
  readonly recordId: string | null
  /** The displayed name or number. */
  readonly label: string
  readonly input: Input
  /** The time of sending by the server's clock, as far as this page knows it. */
  readonly sentAtMs: number
}

export interface DoneRecord {
  /** Null if the provider did not return it. */
  readonly id: string | null
  /** The displayed name or number. */
  readonly label: string
}

/** The known state of a sent change. */
export type SentState =
  | { readonly kind: 'on-its-way' }
  | { readonly kind: 'done'; readonly id: string | null }
  | { readonly kind: 'failed' }
  /** The change may have been made. `isLooking`: a lookup is running. */
  | { readonly kind: 'not-sure'; readonly isLooking: boolean }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'several'; readonly found: readonly FoundRecord[] }

export interface FoundRecord {
  readonly id: string
  readonly label: string
}

/** Returns whether a change is not settled. Sending the same form again could then make the change twice. */
export function isOpen(state: SentState): boolean {
  return state.kind !== 'done' && state.kind !== 'failed'
}
