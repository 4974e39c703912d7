import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bff } from '#data/bff-client.ts'
import { TRY_NOW_PAUSE_MS } from '#data/retry-policy.ts'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { linkTo, PATHS } from '#navigation/paths.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { ContactLink } from '#ui/contact-link.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'
import { ConnectForm, ContinueForm } from './connect-form.tsx'
import { actionsFor, type StateAction } from './connection-state.ts'
import { businessName } from './state-words.ts'

/** Shows the buttons of a connection's state. The first one is primary, except in a list of several connections. */
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

/** Shows the link to the page that asks for confirmation before disconnecting. */
function Remove({ connection }: { readonly connection: ConnectionView }) {
  const { t } = useWords()
  return (
    <AppLink className="button-plain" to={linkTo(connection, PATHS.disconnect)}>
      {connection.reason === 'business_access_lost'
        ? t.notice.remove(businessName(connection, t))
        : t.notice.removeForGood}
    </AppLink>
  )
}

/** Shows a button that asks the provider once; another press counts only after a pause, which protects the provider. */
function TryNow(props: { readonly connection: ConnectionView; readonly variant: 'primary' | 'plain' }) {
  const { t } = useWords()
  const { refresh } = useSession()
  const { announce } = useAnnouncer()
  const [pressedAtMs, setPressedAtMs] = useState<number>()
  const check = useMutation({
    mutationFn: () => bff.checkUp(props.connection.id),
    onSettled: refresh,
  })
  const resting = pressedAtMs !== undefined

  useEffect(() => {
    if (pressedAtMs === undefined) return
    const timer = setTimeout(() => setPressedAtMs(undefined), TRY_NOW_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [pressedAtMs])

  return (
    <ActionButton
      variant={props.variant}
      pending={check.isPending}
      pendingLabel={t.notice.trying}
      onPress={() => {
        if (resting) {
          announce(t.failure.waiting(TRY_NOW_PAUSE_MS / 1000))
          return
        }
        setPressedAtMs(Date.now())
        check.mutate()
      }}
    >
      {t.notice.tryNow}
    </ActionButton>
  )
}
