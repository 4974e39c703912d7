import type { Noun } from '#caller/noun.ts'
import { once } from '#caller/once.ts'
import type { ApplicationReader } from './application.ts'
import { applicationResolvers } from './application-resolvers.ts'
import { createApplicationReader } from './application-store.ts'

/** The application that the token was issued to. */
export const applicationNoun = {
  sdl: new URL('oauth-application.graphql', import.meta.url),
  resolvers: applicationResolvers,
  commands: {},
  createReaders: (db) => {
    const store = createApplicationReader(db)
    return (): { readonly applications: ApplicationReader } => ({
      applications: { find: once((applicationId) => store.find(applicationId)) },
    })
  },
} satisfies Noun
