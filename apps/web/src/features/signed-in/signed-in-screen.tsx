import { SignOutChoices } from '#connection/sign-out-choices.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { Card } from '#ui/card.tsx'
import { withLeavingWords } from '#words/leaving-words.ts'
import { SIGNED_IN_WORDS } from '#words/signed-in-words.ts'
import { useWords } from '#words/words.tsx'
import { SessionList } from './session-list.tsx'

/** Where the person is signed in, and the way to end it there. */
export function SignedInScreen() {
  const { t, locale } = useWords()
  return (
    <Screen title={t.signedIn.title} lede={SIGNED_IN_WORDS[locale].lede}>
      <SessionList />
      <div className="narrow">
        <Card title={withLeavingWords(t, locale).leaving.everywhere}>
          <SignOutChoices everywhere />
        </Card>
      </div>
    </Screen>
  )
}
