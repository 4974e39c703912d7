import { readDocumentRequest, type DocumentRequest } from '#books/documents/document-request.ts'
import { notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import type { DepositInput } from './deposit-terms.ts'
import type { EstimateFlags } from './estimate.ts'
import type { EstimateCreateInput, EstimatePatchInput } from './estimates-schema.ts'

/** Files are not taken in; of more ids than these the first ones are named. */
const MAX_NAMED_FILES = 20

/** What an input asks for; what is undefined was left out. */
export type EstimateRequest = DocumentRequest & {
  readonly flags: Partial<EstimateFlags>
  readonly deposit: DepositInput
}

/** Leaves everything as it is. */
export const UNCHANGED: EstimateRequest = {
  texts: {},
  flags: {},
  deposit: { depositStatus: undefined, depositUnit: undefined, depositValue: undefined },
}

/** Reads the fields of a new estimate, or of a change of one. */
export function readEstimateRequest(
  fields: FieldReader,
  input: EstimateCreateInput | EstimatePatchInput,
): EstimateRequest {
  refuseAttachments(fields, input.attachmentIds)
  const { dontCarryOverNotesToInvoice, estimateNumber: number, estimateDate: day } = input
  const { depositStatus, depositUnit, depositValue } = input
  const request = readDocumentRequest(fields, input, { noun: 'estimate', number, day })
  const own = typeof dontCarryOverNotesToInvoice === 'boolean' ? { dontCarryOverNotesToInvoice } : {}
  return {
    ...request,
    flags: { ...request.flags, ...own },
    deposit: { depositStatus, depositUnit, depositValue },
  }
}

/** This interface has no way to bring a file here: an id names none. */
function refuseAttachments(fields: FieldReader, ids: readonly string[] | null | undefined): void {
  for (const [index, id] of (ids ?? []).slice(0, MAX_NAMED_FILES).entries()) {
    fields.within('attachmentIds').refuse(String(index), 'NOT_FOUND', notFoundMessage('Attachment', id))
  }
}
