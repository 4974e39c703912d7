import { NO_DETAILS } from '#books/contacts/contact.ts'
import { applyContactChange, readContactChange } from '#books/contacts/contact-rules.ts'
import { createFieldReader, inputFault } from '#books/input-faults.ts'
import { done, refused, runInBusiness, runnerOf, type CommandNeeds } from '#books/row-command.ts'
import type { CustomersCommands } from './customers-schema.ts'
import type { CustomerWriter } from './customer-store.ts'

type Needs = CommandNeeds & { readonly customerWriter: CustomerWriter }

const runOnCustomer = runnerOf('Customer', 'Customer', ({ customerWriter }: Needs) => customerWriter)

export const customerCommands = {
  Mutation: {
    async customerCreate(_, { input }, context) {
      const fields = createFieldReader()
      const change = readContactChange(fields, input)
      const { value, ...answer } = await runInBusiness(context, {
        sent: input.businessId,
        faults: fields.faults,
        write: async (transaction) => {
          const details = applyContactChange({ ...NO_DETAILS, name: '' }, change)
          return done(await context.customerWriter.create(transaction, details))
        },
      })
      return { ...answer, customer: value }
    },

    async customerPatch(_, { input }, context) {
      const fields = createFieldReader()
      const change = readContactChange(fields, input)
      const { value, ...answer } = await runOnCustomer(context, {
        sent: input.id,
        faults: fields.faults,
        write: async (transaction, customer) => {
          const details = applyContactChange(customer, change)
          return done(await context.customerWriter.change(transaction, customer.id, details))
        },
      })
      return { ...answer, customer: value }
    },

    async customerDelete(_, { input }, context) {
      const { customerWriter } = context
      const { didSucceed, inputErrors } = await runOnCustomer(context, {
        sent: input.id,
        faults: [],
        async write(transaction, customer) {
          switch (await customerWriter.findUse(transaction, customer.id)) {
            case 'owing':
              return refused(inputFault('id', 'IN_USE', 'The customer has invoices that are not paid.'))
            case 'used':
              await customerWriter.archive(transaction, customer.id)
              return done(customer)
            case 'none':
              await customerWriter.remove(transaction, customer.id)
              return done(customer)
          }
        },
      })
      return { didSucceed, inputErrors }
    },
  },
} satisfies CustomersCommands<Needs>
