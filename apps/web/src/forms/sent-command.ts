import type { BusinessWireId, ConnectionId, UserWireId } from '@counterfoil/oauth/ids'
import type { FormName } from '#navigation/paths.ts'

/** Everything that can be changed from here, and what each needs. */
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

/** Is it the change of a form with a page of its own, which shows what was saved? */
export function isFormVerb(verb: Verb): verb is `${FormName}-${'create' | 'patch'}` & Verb {
  return /^(?!payment).+(?:create|patch)$/.test(verb)
}

/** What writing and sending invoices takes, from the customer to the mail: it is asked for in one question. */
export const INVOICING: readonly string[] = [
  'customer:write',
  'product:write',
  'invoice:write',
  'invoice:send',
]
/** The same for estimates, which end as invoices. */
export const ESTIMATING: readonly string[] = [...INVOICING.slice(0, -1), 'estimate:write', 'estimate:send']

type Input = Readonly<Record<string, unknown>>

/** A change that was sent, as it is kept until it is known what came of it. */
export interface SentCommand {
  readonly key: string
  readonly verb: Verb
  readonly userId: UserWireId
  readonly connectionId: ConnectionId
  readonly businessId: BusinessWireId
  /** The invoice, customer or product it is about; null for a new one. */
  readonly recordId: string | null
  /** For people: a name or a number. */
  readonly label: string
  readonly input: Input
  /** By the clock of the server, as far as this page knows it. */
  readonly sentAtMs: number
}

export interface DoneRecord {
  /** Null where the provider did not say it. */
  readonly id: string | null
  /** For people: a name or a number. */
  readonly label: string
}

/** How far what is known of a change has come. */
export type SentState =
  | { readonly kind: 'on-its-way' }
  | { readonly kind: 'done'; readonly id: string | null }
  | { readonly kind: 'failed' }
  /** It may have been done. `isLooking`: it is being looked for. */
  | { readonly kind: 'not-sure'; readonly isLooking: boolean }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'several'; readonly found: readonly FoundRecord[] }

export interface FoundRecord {
  readonly id: string
  readonly label: string
}

/** After a change of this kind and until it is settled, sending the same form again could make two. */
export function isOpen(state: SentState): boolean {
  return state.kind !== 'done' && state.kind !== 'failed'
}
