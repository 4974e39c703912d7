import type { ButtonHTMLAttributes } from 'react'
import { connectionForm, type FormPurpose } from './connection-forms.ts'
import { useProviderValue } from './connection-provider.tsx'
import { mayPress } from './pending-press.ts'
import { PlainForm } from './plain-form.tsx'

export interface ConnectionButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  /** A path of the app, to which the person comes back. */
  readonly returnTo?: string
}

/**
 * Goes to the provider: to connect, or to connect again what is connected already or was. A plain form, which works before its
 * script where `<CounterfoilProvider initial>` was given.
 */
export function ConnectButton(props: ConnectionButtonProps) {
  const { status } = useProviderValue()
  return <FormButton {...props} purpose={'connectionId' in status ? 'reconnect' : 'connect'} />
}

/** Ends the connection, at the provider too. A plain form, as {@link ConnectButton} is. Nothing where nothing is connected. */
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
