import type { BooksTransaction, CommandAnswer, Written } from '#books/command.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import { findMethodFaults } from '#books/documents/document-sending.ts'
import { createFieldReader, inputFault, type InputFault } from '#books/input-faults.ts'
import {
  done,
  refused,
  runInBusiness,
  runOnRow,
  type CommandNeeds,
  type HasCommands,
} from '#books/row-command.ts'
import { findChangeFaults, findStatusFault, isClosed, stateFault } from './estimate-change.ts'
import { convert, type ConversionPorts } from './estimate-conversion.ts'
import { draftEstimate, readEstimateRequest, UNCHANGED_ESTIMATE } from './estimate-drafting.ts'
import { nextStanding, type EstimateEvent } from './estimate-life.ts'
import type { EstimateMarks } from './estimate-writer-store.ts'
import type { Estimate } from './estimate.ts'
import type { EstimatesCommands } from './estimates-schema.ts'

/** Some of the mutations of estimates: the rest is in another file. */
export type CommandsOf<Needs, Name extends keyof EstimatesCommands<Needs>['Mutation']> = {
  readonly Mutation: Pick<EstimatesCommands<Needs>['Mutation'], Name>
}

type OwnMutation =
  | 'convertEstimateToInvoice'
  | 'estimateApprove'
  | 'estimateClone'
  | 'estimateCreate'
  | 'estimateDelete'
  | 'estimateMarkAccepted'
  | 'estimateMarkSent'
  | 'estimatePatch'
  | 'estimateResetAcceptance'

export type EstimateCommandNeeds = CommandNeeds & ConversionPorts

type Context = HasCommands & EstimateCommandNeeds

export const estimateCommands = {
  Mutation: {
    async convertEstimateToInvoice(_, { input }, context) {
      const { value, ...answer } = await onEstimate(context, {
        sent: input.estimateId,
        async write(transaction, estimate) {
          const { businessId } = transaction.books
          const converted = await convert(context, transaction, estimate)
          if (converted.kind === 'refused') return converted
          return done(rowWireIdOf('Invoice', { businessId, id: converted.value }))
        },
      })
      // The schema has no null for an invoice that was not made.
      return { ...answer, invoiceId: value ?? '' }
    },

    async estimateCreate(_, { input }, context) {
      const fields = createFieldReader()
      const request = readEstimateRequest(fields, input)
      const { value, ...answer } = await runInBusiness(context, {
        sent: input.businessId,
        faults: fields.faults,
        async write(transaction) {
          const origin = { kind: 'nothing' } as const
          const content = await draftEstimate(context, { transaction, fields, request, origin })
          if (content === undefined) return refused(...fields.faults)
          return done(await context.estimateWriter.create(transaction, content))
        },
      })
      return { ...answer, estimate: value }
    },

    async estimatePatch(_, { input }, context) {
      const fields = createFieldReader()
      const request = readEstimateRequest(fields, input)
      const { value, ...answer } = await onEstimate(context, {
        field: 'id',
        sent: input.id,
        faults: fields.faults,
        async write(transaction, estimate) {
          if (isClosed(estimate)) return refused(stateFault('id', estimate))
          const lines = await context.estimateWriter.findLines(transaction, estimate)
          const origin = { kind: 'present', document: estimate, lines } as const
          const statusFault = findStatusFault(estimate, input.status)
          if (statusFault) fields.refuse('status', statusFault.code, statusFault.message)
          const content = await draftEstimate(context, { transaction, fields, request, origin })
          if (content === undefined) return refused(...fields.faults)
          const faults = findChangeFaults({ estimate, lines }, content)
          if (faults.length > 0) return refused(...faults)
          const changed = await context.estimateWriter.change(transaction, estimate.id, content)
          const isApproved = input.status === 'APPROVED' && changed.life === 'DRAFT'
          return isApproved
            ? move(context, transaction, { estimate: changed, event: 'approve' })
            : done(changed)
        },
      })
      return { ...answer, estimate: value }
    },

    async estimateClone(_, { input }, context) {
      const { value, ...answer } = await onEstimate(context, {
        sent: input.estimateId,
        write: (transaction, estimate) => clone(context, transaction, estimate),
      })
      return { ...answer, estimate: value }
    },

    async estimateDelete(_, { input }, context) {
      const { didSucceed, inputErrors } = await onEstimate(context, {
        sent: input.estimateId,
        async write(transaction, estimate) {
          if (estimate.paidMinor === 0n) return move(context, transaction, { estimate, event: 'delete' })
          return refused(inputFault('estimateId', 'HAS_PAYMENTS', 'A deposit was paid for the estimate.'))
        },
      })
      return { didSucceed, inputErrors }
    },

    estimateApprove: moveBy('approve'),

    async estimateMarkSent(_, { input }, context) {
      const { sendMethod, sentAt } = input
      const { value, ...answer } = await onEstimate(context, {
        sent: input.estimateId,
        faults: findMethodFaults('estimate', sendMethod),
        write: (transaction, estimate) => {
          const isSent = sendMethod !== 'SKIPPED'
          const marks = { lastSentVia: sendMethod, ...(isSent && { lastSentAt: sentAt ?? transaction.now }) }
          return move(context, transaction, { estimate, event: isSent ? 'send' : 'skipSending', marks })
        },
      })
      return { ...answer, estimate: value }
    },

    estimateMarkAccepted: moveBy('markAccepted'),

    estimateResetAcceptance: moveBy('resetAcceptance'),
  },
} satisfies CommandsOf<EstimateCommandNeeds, OwnMutation>

