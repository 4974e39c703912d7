import { readFileSync } from 'node:fs'
import { AUTHORIZE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { GRAPHQL_PATH } from '#graphql/call.ts'
import { readPublicSchema } from '#testing/public-schema.ts'

type Item = {
  readonly name: string
  readonly request: {
    readonly url: string
    readonly body: { readonly graphql?: { readonly query: string } }
  }
}
type Collection = {
  readonly auth: { readonly oauth2: readonly { readonly key: string; readonly value: string }[] }
  readonly item: readonly Item[]
}

const read = (url: URL | string) => readFileSync(new URL(url), 'utf8')
const collection = JSON.parse(
  read(new URL('../../../../docs/harbour.postman_collection.json', import.meta.url)),
) as Collection
const schema = readPublicSchema()

it('has the three addresses', () => {
  const auth = Object.fromEntries(collection.auth.oauth2.map(({ key, value }) => [key, value]))
  expect(auth).toMatchObject({
    authUrl: `{{harbour}}${AUTHORIZE_PATH}`,
    accessTokenUrl: `{{harbour}}${TOKEN_PATH}`,
  })
  expect(new Set(collection.item.map(({ request }) => request.url))).toEqual(
    new Set([`{{harbour}}${TOKEN_PATH}`, `{{harbour}}${GRAPHQL_PATH}`]),
  )
})

it('has requests for the fields of the schema', () => {
  const queries = collection.item.flatMap(({ request }) => request.body.graphql?.query ?? [])
  expect(queries).toHaveLength(3)
  for (const query of queries) expect(validate(schema, parse(query))).toEqual([])
})
