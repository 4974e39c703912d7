import type { Boot } from '@counterfoil/bff-api/session'
import { leaveTitle } from '#connection/leave-words.ts'
import { resultWords } from '#features/result/result-words.ts'
import type { Screen } from '#navigation/decide-screen.ts'
import type { Catalogue } from '#words/en.ts'
import { createFormat } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import { spellingOf } from '#words/whole-date.ts'
import { documentTitle } from './titles.ts'

/** Returns the title in the page's HTML. In the browser, a screen that reports a result sets the window's title itself. */
export function pageTitle(
  screen: Screen,
  boot: Boot,
  { t, parts }: { readonly t: Catalogue; readonly parts: PartWords },
): string {
  const { session } = boot
  const format = createFormat(
    spellingOf(session.locale, session),
    session.timeZone ?? undefined,
    Date.parse(boot.now),
  )
  const appTitle = (heading: string) => `${heading} – ${t.app.name}`
  switch (screen.kind) {
    case 'result': {
      const words = { ...t, result: parts.result }
      return appTitle(
        resultWords(screen.connectResult, session.provider.name, words, { ...format, permissions: () => [] })
          .title,
      )
    }
    case 'left':
      return appTitle(leaveTitle(screen.left, t, parts.leaving.left))
    default:
      return documentTitle(screen, session, t)
  }
}
