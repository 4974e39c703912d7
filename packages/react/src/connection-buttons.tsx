import type { ButtonHTMLAttributes } from 'react'
import { connectionForm, type FormPurpose } from './connection-forms.ts'
import { useProviderValue } from './connection-provider.tsx'
import { mayPress } from './pending-press.ts'
import { PlainForm } from './plain-form.tsx'

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
