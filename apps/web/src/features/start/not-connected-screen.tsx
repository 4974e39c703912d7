import { ConnectForm } from '#connection/connect-form.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** Shows that the linked business is not connected, and offers to connect it. After connecting it is shown. */
export function NotConnectedScreen() {
  const { t } = useWords()
  const words = usePartWords('start').notConnected
  return (
    <Screen title={t.app.notConnected} lede={words.body}>
      <div className="actions">
        <ConnectForm intent="connect">{words.connect}</ConnectForm>
        <AppLink className="button-plain" to={PATHS.businesses}>
          {t.notFound.businesses}
        </AppLink>
      </div>
    </Screen>
  )
}
