import { useEffect, useLayoutEffect } from 'react'
import type { Boot } from '@counterfoil/bff-api/session'
import type { LateAnswer } from '#data/first-answer-client.ts'
import { LastKnownProvider } from '#data/last-known.tsx'
import { useSession } from '#data/session.tsx'
import { SignInDialogs } from '#features/sign-in/sign-in-dialogs.tsx'
import { ArrivalProvider } from '#navigation/arrival.tsx'
import { useWords } from '#words/words.tsx'
import { CurrentScreen } from './current-screen.tsx'
import { Shell } from './shell.tsx'
import { documentTitle } from './titles.ts'
import { useCurrentScreen } from './use-current-screen.ts'

/** What is on the page: the frame, the screen of this address, and what is said over it. */
export function Page(props: {
  readonly boot: Boot
  readonly late: LateAnswer | undefined
  readonly onReady: (() => void) | undefined
}) {
  const { boot, onReady } = props
  const { session } = useSession()
  const { t } = useWords()
  const { screen, name } = useCurrentScreen()
  const title =
    screen.kind === 'result' || screen.kind === 'left' ? undefined : documentTitle(screen, session, t)

  // Before the effects of a screen: one that names the window itself has the last word.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
    if (onReady !== undefined) queueMicrotask(onReady)
  }, [onReady])

  return (
    <LastKnownProvider boot={boot} late={props.late} person={session.person?.userId} screen={name}>
      <ArrivalProvider screen={name}>
        <Shell>
          <CurrentScreen screen={screen} name={name} />
        </Shell>
        <SignInDialogs />
      </ArrivalProvider>
    </LastKnownProvider>
  )
}
