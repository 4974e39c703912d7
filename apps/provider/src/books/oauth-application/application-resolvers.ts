import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { viewerOf } from '#caller/viewer.ts'
import type { Resolver } from '#caller/resolver.ts'
import type { Application, ApplicationReader } from './application.ts'

const oAuthApplication: Resolver<
  unknown,
  Record<string, never>,
  { readonly applications: ApplicationReader }
> = (_, _args, context) => {
  const { applicationId } = viewerOf(context)
  return applicationId === null ? null : context.applications.find(applicationId)
}
const id: Resolver<Application> = (source) => wireIdOf('OAuthApplication', source.uuid)

export const applicationResolvers = { Query: { oAuthApplication }, OAuthApplication: { id } }
