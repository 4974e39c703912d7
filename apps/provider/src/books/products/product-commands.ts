import { parseRowId, type RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { InputFault } from '#books/input-faults.ts'
import { done, refused, runInBusiness, runnerOf, type CommandNeeds } from '#books/row-command.ts'
import {
  judgeAccount,
  judgeTaxes,
  newProductOf,
  readProductTexts,
  type AccountField,
  type SentReferences,
} from './product-rules.ts'
import type { Product, ProductChange } from './product.ts'
import type { ProductsCommands } from './products-schema.ts'
import type { AccountWriter } from '#books/accounts/account-store.ts'
import type { SalesTaxWriter } from '#books/sales-taxes/sales-tax-store.ts'
import type { ProductWriter } from './product-store.ts'

type References = Pick<ProductChange, AccountField | 'defaultSalesTaxIds'>

type Needs = CommandNeeds & {
  readonly productWriter: ProductWriter
  readonly accountWriter: AccountWriter
  readonly salesTaxWriter: SalesTaxWriter
}

const runOnProduct = runnerOf('Product', 'Product', ({ productWriter }: Needs) => productWriter)

export const productCommands = {
  Mutation: {
    async productCreate(_, { input }, context) {
      const { texts, faults } = readProductTexts(input)
      const { value, ...answer } = await runInBusiness(context, {
        sent: input.businessId,
        faults,
        async write(transaction) {
          const found = await findReferences(context, transaction, { sent: input, present: null })
          if (found.faults.length > 0) return refused(...found.faults)
          const product = newProductOf({ ...texts, ...found.references })
          return done(await context.productWriter.create(transaction, product))
        },
      })
      return { ...answer, product: value }
    },

    async productPatch(_, { input }, context) {
      const { texts, faults } = readProductTexts(input)
      const { value, ...answer } = await runOnProduct(context, {
        sent: input.id,
        faults,
        async write(transaction, product) {
          const found = await findReferences(context, transaction, { sent: input, present: product })
          if (found.faults.length > 0) return refused(...found.faults)
          const change = { ...texts, ...found.references }
          return done(await context.productWriter.change(transaction, product.id, change))
        },
      })
      return { ...answer, product: value }
    },

    async productArchive(_, { input }, context) {
      const { value, ...answer } = await runOnProduct(context, {
        sent: input.id,
        faults: [],
        write: async (transaction, product) =>
          done(product.isArchived ? product : await context.productWriter.archive(transaction, product.id)),
      })
      return { ...answer, product: value }
    },
  },
} satisfies ProductsCommands<Needs>

/** The accounts and taxes that an input names, and everything that is against them. */
async function findReferences(
  context: Needs,
  transaction: BooksTransaction,
  { sent, present }: { readonly sent: Partial<SentReferences>; readonly present: Product | null },
): Promise<{ readonly references: References; readonly faults: readonly InputFault[] }> {
  const income = await findAccount(context, transaction, { field: 'incomeAccountId', sent, present })
  const expense = await findAccount(context, transaction, { field: 'expenseAccountId', sent, present })
  const taxes = await findTaxes(context, transaction, { sent: sent.defaultSalesTaxIds, present })
  return {
    references: {
      incomeAccountId: income.id,
      expenseAccountId: expense.id,
      defaultSalesTaxIds: taxes.ids,
    },
    faults: [...income.faults, ...expense.faults, ...taxes.faults],
  }
}

async function findAccount(
  { accountWriter }: Needs,
  transaction: BooksTransaction,
  asked: {
    readonly field: AccountField
    readonly sent: Partial<SentReferences>
    readonly present: Product | null
  },
): Promise<{ readonly id: RowId<'Account'> | null | undefined; readonly faults: readonly InputFault[] }> {
  const { field, present } = asked
  const sent = asked.sent[field]
  if (sent === null || sent === undefined) return { id: sent, faults: [] }
  const id = parseRowId('Account', sent, transaction.books.businessId)
  const account = id === undefined ? null : await accountWriter.find(transaction, id)
  const judged = judgeAccount(field, sent, { account, present })
  return typeof judged === 'string' ? { id: judged, faults: [] } : { id: undefined, faults: [judged] }
}

async function findTaxes(
  { salesTaxWriter }: Needs,
  transaction: BooksTransaction,
  {
    sent,
    present,
  }: {
    readonly sent: readonly string[] | null | undefined
    readonly present: Product | null
  },
): Promise<{
  readonly ids: readonly RowId<'SalesTax'>[] | undefined
  readonly faults: readonly InputFault[]
}> {
  if (sent === null || sent === undefined) return { ids: sent === null ? [] : undefined, faults: [] }
  const { books } = transaction
  const ids = sent.flatMap((text) => parseRowId('SalesTax', text, books.businessId) ?? [])
  const known = await salesTaxWriter.findMany(transaction, ids)
  return judgeTaxes(sent, { books, known, present })
}
