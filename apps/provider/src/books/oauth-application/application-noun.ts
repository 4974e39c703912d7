import type { ApplicationId } from '@counterfoil/oauth/ids'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { Noun } from '#caller/noun.ts'
import { once } from '#caller/once.ts'
import { viewerOf } from '#caller/viewer.ts'
import type { Database } from '#database/database.ts'
import type { Application } from './application.ts'
import type { OauthApplicationResolvers } from './oauth-application-schema.ts'

type ApplicationReader = ReturnType<typeof createApplicationReader>

const applicationResolvers = {
  Query: {
    oAuthApplication: (_, _args, context) => {
      const { applicationId } = viewerOf(context)
      return applicationId === null ? null : context.applications.find(applicationId)
    },
  },
  OAuthApplication: { id: (source) => wireIdOf('OAuthApplication', source.uuid) },
} satisfies OauthApplicationResolvers<{ readonly applications: ApplicationReader }>

/** The application that the token was issued to. */
export const applicationNoun = {
  sdl: new URL('oauth-application.graphql', import.meta.url),
  resolvers: applicationResolvers,
  commands: {},
  createReaders: (db) => {
    const store = createApplicationReader(db)
    return () => ({ applications: { find: once(store.find) } })
  },
} satisfies Noun

/** Creates the reader of applications. */
function createApplicationReader(db: Database) {
  return {
    /** Returns the application with that UUID, or null. */
    async find(applicationId: ApplicationId): Promise<Application | null> {
      const row = await db
        .selectFrom('applications')
        .select(['id as uuid', 'client_id as clientId', 'name', 'description', 'logo_url as logoUrl'])
        .select(['extra_data as extraData', 'created_at as createdAt', 'modified_at as modifiedAt'])
        .where('id', '=', applicationId)
        .executeTakeFirst()
      return row ?? null
    },
  }
}
