import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { FormName } from '#navigation/paths.ts'

export interface Request {
  readonly connectionId: ConnectionId
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

export function requestOf(
  { id, businessId }: Pick<ConnectionView, 'id' | 'businessId'>,
  operationName: string,
  variables: Request['variables'] = {},
): Request {
  return { connectionId: id, operationName, variables: { businessId, ...variables } }
}

/** The operations that read the current record for the form that changes it. */
export const TO_EDIT = {
  customer: 'CustomerToEdit',
  product: 'ProductToEdit',
  invoice: 'InvoiceToEdit',
  estimate: 'EstimateToEdit',
} as const satisfies Record<FormName, string>
