import { refuse } from '#books/command.ts'
import { inBusiness, onRow, readNothing, type CommandNeeds } from '#books/row-command.ts'
import { abbreviationFault, readSalesTaxChange, readSalesTaxDraft } from './sales-tax-rules.ts'
import { salesTaxWriter } from './sales-tax-store.ts'
import type { SalesTaxesCommands } from './sales-taxes-schema.ts'

const onSalesTax = onRow({ kind: 'SalesTax', noun: 'Sales tax', find: salesTaxWriter.find })

export const salesTaxCommands = {
  Mutation: {
    salesTaxCreate: inBusiness({
      read: readSalesTaxDraft,
      async write(transaction, { draft: { abbreviation, rate, ...rest } }) {
        const named = await salesTaxWriter.findByAbbreviation(transaction, abbreviation)
        if (named !== null) refuse(abbreviationFault(abbreviation))
        const rates = [{ effective: transaction.today, rate }]
        return salesTaxWriter.create(transaction, { ...rest, abbreviation, rates })
      },
      answer: (salesTax) => ({ salesTax }),
    }),

    salesTaxPatch: onSalesTax('id', {
      read: readSalesTaxChange,
      async write(transaction, { id }, { change }) {
        const { abbreviation } = change
        if (abbreviation !== undefined) {
          const named = await salesTaxWriter.findByAbbreviation(transaction, abbreviation)
          if (named !== null && named.id !== id) refuse(abbreviationFault(abbreviation))
        }
        return salesTaxWriter.change(transaction, id, change)
      },
      answer: (salesTax) => ({ salesTax }),
    }),

    salesTaxArchive: onSalesTax('id', {
      read: readNothing,
      write: async (transaction, salesTax) =>
        salesTax.isArchived ? salesTax : salesTaxWriter.archive(transaction, salesTax.id),
      answer: (salesTax) => ({ salesTax }),
    }),
  },
} satisfies SalesTaxesCommands<CommandNeeds>
