/** Returns the id of the user of an access token, from the GraphQL endpoint at `base`; undefined if the token is refused. */
export async function userOf(base: string, accessToken: unknown): Promise<string | undefined> {
  const response = await fetch(`${base}/graphql/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${String(accessToken)}` },
    body: JSON.stringify({ query: '{ user { id } }' }),
  })
  const { data } = (await response.json()) as { data?: { user?: { id?: string } } }
  return data?.user?.id
}
