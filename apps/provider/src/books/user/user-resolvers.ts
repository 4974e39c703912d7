import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { viewerOf } from '#caller/viewer.ts'
import type { Resolver } from '#caller/resolver.ts'
import type { User, UserReader } from './user.ts'

const user: Resolver<unknown, Record<string, never>, { readonly users: UserReader }> = (_, _args, context) =>
  context.users.find(viewerOf(context).userId)
const id: Resolver<User> = (source) => wireIdOf('User', source.uuid)

export const userResolvers = { Query: { user }, User: { id } }
