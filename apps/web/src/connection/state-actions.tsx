import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useSession } from '#data/session.tsx'
import { ContactLink } from '#ui/contact-link.tsx'
import { useWords } from '#words/words.tsx'
import { Remove } from './remove-action.tsx'
import { TryNow } from './try-now.tsx'
import { actionsFor, type StateAction } from './connection-state.ts'
import { ConnectForm } from './connect-form.tsx'
import { ContinueForm } from './continue-form.tsx'
import { businessName } from './state-words.ts'

/** The buttons a state of a connection asks for; the first is the primary one, save in a list of several. */
export function StateActions(props: { readonly connection: ConnectionView; readonly inList?: boolean }) {
  const { connection } = props
  return actionsFor(connection.state, connection.reason).map((action, index) => (
    <StateActionButton
      key={action}
      action={action}
      connection={connection}
      variant={index === 0 && props.inList !== true ? 'primary' : 'plain'}
    />
  ))
}

function StateActionButton(props: {
  readonly action: StateAction
  readonly connection: ConnectionView
  readonly variant: 'primary' | 'plain'
}) {
  const { action, connection, variant } = props
  const { session } = useSession()
  const { t } = useWords()
  const name = businessName(connection, t)
  switch (action) {
    case 'connect':
    case 'connect_another':
      return (
        <ConnectForm intent="connect" variant={variant}>
          {action === 'connect' ? t.connect.business : t.connect.another}
        </ConnectForm>
      )
    case 'continue':
      return <ContinueForm variant={variant} />
    case 'allow_more':
      return (
        <ConnectForm
          intent="allow_more"
          connectionId={connection.id}
          want={connection.missing}
          variant={variant}
        >
          {t.notice.allowOff}
        </ConnectForm>
      )
    case 'reconnect':
    case 'connect_again':
      return (
        <ConnectForm intent="reconnect" connectionId={connection.id} variant={variant}>
          {action === 'reconnect' ? t.connect.reconnect(name) : t.connect.again}
        </ConnectForm>
      )
    case 'switch':
      return (
        <ConnectForm intent="switch_business" connectionId={connection.id} variant={variant}>
          {t.connect.switch}
        </ConnectForm>
      )
    case 'see_plan':
      return session.provider.plansUrl === null ? null : (
        <a className={`button-${variant}`} href={session.provider.plansUrl}>
          {t.notice.seePlan}
        </a>
      )
    case 'contact':
      return <ContactLink />
    case 'try_now':
      return <TryNow connection={connection} variant={variant} />
    case 'remove':
      return <Remove connection={connection} />
  }
}
