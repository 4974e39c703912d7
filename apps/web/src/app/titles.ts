import type { SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from '#data/connections.ts'
import { businessName } from '#connection/state-words.ts'
import type { Catalogue } from '#words/en.ts'
import { isWelcomedBack, type Screen } from '#navigation/decide-screen.ts'

/**
 * The title of the window: screen, business, app; the same in the first HTML and after it. Screens that tell what came
 * of something name the window themselves (`namesWindow`): their words are not needed before.
 */
export function documentTitle(
  screen: Exclude<Screen, { kind: 'result' | 'left' }>,
  session: SessionView,
  t: Catalogue,
): string {
  const connection = selectedConnection(session)
  const name = connection === undefined ? undefined : businessName(connection, t)
  const parts = (...texts: readonly (string | undefined)[]) =>
    [...texts, t.app.name].filter((text) => text !== undefined && text !== '').join(' – ')

  switch (screen.kind) {
    case 'start':
      return parts(isWelcomedBack(session) ? t.start.welcome.title : t.start.title)
    case 'home':
      return parts(t.app.overview, name)
    case 'profile':
      return parts(t.profile.title, name)
    case 'businesses':
      return parts(t.businesses.title)
    case 'connection':
      return parts(t.app.connection, name)
    case 'disconnect':
      if (name === undefined) return parts(t.connectionPage.titleNone)
      return parts(
        connection?.state === 'disconnected' ? t.disconnect.doneTitle(name) : t.disconnect.title(name),
      )
    case 'signed_in':
      return parts(t.signedIn.title)
    case 'not_found':
      return parts(t.notFound.title)
  }
}
