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

/** Returns the accounts and taxes that an input names. Ends the command if any of them has a fault. */
async function findReferences(
  transaction: BooksTransaction,
  { sent, present }: { readonly sent: Partial<SentReferences>; readonly present: Product | null },
): Promise<References> {
  const { books } = transaction
  const faults: InputFault[] = []

  async function findAccount(field: AccountField): Promise<RowId<'Account'> | null | undefined> {
    const named = sent[field]
    if (named === null || named === undefined) return named
    const id = parseRowId('Account', named, books.businessId)
    const account = id === undefined ? null : await accountWriter.find(transaction, id)
    const judged = judgeAccount(field, named, { account, present })
    if (typeof judged === 'string') return judged
    faults.push(judged)
    return undefined
  }

  async function findTaxes(): Promise<readonly RowId<'SalesTax'>[] | undefined> {
    const named = sent.defaultSalesTaxIds
    if (named === null || named === undefined) return named === null ? [] : undefined
    const ids = named.flatMap((text) => parseRowId('SalesTax', text, books.businessId) ?? [])
    const known = await salesTaxWriter.findMany(transaction, ids)
    const judged = judgeTaxes(named, { books, known, present })
    faults.push(...judged.faults)
    return judged.ids
  }

  const references = {
    incomeAccountId: await findAccount('incomeAccountId'),
    expenseAccountId: await findAccount('expenseAccountId'),
    defaultSalesTaxIds: await findTaxes(),
  }
  refuseAny(faults)
  return references
}
