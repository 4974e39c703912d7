import { ConnectForm } from '#connection/connect-form.tsx'
import { SignInForm } from '#connection/sign-in-form.tsx'
import { useSession } from '#data/session.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { BrowserNotices } from './browser-notices.tsx'
import { Facts } from './facts.tsx'
import { HalfFinished } from './half-finished.tsx'

/** Before anything is connected: what it is for, what it may and may not do, one button. */
export function FirstVisit() {
  const { session } = useSession()
  const { t } = useWords()
  const words = usePartWords('start')
  const provider = session.provider.name
  const connect = session.provider.hasBusinesses ? t.connect.business : words.connect(provider)
  const isOpen = session.openAttempt !== null
  // Cash over time and profit are made of these.
  const { offers, hasBusinesses } = session.provider
  const showsBooks = offers.includes('books')
  const drawsAll = offers.includes('transactions') && offers.includes('reports')
  return (
    <Screen
      title={showsBooks ? t.start.title : words.connect(provider)}
      lede={(showsBooks ? (drawsAll ? words.lede : words.ledeWithout) : words.ledeAlone)(provider)}
    >
      {session.openAttempt !== null && <HalfFinished attempt={session.openAttempt} />}
      <BrowserNotices />
      <ConnectForm intent="connect" variant={isOpen ? 'plain' : 'primary'}>
        {isOpen ? t.connect.startAgain : connect}
      </ConnectForm>
      <p className="note before">{(hasBusinesses ? words.before : words.beforeAlone)(provider)}</p>
      {session.person === null && (
        <div className="actions before">
          <span>{words.connectedBefore}</span>
          <SignInForm variant="quiet">{t.ended.signIn}</SignInForm>
        </div>
      )}
      <Facts />
      {hasBusinesses && showsBooks && <p className="note">{words.plan(provider)}</p>}
    </Screen>
  )
}
