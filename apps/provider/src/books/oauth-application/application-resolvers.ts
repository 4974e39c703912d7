import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { viewerOf } from '#books/context.ts'
import type { Resolver } from '#books/nouns.ts'
import type { Application } from './application.ts'

const oAuthApplication: Resolver = (_, _args, context) => {
  const { applicationId } = viewerOf(context)
  return applicationId === null ? null : context.applications.find(applicationId)
}
const id: Resolver<Application> = (source) => wireIdOf('OAuthApplication', source.uuid)

export const applicationResolvers = { Query: { oAuthApplication }, OAuthApplication: { id } }
