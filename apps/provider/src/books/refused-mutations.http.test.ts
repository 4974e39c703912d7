import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SCOPE_OPERATIONS } from '@counterfoil/oauth/scope'
import type { MembershipRole, PlanState } from '#database/database.ts'
import { startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { standOf } from '#testing/books-process/books-kills.ts'
import { EXAMPLES, makerOf } from '#testing/every-input/input-examples.ts'
import { numbered, type JsonInput } from '#testing/every-input/input-variants.ts'
import { ask } from '#testing/graphql-endpoint.ts'
import { readPublicSchema } from '#testing/public-schema.ts'

const schema = readPublicSchema()
const MUTATIONS = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
  ({ name }) => name !== '_',
)

let server: BooksEndpoint
let books: TestBooks
/** A token of an application with every permission. */
let token = ''
let inputs: ReadonlyMap<string, JsonInput>
beforeAll(async () => {
  server = await startBooks('postgres', { PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '1000000' })
  books = await server.open()
  const scopes = Object.keys(SCOPE_OPERATIONS).map((resource) => `${resource}:*`)
  token = await server.tokenWith(books, scopes)
  let counted = 0
  const next = () => {
    counted += 1
    return counted
  }
  const made = new Map<string, JsonInput>()
  for (const { name } of MUTATIONS) {
    const example = await EXAMPLES[name]?.(books, makerOf(books, next))
    if (example !== undefined) made.set(name, numbered(example, next))
  }
  inputs = made
})
afterAll(() => server.close())

const setPlan = (state: PlanState) =>
  server.endpoint.db
    .updateTable('plans')
    .set({ state })
    .where('business_id', '=', books.business.uuid)
    .execute()

const setRole = (role: MembershipRole) =>
  server.endpoint.db
    .updateTable('memberships')
    .set({ role })
    .where('business_id', '=', books.business.uuid)
    .execute()

const createCustomer = async (by: string) => {
  const document = `mutation ($input: CustomerCreateInput!) { customerCreate(input: $input) { didSucceed } }`
  return (await ask(server.endpoint, by, document, { input: inputs.get('customerCreate') })).body
}

const expectEveryMutationRefused = async (by: string, reason: string) => {
  const before = await standOf(server, books)
  for (const { name, args } of MUTATIONS) {
    const document = `mutation ($input: ${String(args[0]?.type)}) { ${name}(input: $input) { didSucceed } }`
    const { body } = await ask(server.endpoint, by, document, { input: inputs.get(name) })
    // A non-null mutation field makes the whole data null.
    expect([{ [name]: null }, null], name).toContainEqual(body.data)
    expect(body.errors?.[0]?.extensions, name).toMatchObject({ code: 'FORBIDDEN', reason })
  }
  expect(await standOf(server, books)).toEqual(before)
}

it('refuses every mutation from the first call after the end of the plan, and changes nothing', async () => {
  await setPlan('lapsed')
  await expectEveryMutationRefused(token, 'subscription_inactive')
  await setPlan('active')
  expect((await createCustomer(token)).data.customerCreate.didSucceed).toBe(true)
})

it('refuses every mutation of a member who may only read, and answers their reads', async () => {
  await setRole('viewer')
  await expectEveryMutationRefused(books.token, 'read_only_member')
  expect((await books.list('customers', 'id')).nodes).not.toEqual([])
  await setRole('editor')
  expect((await createCustomer(books.token)).data.customerCreate.didSucceed).toBe(true)
})

it('refuses every mutation of an archived business with a fault at the id, and answers reads', async () => {
  const archive = (is_archived: boolean) =>
    server.endpoint.db
      .updateTable('businesses')
      .set({ is_archived })
      .where('id', '=', books.business.uuid)
      .execute()
  await archive(true)
  const before = await standOf(server, books)
  for (const { name } of MUTATIONS) {
    const { didSucceed, inputErrors } = await books.change(name, inputs.get(name) ?? {})
    expect(didSucceed, name).toBe(false)
    expect(inputErrors, name).toEqual([
      expect.objectContaining({ code: 'ARCHIVED', message: 'The business is archived.' }),
    ])
    const { path } = inputErrors[0]
    expect(typeof inputs.get(name)?.[path[1]], `${name} ${path}`).toBe('string')
  }
  expect(await standOf(server, books)).toEqual(before)
  expect((await books.list('customers', 'id')).nodes).not.toEqual([])
  await archive(false)
  expect((await createCustomer(books.token)).data.customerCreate.didSucceed).toBe(true)
})

it('reads and writes books only through opened books, which are created in one place', () => {
  const folder = join(import.meta.dirname, '..')
  const makers = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !/\.test\.ts$|^testing\/|^demo\//.test(file))
    .filter((file) => /\bas Books\b|: Books = \{/.test(readFileSync(join(folder, file), 'utf8')))
  expect(makers).toEqual(['books/open-books.ts'])
})
