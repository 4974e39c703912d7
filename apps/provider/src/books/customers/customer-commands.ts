import { refuse } from '#books/command.ts'
import { NO_DETAILS } from '#books/contacts/contact.ts'
import { applyContactChange, readContactChange } from '#books/contacts/contact-rules.ts'
import { createFieldReader, inputFault } from '#books/input-faults.ts'
import { inBusiness, onRow, readNothing, type CommandNeeds } from '#books/row-command.ts'
import { customerWriter } from './customer-store.ts'
import type { CustomerCreateInput, CustomerPatchInput, CustomersCommands } from './customers-schema.ts'

const onCustomer = onRow({ kind: 'Customer', noun: 'Customer', find: customerWriter.find })

export const customerCommands = {
  Mutation: {
    customerCreate: inBusiness({
      read: (input: CustomerCreateInput) => readChange(input),
      write: (transaction, { change }) =>
        customerWriter.create(transaction, applyContactChange({ ...NO_DETAILS, name: '' }, change)),
      answer: (customer) => ({ customer }),
    }),

    customerPatch: onCustomer('id', {
      read: (input: CustomerPatchInput) => readChange(input),
      write: (transaction, customer, { change }) =>
        customerWriter.change(transaction, customer.id, applyContactChange(customer, change)),
      answer: (customer) => ({ customer }),
    }),

    customerDelete: onCustomer('id', {
      read: readNothing,
      async write(transaction, { id }) {
        switch (await customerWriter.findUse(transaction, id)) {
          case 'owing':
            return refuse(inputFault('id', 'IN_USE', 'The customer has invoices that are not paid.'))
          case 'used':
            return customerWriter.archive(transaction, id)
          case 'none':
            return customerWriter.remove(transaction, id)
        }
      },
      answer: () => ({}),
    }),
  },
} satisfies CustomersCommands<CommandNeeds>

function readChange(input: CustomerCreateInput | CustomerPatchInput) {
  const fields = createFieldReader()
  return { change: readContactChange(fields, input), faults: fields.faults }
}
