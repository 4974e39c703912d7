import { SignOutChoices } from '#connection/sign-out-choices.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { Card } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { SessionList } from './session-list.tsx'

/** Where the person is signed in, and the way to end it there. */
export function SignedInScreen() {
  const { t } = useWords()
  const { leaving, signIns } = usePartWords('leaving')
  return (
    <Screen title={t.signedIn.title} lede={signIns.lede}>
      <div className="narrow">
        <Card title={leaving.everywhere}>
          <SignOutChoices everywhere />
        </Card>
      </div>
      <SessionList />
    </Screen>
  )
}
