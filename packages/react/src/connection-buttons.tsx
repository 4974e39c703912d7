import { type ButtonHTMLAttributes, type ReactNode, useEffect, useState } from 'react'
import { connectionForm, type FormPurpose } from './connection-forms.ts'
import { useProviderValue } from './connection-provider.tsx'
import { mayPress, type PendingPress, usePendingPress } from './use-pending-press.ts'

export interface ConnectionButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  /** The path of the app to which the person returns. */
  readonly returnTo?: string
}

/**
 * Renders a plain form that goes to the provider, to connect or to connect again. It works before
 * hydration if `<CounterfoilProvider initial>` was given.
 */
export function ConnectButton(props: ConnectionButtonProps) {
  const { status } = useProviderValue()
  return <FormButton {...props} purpose={'connectionId' in status ? 'reconnect' : 'connect'} />
}

/** Renders a plain form that ends the connection, also at the provider. Renders nothing if nothing is connected. */
export function DisconnectButton(props: ConnectionButtonProps) {
  const { state } = useProviderValue().status
  if (state === 'none' || state === 'connecting' || state === 'disconnected') return null
  return <FormButton {...props} purpose="disconnect" />
}

function FormButton({
  purpose,
  returnTo = '/',
  ...button
}: ConnectionButtonProps & { readonly purpose: FormPurpose }) {
  const form = connectionForm(purpose, { ...useProviderValue(), returnTo })
  if (form === undefined) return <button {...button} type="button" disabled />
  return (
    <PlainForm action={form.action} fields={form.fields}>
      {({ phase }) => <button {...button} type="submit" aria-disabled={!mayPress(phase)} />}
    </PlainForm>
  )
}

interface PlainFormProps {
  readonly action: string
  /** Hidden fields by name; undefined fields are omitted. */
  readonly fields: Readonly<Record<string, string | undefined>>
  /** Renders the button and its surroundings. */
  readonly children: (press: PendingPress) => ReactNode
}

/**
 * Leaves this page with a plain form, which also works before hydration and without scripts. With scripts a second press is
 * ignored, and nothing is sent while the browser is offline.
 */
function PlainForm({ action, fields, children }: PlainFormProps) {
  const pending = usePendingPress(useReturns())
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        if (!pending.press()) event.preventDefault()
      }}
    >
      {Object.entries(fields).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children(pending)}
    </form>
  )
}

/** Counts returns from the back/forward cache, which shows the page as it was left, with its button pressed. */
function useReturns(): number {
  const [returns, setReturns] = useState(0)
  useEffect(() => {
    const count = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setReturns((before) => before + 1)
    }
    addEventListener('pageshow', count)
    return () => removeEventListener('pageshow', count)
  }, [])
  return returns
}
