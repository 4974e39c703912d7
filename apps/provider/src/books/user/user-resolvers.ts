import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { viewerOf } from '#caller/viewer.ts'
import type { UserReader } from './user.ts'
import type { UserResolvers } from './user-schema.ts'

export const userResolvers = {
  Query: { user: (_, _args, context) => context.users.find(viewerOf(context).userId) },
  User: { id: (source) => wireIdOf('User', source.uuid) },
} satisfies UserResolvers<{ readonly users: UserReader }>
