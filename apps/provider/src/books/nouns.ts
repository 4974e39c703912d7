import type { Clock } from '@counterfoil/service/values/clock'
import { isObjectType, type GraphQLSchema } from 'graphql'
import { foundation } from '#caller/foundation.ts'
import type { Noun } from '#caller/noun.ts'
import type { ResolverMap } from '#caller/resolver.ts'
import type { HasViewer, Viewer } from '#caller/viewer.ts'
import type { Database } from '#database/database.ts'
import type { BooksWriters } from './books-writers.ts'
import { createCommandRunner, type CommandRunner, type Repetition } from './command.ts'
import { accountNoun } from './accounts/account-noun.ts'
import { applicationNoun } from './oauth-application/application-noun.ts'
import { businessNoun } from './business/business-noun.ts'
import { customerNoun } from './customers/customer-noun.ts'
import { estimateNoun } from './estimates/estimate-noun.ts'
import { invoiceNoun } from './invoices/invoice-noun.ts'
import { paymentNoun } from './payments/payment-noun.ts'
import { productNoun } from './products/product-noun.ts'
import { referenceNoun } from './reference/reference-noun.ts'
import { reportNoun } from './reports/report-noun.ts'
import { salesTaxNoun } from './sales-taxes/sales-tax-noun.ts'
import { transactionNoun } from './transactions/transaction-noun.ts'
import { userNoun } from './user/user-noun.ts'
import { vendorNoun } from './vendors/vendor-noun.ts'
import type { MessageWriter } from '#books/messages/message-store.ts'

/** THE LIST of nouns of the endpoint, in the order of their types in the joined schema. */
export const NOUNS = [
  foundation,
  userNoun,
  applicationNoun,
  businessNoun,
  referenceNoun,
  accountNoun,
  customerNoun,
  vendorNoun,
  salesTaxNoun,
  productNoun,
  transactionNoun,
  reportNoun,
  invoiceNoun,
  paymentNoun,
  estimateNoun,
] as const satisfies readonly Noun[]

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type ReadersOf<Each> = Each extends Noun<infer Readers> ? Readers : never

/** The context of every resolver. The viewer is missing only for introspection without a token, which runs no resolver. */
type GraphqlContext = HasViewer & {
  readonly commands: CommandRunner
  readonly messages: MessageWriter
  /** The public address of the provider, without a trailing slash. */
  readonly publicUrl: () => string
  readonly repetition?: Repetition | undefined
} & Intersection<ReadersOf<(typeof NOUNS)[number]>>

/** Fails to compile if the resolvers of a noun need readers that no noun of the list provides. */
const LISTED: readonly ListedNoun[] = NOUNS

type ListedNoun = Pick<Noun, 'createReaders'> & {
  readonly resolvers: ResolverMap<GraphqlContext>
  readonly commands: ResolverMap<GraphqlContext>
}

/** Opens the stores of all nouns. Returns a function that creates the context of one request, whose readers batch reads. */
export function openNouns(
  {
    db,
    clock,
    writers,
    ...given
  }: {
    readonly db: Database
    readonly clock: Clock
    readonly writers: BooksWriters
  } & Pick<GraphqlContext, 'messages' | 'publicUrl'>,
  nouns: readonly Pick<Noun, 'createReaders'>[] = NOUNS,
): (viewer: Viewer | undefined, repetition?: Repetition) => GraphqlContext {
  const openers = nouns.map(({ createReaders }) => createReaders(db, clock))
  const commands = createCommandRunner({ writers, clock })
  const readers: object = Object.create(null, Object.assign({}, ...openers.map(openedWhenRead)))
  return (viewer, repetition) =>
    Object.assign(Object.create(readers), { viewer, commands, repetition, ...given })
}

/** Returns the readers of a noun as lazy properties of a context, because few requests need all nouns. */
function openedWhenRead(open: () => unknown): PropertyDescriptorMap {
  const openAll = (): Readonly<Record<string, unknown>> => Object.assign({}, open())
  return Object.fromEntries(
    Object.keys(openAll()).map((name) => [
      name,
      {
        get(this: object): unknown {
          for (const [each, value] of Object.entries(openAll())) {
            Object.defineProperty(this, each, { value })
          }
          return Reflect.get(this, name)
        },
      },
    ]),
  )
}

/** Attaches resolvers to the fields of `schema`, in place. Throws for an unknown type or field. */
export function attachResolvers(
  schema: GraphQLSchema,
  nouns: readonly Pick<Noun, 'resolvers' | 'commands'>[] = LISTED,
): void {
  const maps = nouns.flatMap(({ resolvers, commands }) => [resolvers, commands])
  for (const [typeName, fields] of maps.flatMap((map) => Object.entries(map))) {
    const type = schema.getType(typeName)
    for (const [fieldName, resolve] of Object.entries(fields)) {
      const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
      if (!field) throw new Error(`There is no field ${typeName}.${fieldName} in the schema`)
      // The executor calls a resolver with the source and arguments of exactly this field.
      field.resolve = resolve as NonNullable<typeof field.resolve>
    }
  }
}
