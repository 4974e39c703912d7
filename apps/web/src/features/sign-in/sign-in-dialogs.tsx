import { PATHS } from '#navigation/paths.ts'
import { SignInForm } from '#connection/sign-in-form.tsx'
import { useSession } from '#data/session.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useWords } from '#words/words.tsx'
import { IdleWarning } from './idle-warning-dialog.tsx'

/** What is said over the page when the sign-in has ended, or is about to. */
export function SignInDialogs() {
  const { ended } = useSession()
  if (ended !== null) return <EndedDialog />
  return <IdleWarning />
}

function EndedDialog() {
  const { ended } = useSession()
  const { t } = useWords()
  const elsewhere = ended === 'signed_out_elsewhere'
  return (
    <Dialog
      isWhole
      title={elsewhere ? t.ended.elsewhereTitle : t.ended.title}
      actions={
        <>
          <SignInForm>{t.ended.signIn}</SignInForm>
          {!elsewhere && (
            <SignInForm variant="plain" returnTo={PATHS.profile}>
              {t.ended.disconnectAll}
            </SignInForm>
          )}
          <a className="button-quiet" href={PATHS.overview}>
            {t.ended.leave}
          </a>
        </>
      }
    >
      <p>{elsewhere ? t.ended.elsewhereBody : t.ended.body}</p>
      {!elsewhere && <p>{t.ended.stays}</p>}
    </Dialog>
  )
}
