import { accountWriter } from '#books/accounts/account-store.ts'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import { refuseAny, type BooksTransaction } from '#books/command.ts'
import type { InputFault } from '#books/input-faults.ts'
import { inBusiness, onRow, readNothing, type CommandNeeds } from '#books/row-command.ts'
import { salesTaxWriter } from '#books/sales-taxes/sales-tax-store.ts'
import {
  judgeAccount,
  judgeTaxes,
  newProductOf,
  readProductTexts,
  type AccountField,
  type SentReferences,
} from './product-rules.ts'
import { productWriter } from './product-store.ts'
import type { Product, ProductChange } from './product.ts'
import type { ProductCreateInput, ProductPatchInput, ProductsCommands } from './products-schema.ts'

type References = Pick<ProductChange, AccountField | 'defaultSalesTaxIds'>

const onProduct = onRow({ kind: 'Product', noun: 'Product', find: productWriter.find })

export const productCommands = {
  Mutation: {
    productCreate: inBusiness({
      read: (input: ProductCreateInput) => readProductTexts(input),
      async write(transaction, { texts, input }) {
        const references = await findReferences(transaction, { sent: input, present: null })
        return productWriter.create(transaction, newProductOf({ ...texts, ...references }))
      },
      answer: (product) => ({ product }),
    }),

    productPatch: onProduct('id', {
      read: (input: ProductPatchInput) => readProductTexts(input),
      async write(transaction, product, { texts, input }) {
        const references = await findReferences(transaction, { sent: input, present: product })
        return productWriter.change(transaction, product.id, { ...texts, ...references })
      },
      answer: (product) => ({ product }),
    }),

    productArchive: onProduct('id', {
      read: readNothing,
      write: async (transaction, product) =>
        product.isArchived ? product : productWriter.archive(transaction, product.id),
      answer: (product) => ({ product }),
    }),
  },
} satisfies ProductsCommands<CommandNeeds>

/** The accounts and taxes that an input names; everything that is against them ends the command. */
async function findReferences(
  transaction: BooksTransaction,
  { sent, present }: { readonly sent: Partial<SentReferences>; readonly present: Product | null },
): Promise<References> {
  const income = await findAccount(transaction, { field: 'incomeAccountId', sent, present })
  const expense = await findAccount(transaction, { field: 'expenseAccountId', sent, present })
  const taxes = await findTaxes(transaction, { sent: sent.defaultSalesTaxIds, present })
  refuseAny([...income.faults, ...expense.faults, ...taxes.faults])
  return { incomeAccountId: income.id, expenseAccountId: expense.id, defaultSalesTaxIds: taxes.ids }
}

async function findAccount(
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
