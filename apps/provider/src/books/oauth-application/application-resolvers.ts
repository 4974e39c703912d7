import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { viewerOf } from '#caller/viewer.ts'
import type { ApplicationReader } from './application.ts'
import type { OauthApplicationResolvers } from './oauth-application-schema.ts'

export const applicationResolvers = {
  Query: {
    oAuthApplication: (_, _args, context) => {
      const { applicationId } = viewerOf(context)
      return applicationId === null ? null : context.applications.find(applicationId)
    },
  },
  OAuthApplication: { id: (source) => wireIdOf('OAuthApplication', source.uuid) },
} satisfies OauthApplicationResolvers<{ readonly applications: ApplicationReader }>
