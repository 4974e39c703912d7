import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { viewerOf } from '#books/context.ts'
import type { Resolver } from '#books/nouns.ts'
import type { User } from './user.ts'

const user: Resolver = (_, _args, context) => context.users.find(viewerOf(context).userId)
const id: Resolver<User> = (source) => wireIdOf('User', source.uuid)

export const userResolvers = { Query: { user }, User: { id } }
