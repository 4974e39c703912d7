import type { IdentitySource, PersonMembers } from './provider-profile.ts'

type Members = Partial<PersonMembers>

/** Reads the person from a member of the token response, which no standard defines. */
export const tokenResponse = <Member extends string>(userId: Member) =>
  ({ from: 'tokenResponse', userId }) as const

/** Reads the person from the verified id_token. @see OpenID Connect Core 1.0 section 3.1.3.7 */
export const idToken = (members: Members = {}) => ({ from: 'idToken', ...members }) as const

/** Reads the person by a GET request to `url`; without it, to the `userinfo_endpoint` of the metadata. */
export const userinfo = (members: Members & { readonly url?: string } = {}) =>
  ({ from: 'userinfo', ...members }) as const

/** Reads the person by a GraphQL document. @param members The paths in `data`, with dots. */
export const graphql = (document: string, members: PersonMembers): IdentitySource => ({
  from: 'graphql',
  document,
  ...members,
})