type Moving = Pick<Context, 'commands' | 'estimateWriter'> & HasCommands

/** A mutation that lets an event happen to an estimate, and nothing else. */
function moveBy(event: EstimateEvent) {
  return async (
    _: unknown,
    { input }: { readonly input: { readonly estimateId: string } },
    context: Moving,
  ) => {
    const { value, ...answer } = await onEstimate(context, {
      sent: input.estimateId,
      write: (transaction, estimate) => move(context, transaction, { estimate, event }),
    })
    return { ...answer, estimate: value }
  }
}

/** A mutation on an estimate that is there. */
export function onEstimate<Value>(
  context: Moving,
  command: {
    /** The field of the input that names it, unless that is `estimateId`. */
    readonly field?: string
    readonly sent: string
    readonly faults?: readonly InputFault[]
    readonly write: (transaction: BooksTransaction, estimate: Estimate) => Promise<Written<Value>>
  },
): Promise<CommandAnswer<Value>> {
  const { field = 'estimateId', faults = [], ...rest } = command
  const { find } = context.estimateWriter
  return runOnRow(context, { kind: 'Estimate', noun: 'Estimate', field, faults, find, ...rest })
}

/** Lets an event happen to an estimate, and keeps in its history what was decided. */
export async function move(
  { estimateWriter }: Pick<Context, 'estimateWriter'>,
  transaction: BooksTransaction,
  happened: { readonly estimate: Estimate; readonly event: EstimateEvent; readonly marks?: EstimateMarks },
): Promise<Written<Estimate>> {
  const { estimate, event, marks = {} } = happened
  const next = nextStanding(estimate, estimate.status, event)
  if (next === undefined) return refused(stateFault('estimateId', estimate))
  const isSame = next.life === estimate.life && Object.keys(marks).length === 0
  if (isSame) return done(estimate)
  if (next.life !== estimate.life) {
    if (next.life === 'ACCEPTED') await estimateWriter.noteByAuthor(transaction, estimate.id, 'ACCEPTED')
    if (event === 'resetAcceptance') await estimateWriter.noteByAuthor(transaction, estimate.id, 'RESET')
  }
  return done(await estimateWriter.stand(transaction, estimate.id, next, marks))
}

/** A draft of today like this estimate, with today's tax rates. */
async function clone(
  context: Context,
  transaction: BooksTransaction,
  estimate: Estimate,
): Promise<Written<Estimate>> {
  if (estimate.life === 'DELETED') return refused(stateFault('estimateId', estimate))
  const { estimateWriter } = context
  const fields = createFieldReader()
  const lines = await estimateWriter.findLines(transaction, estimate)
  const origin = { kind: 'model', document: estimate, lines } as const
  const content = await draftEstimate(context, { transaction, fields, request: UNCHANGED_ESTIMATE, origin })
  return content === undefined
    ? refused(...fields.faults)
    : done(await estimateWriter.create(transaction, content))
}
