import { Kind } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readOperations } from './codegen.ts'

/** The mutations of the app. Each has its own form or dialog, and needs a permission that connecting does not request. */
const CHANGES = [
  'convertEstimateToInvoice',
  'customerCreate',
  'customerPatch',
  'estimateApprove',
  'estimateCreate',
  'estimateDelete',
  'estimateMarkAccepted',
  'estimatePatch',
  'estimateResetAcceptance',
  'estimateSend',
  'invoiceApprove',
  'invoiceCreate',
  'invoiceDelete',
  'invoicePatch',
  'invoicePaymentCreateManual',
  'invoicePaymentDelete',
  'invoiceSend',
  'productCreate',
  'productPatch',
]

describe('the GraphQL operations of the app', () => {
  it('read the person and the business, and change only what the forms offer', async () => {
    const asked = (await readOperations()).documents
      .flatMap(({ document }) => document.definitions)
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    const fieldsOf = (operation: 'query' | 'mutation') =>
      new Set(
        asked
          .filter((definition) => definition.operation === operation)
          .flatMap(({ selectionSet }) => selectionSet.selections)
          .map((field) => (field.kind === Kind.FIELD ? field.name.value : field.kind)),
      )
    expect([...fieldsOf('query')].toSorted()).toEqual(['business', 'user'])
    expect([...fieldsOf('mutation')].toSorted()).toEqual(CHANGES)
  })
})
