import { expect } from 'vitest'
import { MANY, NORTHWIND, type ProviderFixture } from '#testing/provider-fixture.ts'

export type DocumentAuthor = Awaited<ReturnType<typeof createDocumentAuthor>>

/** Creates documents of a business by GraphQL. */
export async function createDocumentAuthor(provider: ProviderFixture) {
  const { token } = await provider.deps.personalTokens.mint(MANY, { name: 'Script' })
  const businessId = provider.businessParameter(NORTHWIND)

  async function ask(query: string, variables: object = {}): Promise<any> {
    const response = await fetch(`${provider.base}/graphql/public`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    })
    const body = (await response.json()) as { data: any; errors?: unknown }
    expect(body.errors).toBeUndefined()
    return body.data
  }

  return {
    businessId,
    /** Sends a valid document and returns its data. */
    ask,
    /** Sends a mutation that must succeed. `selection` is of its payload, `of` is merged into its input. */
    async change(name: string, selection: string, input: object, of: object = { businessId }): Promise<any> {
      const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`
      const document = `mutation ($input: ${type}!) {
        ${name}(input: $input) { didSucceed inputErrors { path code message } ${selection} } }`
      const answer = (await ask(document, { input: { ...of, ...input } }))[name]
      expect(answer.inputErrors).toEqual([])
      return answer
    },
    /** Returns the id of an income account. */
    async incomeAccount(): Promise<string> {
      const { business } = await ask(
        `{ business(id: "${businessId}") { accounts(subtypes: [INCOME]) { edges { node { id } } } } }`,
      )
      return business.accounts.edges[0].node.id
    },
  }
}
