import { contactAddress } from '@counterfoil/bff-api/contact'
import { useSession } from '#data/session/session.tsx'
import { useWords } from '#words/words.tsx'

/** Shows "Contact us" beside a fault of ours; nothing if there is no support address. */
export function ContactLink(props: { readonly reference?: string | undefined }) {
  const { supportUrl } = useSession().session
  const { t } = useWords()
  if (supportUrl === null) return null
  const subject = props.reference === undefined ? undefined : t.app.reference(props.reference)
  return (
    <a className="button-plain" href={contactAddress({ supportUrl, subject })}>
      {t.app.contact}
    </a>
  )
}
