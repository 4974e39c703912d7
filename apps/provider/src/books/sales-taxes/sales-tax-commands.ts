import { done, refused, runInBusiness, runnerOf, type CommandNeeds } from '#books/row-command.ts'
import { abbreviationFault, readSalesTaxChange, readSalesTaxDraft } from './sales-tax-rules.ts'
import type { SalesTaxesCommands } from './sales-taxes-schema.ts'
import type { SalesTaxWriter } from './sales-tax-store.ts'

type Needs = CommandNeeds & { readonly salesTaxWriter: SalesTaxWriter }

const runOnSalesTax = runnerOf('SalesTax', 'Sales tax', ({ salesTaxWriter }: Needs) => salesTaxWriter)

export const salesTaxCommands = {
  Mutation: {
    async salesTaxCreate(_, { input }, context) {
      const { draft, faults } = readSalesTaxDraft(input)
      const { salesTaxWriter } = context
      const { value, ...answer } = await runInBusiness(context, {
        sent: input.businessId,
        faults,
        async write(transaction) {
          const { abbreviation, rate, ...rest } = draft
          if (await salesTaxWriter.findByAbbreviation(transaction, abbreviation)) {
            return refused(abbreviationFault(abbreviation))
          }
          const effective = transaction.today
          const salesTax = { ...rest, abbreviation, rates: [{ effective, rate }] }
          return done(await salesTaxWriter.create(transaction, salesTax))
        },
      })
      return { ...answer, salesTax: value }
    },

    async salesTaxPatch(_, { input }, context) {
      const { change, faults } = readSalesTaxChange(input)
      const { salesTaxWriter } = context
      const { value, ...answer } = await runOnSalesTax(context, {
        sent: input.id,
        faults,
        async write(transaction, { id }) {
          const { abbreviation } = change
          if (abbreviation !== undefined) {
            const named = await salesTaxWriter.findByAbbreviation(transaction, abbreviation)
            if (named !== null && named.id !== id) return refused(abbreviationFault(abbreviation))
          }
          return done(await salesTaxWriter.change(transaction, id, change))
        },
      })
      return { ...answer, salesTax: value }
    },

    async salesTaxArchive(_, { input }, context) {
      const { value, ...answer } = await runOnSalesTax(context, {
        sent: input.id,
        faults: [],
        write: async (transaction, salesTax) =>
          done(
            salesTax.isArchived ? salesTax : await context.salesTaxWriter.archive(transaction, salesTax.id),
          ),
      })
      return { ...answer, salesTax: value }
    },
  },
} satisfies SalesTaxesCommands<Needs>
