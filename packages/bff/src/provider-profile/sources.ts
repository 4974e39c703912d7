import type { IdentitySource, PersonMembers } from './provider-profile.ts'

type Members = Partial<PersonMembers>

/** The person by a member of the token response, which is no part of any standard. */
export const tokenResponse = <Member extends string>(userId: Member) =>
  ({ from: 'tokenResponse', userId }) as const

/** The person by the verified id_token. @see OpenID Connect Core 1.0 section 3.1.3.7 */
export const idToken = (members: Members = {}) => ({ from: 'idToken', ...members }) as const

/** The person by a GET request; without an address, at the `userinfo_endpoint` of the metadata. */
export const userinfo = (members: Members & { readonly url?: string } = {}) =>
  ({ from: 'userinfo', ...members }) as const

/** The person by a GraphQL document. @param members Paths in `data`, with dots. */
export const graphql = (document: string, members: PersonMembers): IdentitySource => ({
  ...{ from: 'graphql', document },
  ...members,
})
