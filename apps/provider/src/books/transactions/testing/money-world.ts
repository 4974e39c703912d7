import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import type { DatabaseKind } from '#testing/books-endpoint.ts'
import { refusalsOf, startBooksWorld } from '#testing/books-world.ts'

export const LINES = `lines { account { name } amount amountInBusinessCurrency basis description side }`
export const TRANSACTION = `id kind date description notes externalId origin createdAt reverses { id } business { id } ${LINES}`
export const CREATE = `mutation ($input: MoneyTransactionCreateInput!) {
  moneyTransactionCreate(input: $input) { didSucceed inputErrors { path code message } transaction { ${TRANSACTION} } } }`
export const CREATE_MANY = `mutation ($input: MoneyTransactionsCreateInput!) {
  moneyTransactionsCreate(input: $input) { didSucceed inputErrors { path code message } transactions { ${TRANSACTION} } } }`
export const DEPOSIT = `mutation ($input: MoneyDepositTransactionCreateInput!) {
  moneyDepositTransactionCreate(input: $input) { didSucceed inputErrors { path code message } } }`

export type Input = Readonly<Record<string, unknown>>

export type MoneyWorld = ReturnType<typeof startMoney>

export function startMoney(kind: DatabaseKind) {
  const world = startBooksWorld(kind)
  const accountIn = async (uuid: BusinessId, name: string) => {
    const { rows } = await sql<{ id: string }>`select id::text as id from accounts
      where business_id = ${uuid} and name = ${name}`.execute(world.endpoint.db)
    return btoa(`Business:${uuid};Account:${rows[0]?.id}`)
  }
  const account = (name: string) => accountIn(world.business.uuid, name)
  const newAccount = async (name: string, subtype: string, currency = 'CAD') =>
    (
      await world.mutate(
        `mutation ($input: AccountCreateInput!) { accountCreate(input: $input) { account { id } } }`,
        { businessId: world.business.id, name, subtype, currency },
      )
    ).account.id as string
  const newTax = async (abbreviation: string, isRecoverable: boolean) =>
    (
      await world.mutate(
        `mutation ($input: SalesTaxCreateInput!) { salesTaxCreate(input: $input) { salesTax { id } } }`,
        { businessId: world.business.id, name: abbreviation, abbreviation, rate: '0.1', isRecoverable },
      )
    ).salesTax.id as string
  const newCustomer = async (name: string) =>
    (
      await world.mutate(
        `mutation ($input: CustomerCreateInput!) { customerCreate(input: $input) { customer { id } } }`,
        { businessId: world.business.id, name },
      )
    ).customer.id as string
  const sale = async (changes: Input = {}): Promise<Input> => ({
    businessId: world.business.id,
    externalId: 'till-7',
    date: '2026-11-19',
    description: 'Takings',
    anchor: { accountId: await account('Cash on Hand'), amount: '100.00', direction: 'DEPOSIT' },
    lineItems: [{ accountId: await account('Sales'), amount: 100 }],
    ...changes,
  })
  const faultsOf = (answer: unknown) => refusalsOf(answer).map((refusal) => refusal.replace(/^input\./, ''))
  const linesOf = ({ transaction }: any): string[] =>
    transaction.lines.map((line: any) => `${line.side} ${line.account.name} ${line.amount}`)
  const balanceOf = async (name: string) => {
    const { data } = await world.read(
      `account(id: "${await account(name)}") { balance balanceInBusinessCurrency }`,
    )
    return data.business.account
  }
  const entriesOf = async (uuid: BusinessId) =>
    (await sql`select id::text from entries where business_id = ${uuid}`.execute(world.endpoint.db)).rows
      .length

  const setRate = (code: string, day: string, rate: string) =>
    sql`insert into exchange_rates
    (business_id, currency_code, day, rate) values (${world.business.uuid}, ${code}, ${day}::date, ${rate}::numeric)`.execute(
      world.endpoint.db,
    )

  return Object.assign(world, {
    change: world.mutate,
    accountIn,
    account,
    newAccount,
    newTax,
    newCustomer,
    sale,
    faultsOf,
    linesOf,
    balanceOf,
    entriesOf,
    setRate,
  })
}
