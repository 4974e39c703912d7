/** Whom the GraphQL endpoint of the provider at `base` answers this access token about: an id, or undefined. */
export async function userOf(base: string, accessToken: unknown): Promise<string | undefined> {
  const response = await fetch(`${base}/graphql/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${String(accessToken)}` },
    body: JSON.stringify({ query: '{ user { id } }' }),
  })
  const { data } = (await response.json()) as { data?: { user?: { id?: string } } }
  return data?.user?.id
}
